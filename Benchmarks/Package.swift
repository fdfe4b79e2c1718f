// swift-tools-version: 6.2
import Foundation
import PackageDescription

// A separate package, so that users of Tessera do not build the benchmarks. `make bench` runs it.

/// The name of the measured package. SwiftPM names a package after its folder. The benchmarks also measure internal
/// parts, so they declare that they belong to that package.
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
        .product(name: "TesseraXcode", package: "tessera"),
      ],
      packageAccess: false, swiftSettings: [.unsafeFlags(["-package-name", measuredPackage])])
  ],
  swiftLanguageModes: [.v6]
)
