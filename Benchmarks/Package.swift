// swift-tools-version: 6.2
import Foundation
import PackageDescription

// A package of its own, so that who uses Tessera builds no benchmarks. `make bench` runs it.

/// SwiftPM names a package after its folder. Benchmarks measure inner parts too, so they say that they belong to it.
let measuredPackage = URL(filePath: Context.packageDirectory).deletingLastPathComponent().lastPathComponent.lowercased()

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "tessera", path: "..")],
  targets: [
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        .product(name: "TesseraLayout", package: "tessera"), .product(name: "TesseraExpressions", package: "tessera"),
        .product(name: "TesseraRuntime", package: "tessera"), .product(name: "TesseraServer", package: "tessera"),
      ],
      packageAccess: false, swiftSettings: [.unsafeFlags(["-package-name", measuredPackage])])
  ],
  swiftLanguageModes: [.v6]
)
