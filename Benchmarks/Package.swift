// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that who uses Tessera builds no benchmarks. `make bench` runs it.

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "tessera", path: "..")],
  targets: [
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        .product(name: "TesseraValues", package: "tessera"), .product(name: "TesseraExpressions", package: "tessera"),
        .product(name: "TesseraData", package: "tessera"), .product(name: "TesseraLayout", package: "tessera"),
        .product(name: "TesseraViews", package: "tessera"), .product(name: "TesseraBundles", package: "tessera"),
        .product(name: "TesseraGraphics", package: "tessera"), .product(name: "TesseraRuntime", package: "tessera"),
        .product(name: "TesseraServer", package: "tessera"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
