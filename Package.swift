// swift-tools-version: 6.2
import PackageDescription

// Levels, and what each target admits, are described in docs/explanation/architecture.md. A target imports only targets of
// lower levels; `Scripts/check-imports` compares this manifest with the imports that the sources really have.

// Warnings are errors in CI, not on every desk.
let settingsOfCI: [SwiftSetting] = Context.environment["CI"] == nil ? [] : [.treatAllWarnings(as: .error)]
let swiftSettings: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + settingsOfCI

/// The packages of the products that targets use.
let packages = [
  "ArgumentParser": "swift-argument-parser", "CoreMetrics": "swift-metrics", "GRDB": "GRDB.swift",
  "GRDBSQLite": "GRDB.swift", "HeapModule": "swift-collections", "HTTPTypes": "swift-http-types",
  "Hummingbird": "hummingbird", "HummingbirdCore": "hummingbird", "HummingbirdTLS": "hummingbird",
  "Logging": "swift-log", "Metrics": "swift-metrics", "NIOCore": "swift-nio", "NIOEmbedded": "swift-nio",
  "NIOHTTP1": "swift-nio", "NIOHTTPTypes": "swift-nio-extras", "NIOHTTPTypesHTTP1": "swift-nio-extras",
  "NIOPosix": "swift-nio", "NIOSSL": "swift-nio-ssl", "NIOWebSocket": "swift-nio",
  "ServiceLifecycle": "swift-service-lifecycle", "Subprocess": "swift-subprocess", "SystemPackage": "swift-system",
  "UnixSignals": "swift-service-lifecycle", "Yams": "Yams",
]
/// The products that only the trait TLS needs.
let productsOfTLS: Set = ["HummingbirdTLS", "NIOSSL"]

/// Returns the dependency on a target or a product.
func dependency(_ name: String) -> Target.Dependency {
  guard let package = packages[name] else { return .byName(name: name) }
  return .product(
    name: name, package: package, condition: productsOfTLS.contains(name) ? .when(traits: ["TLS"]) : nil)
}

/// Creates a module whose sources are in the folder of its name.
func module(
  _ name: String, in folder: String, _ dependencies: [String] = [], exclude: [String] = [], copying: [String] = [],
  packageAccess: Bool = true
) -> Target {
  .target(
    name: name, dependencies: dependencies.map(dependency), path: "\(folder)/\(name)", exclude: exclude,
    resources: copying.map { .copy($0) }, packageAccess: packageAccess, swiftSettings: swiftSettings)
}

/// Creates a program whose sources are in the folder of its name.
func program(_ name: String, in folder: String, _ dependencies: [String], packageAccess: Bool = true) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies.map(dependency), path: "\(folder)/\(name)", packageAccess: packageAccess,
    swiftSettings: swiftSettings)
}

/// Creates tests whose sources are in the folder of their name.
func tests(
  _ name: String, in folder: String = "Tests/Unit", _ dependencies: [String], exclude: [String] = [],
  copying: [String] = [], packageAccess: Bool = true
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies.map(dependency), path: "\(folder)/\(name)", exclude: exclude,
    resources: copying.map { .copy($0) }, packageAccess: packageAccess, swiftSettings: swiftSettings)
}

/// Creates a library of the system, with the Debian packages that have it.
func systemLibrary(_ name: String, _ pkgConfig: String, apt: [String]) -> Target {
  .systemLibrary(name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig, providers: [.apt(apt)])
}

let package = Package(
  name: "tessera",
  platforms: [.macOS(.v15), .iOS(.v18)],
  // What users may import. Which declarations they see is recorded in docs/reference/symbols.
  products: [
    .executable(name: "tessera", targets: ["tessera"]),
    .library(name: "TesseraLayout", targets: ["TesseraLayout"]),
    .library(name: "TesseraExpressions", targets: ["TesseraValues", "TesseraExpressions"]),
    .library(
      name: "TesseraRuntime",
      targets: [
        "TesseraValues", "TesseraExpressions", "TesseraLayout", "TesseraViews", "TesseraData", "TesseraServices",
        "TesseraBundles", "TesseraComponents", "TesseraCustomWidgets", "TesseraRuntime", "TesseraBeagle",
        "TesseraBeagleScreens",
      ]),
    .library(name: "TesseraHTTPClient", targets: ["TesseraHTTPClient"]),
    .library(name: "TesseraXcode", targets: ["TesseraXcode"]),
    .library(name: "TesseraPayloads", targets: ["TesseraValues", "TesseraPayloads"]),
    .library(
      name: "TesseraServer", targets: ["TesseraGraphics", "TesseraProtocol", "TesseraServer", "TesseraCommands"]),
  ],
  traits: [
    // The package has it. A plain build is faster without.
    .trait(name: "TLS", description: "The server can speak HTTPS by itself.")
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.6.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.9.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.0"),
  ],
  targets: [
    module("TesseraValues", in: "Sources/Foundation"),

    .target(
      name: "CICU", path: "Sources/System/CICU", linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
    module("TesseraText", in: "Sources/Foundation", ["TesseraValues", "CICU"]),
    systemLibrary("CXML2", "libxml-2.0", apt: ["libxml2-dev"]),
    module("TesseraXML", in: "Sources/Foundation", ["TesseraValues", "TesseraText", "CXML2"]),
    module("TesseraPlaces", in: "Sources/Foundation", ["TesseraText"]),
    module("TesseraExpressions", in: "Sources/Foundation", ["TesseraValues", "TesseraText", "CICU"]),
    module("TesseraLayout", in: "Sources/Foundation"),
    module("TesseraCalendars", in: "Sources/Foundation", ["TesseraValues", "TesseraText", "CICU"]),
    systemLibrary("CMarkGFM", "libcmark-gfm", apt: ["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]),
    module("TesseraMarkdown", in: "Sources/Foundation", ["CMarkGFM"]),
    module("TesseraSVG", in: "Sources/Foundation", ["TesseraValues"]),
    systemLibrary("CCrypto", "libcrypto", apt: ["libssl-dev"]),
    module("TesseraCrypto", in: "Sources/Foundation", ["CCrypto"]),
    systemLibrary("CCurl", "libcurl", apt: ["libcurl4-openssl-dev"]),

    module("TesseraViews", in: "Sources/UI", ["TesseraValues", "TesseraText", "TesseraLayout"]),
    module(
      "TesseraMarkdownView", in: "Sources/UI", ["TesseraValues", "TesseraLayout", "TesseraMarkdown", "TesseraViews"]),
    .target(
      name: "CSQLiteSession", path: "Sources/System/CSQLiteSession", linkerSettings: [.linkedLibrary("sqlite3")]),
    module(
      "TesseraData", in: "Sources/Model",
      ["CSQLiteSession", "TesseraValues", "TesseraText", "TesseraExpressions", "GRDB", "GRDBSQLite"]),
    module(
      "TesseraServices", in: "Sources/Model",
      [
        "TesseraValues", "TesseraText", "TesseraXML", "TesseraExpressions", "TesseraCalendars", "TesseraSVG",
        "TesseraCrypto", "HTTPTypes", "Yams",
      ]),
    module("TesseraBeagle", in: "Sources/Formats", ["TesseraValues", "TesseraExpressions"]),
    module("TesseraXcodeFiles", in: "Sources/Formats", ["CZlib", "TesseraValues"]),
    module("TesseraXcode", in: "Sources/Formats", ["TesseraValues", "TesseraBundles", "TesseraXcodeFiles"]),
    module("TesseraPayloads", in: "Sources/Formats", ["TesseraValues"]),

    systemLibrary("CPango", "pangocairo", apt: ["libpango1.0-dev"]),
    systemLibrary("CHarfBuzz", "harfbuzz-subset", apt: ["libharfbuzz-dev"]),
    systemLibrary("CRsvg", "librsvg-2.0", apt: ["librsvg2-dev"]),
    systemLibrary("CWebP", "libwebp", apt: ["libwebp-dev"]),
    module(
      "TesseraGraphics", in: "Sources/UI",
      ["TesseraValues", "TesseraLayout", "TesseraViews", "CHarfBuzz", "CPango", "CRsvg", "CWebP"]),
    systemLibrary("CZip", "libzip", apt: ["libzip-dev"]),
    module(
      "TesseraBundles", in: "Sources/Model",
      ["TesseraValues", "TesseraText", "TesseraExpressions", "TesseraSVG", "CZip"]),
    module(
      "TesseraComponents", in: "Sources/Engine",
      ["TesseraValues", "TesseraExpressions", "TesseraLayout", "TesseraViews", "TesseraMarkdownView"]),

    module("TesseraCustomWidgets", in: "Sources/UI", ["TesseraValues", "TesseraLayout", "TesseraViews"]),

    module(
      "TesseraRuntime", in: "Sources/Engine",
      [
        "TesseraValues", "TesseraExpressions", "TesseraLayout", "TesseraViews", "TesseraData", "TesseraServices",
        "TesseraBundles", "TesseraComponents", "TesseraCustomWidgets",
      ]),

    module(
      "TesseraBeagleScreens", in: "Sources/Formats",
      ["TesseraValues", "TesseraExpressions", "TesseraViews", "TesseraComponents", "TesseraBeagle", "TesseraRuntime"]),

    module("TesseraBoard", in: "Sources/Model", ["TesseraValues", "HeapModule"]),
    module("TesseraFixtures", in: "Sources/Model", ["TesseraValues", "TesseraLayout", "TesseraBoard"]),

    module(
      "TesseraHTTPClient", in: "Sources/Host",
      [
        "CCurl", "CZlib", "TesseraValues", "TesseraServices", "HTTPTypes", "NIOCore", "NIOHTTP1", "NIOPosix",
        "NIOWebSocket",
      ]),
    module(
      "TesseraWebClient", in: "Sources/Host", ["TesseraValues"], exclude: ["package.json", "tsconfig.json"],
      copying: ["Resources"]),
    systemLibrary("CZlib", "zlib", apt: ["zlib1g-dev"]),
    .target(name: "CJemalloc", path: "Sources/System/CJemalloc", linkerSettings: [.linkedLibrary("jemalloc")]),
    module(
      "TesseraProtocol", in: "Sources/Host",
      [
        "TesseraValues", "TesseraText", "TesseraExpressions", "TesseraLayout", "TesseraViews", "TesseraBundles",
        "TesseraRuntime", "TesseraBoard",
      ]),

    module(
      "TesseraBoardService", in: "Sources/Host",
      [
        "CFileSystem", "TesseraValues", "TesseraLayout", "TesseraViews", "TesseraData", "TesseraServices",
        "TesseraGraphics", "TesseraBundles", "TesseraComponents", "TesseraRuntime", "TesseraBoard", "TesseraProtocol",
        "GRDB", "Metrics",
      ]),

    systemLibrary("CArgon2", "libargon2", apt: ["libargon2-dev"]),
    systemLibrary("CQRencode", "libqrencode", apt: ["libqrencode-dev"]),
    module("TesseraLocalSources", in: "Sources/Host", ["TesseraValues", "TesseraServices"]),
    module(
      "TesseraAccess", in: "Sources/Host",
      ["TesseraValues", "TesseraCrypto", "TesseraData", "CArgon2", "CQRencode", "GRDB"]),
    module(
      "TesseraProcessHost", in: "Sources/Host",
      [
        "TesseraServices", "TesseraData", "TesseraValues", "TesseraLayout", "TesseraViews", "TesseraBundles",
        "TesseraRuntime", "TesseraProtocol", "TesseraBoardService", "Subprocess", "SystemPackage",
      ]),
    systemLibrary("CPostgreSQL", "libpq", apt: ["libpq-dev"]),
    module("TesseraPostgreSQL", in: "Sources/Host", ["CPostgreSQL", "TesseraValues"]),
    module(
      "TesseraCluster", in: "Sources/Host",
      [
        "CZlib", "TesseraValues", "TesseraCrypto", "TesseraData", "TesseraServices", "TesseraBundles",
        "TesseraPostgreSQL", "TesseraAccess", "TesseraBoard", "TesseraBoardService",
      ]),
    module(
      "TesseraForwarding", in: "Sources/Host",
      [
        "TesseraValues", "TesseraCrypto", "HTTPTypes", "HummingbirdCore", "NIOCore", "NIOHTTP1", "NIOHTTPTypes",
        "NIOHTTPTypesHTTP1", "NIOPosix", "ServiceLifecycle",
      ]),
    .target(name: "CFileSystem", path: "Sources/System/CFileSystem"),
    .target(name: "CSandbox", path: "Sources/System/CSandbox"),
    module("TesseraConfinement", in: "Sources/Host", ["CSandbox", "TesseraValues"]),
    module(
      "TesseraBackup", in: "Sources/Host",
      ["CFileSystem", "CZip", "TesseraValues", "TesseraCrypto", "TesseraData", "TesseraBoardService", "GRDB"]),
    module(
      "TesseraServer", in: "Sources/Host",
      [
        "TesseraData", "TesseraValues", "TesseraText", "TesseraLayout", "TesseraViews", "TesseraServices",
        "TesseraHTTPClient", "TesseraGraphics", "TesseraBundles", "TesseraComponents", "TesseraRuntime", "TesseraBoard",
        "TesseraCrypto", "TesseraWebClient", "TesseraProtocol", "TesseraBoardService", "TesseraAccess", "TesseraPlaces",
        "TesseraForwarding", "CZlib", "HTTPTypes", "Hummingbird", "HummingbirdCore", "HummingbirdTLS", "NIOSSL",
        "CoreMetrics", "Logging", "Metrics", "NIOCore", "NIOHTTPTypes", "NIOPosix", "ServiceLifecycle", "UnixSignals",
      ]),

    module(
      "TesseraCommands", in: "Sources/CommandLine",
      [
        "TesseraAccess", "TesseraBackup", "TesseraBoardService", "TesseraCluster", "TesseraPostgreSQL",
        "TesseraForwarding", "TesseraProcessHost", "TesseraConfinement", "TesseraBeagleScreens", "TesseraXcode",
        "TesseraSVG", "TesseraXML", "TesseraHTTPClient", "TesseraCrypto", "TesseraWebClient", "TesseraLocalSources",
        "TesseraPlaces", "TesseraValues", "TesseraText", "TesseraExpressions", "TesseraLayout", "TesseraViews",
        "TesseraData", "TesseraServices", "TesseraFixtures", "TesseraGraphics", "TesseraBundles",
        "TesseraComponents", "TesseraCustomWidgets", "TesseraBeagle", "TesseraRuntime", "TesseraBoard", "TesseraServer",
        "ArgumentParser", "HTTPTypes", "CoreMetrics", "Logging", "Yams",
      ]),
    program("tessera", in: "Sources/CommandLine", ["CJemalloc", "TesseraCommands"]),

    // What a third party would write: it sees what is public, and nothing else.
    module(
      "TeamExtension", in: "Samples/Extension/Sources",
      [
        "TesseraValues", "TesseraExpressions", "TesseraLayout", "TesseraViews", "TesseraServices", "TesseraComponents",
        "TesseraCustomWidgets", "TesseraRuntime",
      ],
      packageAccess: false),
    program("team-board", in: "Samples/Extension/Sources", ["TeamExtension", "TesseraCommands"], packageAccess: false),

    // A backend that speaks Beagle's JSON.
    module("ShopScreens", in: "Samples/Shop/Sources", ["TesseraValues", "TesseraPayloads"], packageAccess: false),
    program(
      "shop", in: "Samples/Shop/Sources", ["ShopScreens", "TesseraPayloads", "Hummingbird", "Logging"],
      packageAccess: false),

    // Tests and what they share
    module("TesseraTestSupport", in: "Tests/Support", ["TesseraValues", "TesseraLayout", "TesseraViews"]),
    module(
      "TesseraLoopback", in: "Tests/Support",
      [
        "TesseraValues", "HTTPTypes", "Hummingbird", "Logging", "NIOCore", "NIOHTTP1", "NIOPosix", "NIOWebSocket",
        "ServiceLifecycle",
      ]),
    program("hostile-decoders", in: "Tests/Support", ["TesseraConfinement", "TesseraValues"]),
    tests("TesseraConfinementTests", ["TesseraConfinement", "TesseraValues"]),
    module("TesseraPostgresServer", in: "Tests/Support"),
    tests("TesseraPostgreSQLTests", ["TesseraPostgreSQL", "TesseraPostgresServer", "TesseraTestSupport"]),
    tests(
      "TesseraForwardingTests",
      ["TesseraForwarding", "HTTPTypes", "Hummingbird", "Logging", "NIOCore", "NIOPosix", "ServiceLifecycle"]),
    tests(
      "TesseraClusterTests",
      [
        "TesseraValues", "TesseraData", "TesseraServices", "TesseraBundles", "TesseraRuntime", "TesseraBoard",
        "TesseraProtocol", "TesseraBoardService", "TesseraAccess", "TesseraPostgreSQL", "TesseraCluster",
        "TesseraLayout", "TesseraViews", "TesseraForwarding", "TesseraHTTPClient", "TesseraServer",
        "TesseraTestSupport", "TesseraPostgresServer", "HTTPTypes", "GRDB",
      ]),
    tests("TesseraValuesTests", ["TesseraValues", "TesseraTestSupport"]),
    tests("TesseraTextTests", ["TesseraValues", "TesseraText", "TesseraExpressions", "TesseraTestSupport"]),
    tests("TesseraXMLTests", ["TesseraValues", "TesseraXML"]),
    tests("TesseraExpressionsTests", ["TesseraValues", "TesseraText", "TesseraExpressions", "TesseraTestSupport"]),
    tests("TesseraViewsTests", ["TesseraValues", "TesseraLayout", "TesseraViews", "TesseraTestSupport"]),
    tests(
      "TesseraComponentsTests",
      [
        "TesseraValues", "TesseraExpressions", "TesseraLayout", "TesseraViews", "TesseraComponents",
        "TesseraTestSupport",
      ]),
    tests("TesseraCryptoTests", ["TesseraCrypto"]),
    tests(
      "TesseraHTTPClientTests",
      [
        "TesseraCrypto", "TesseraServices", "TesseraValues", "TesseraHTTPClient", "TesseraLoopback",
        "TesseraTestSupport", "HTTPTypes",
      ]),
    tests(
      "TesseraServicesTests",
      ["TesseraHTTPClient", "TesseraTestSupport", "TesseraValues", "TesseraServices", "TesseraLoopback", "HTTPTypes"],
      copying: ["Fixtures"]),
    tests("TesseraSVGTests", ["TesseraValues", "TesseraSVG", "TesseraTestSupport"]),
    tests(
      "TesseraFuzzTests", in: "Tests/Fuzz",
      [
        "TesseraValues", "TesseraText", "TesseraExpressions", "TesseraMarkdown", "TesseraSVG", "TesseraBeagle",
        "TesseraBundles", "TesseraServices", "TesseraViews", "TesseraComponents", "TesseraRuntime", "TesseraBoard",
        "TesseraFixtures", "TesseraProtocol", "TesseraCommands", "TesseraXcode", "TesseraXcodeFiles",
        "TesseraTestSupport",
      ]),
    tests("TesseraBoardTests", ["TesseraValues", "TesseraBoard", "TesseraTestSupport"]),
    tests("TesseraFixturesTests", ["TesseraValues", "TesseraFixtures", "TesseraTestSupport"]),
    tests("TesseraBeagleTests", ["TesseraValues", "TesseraExpressions", "TesseraBeagle", "TesseraTestSupport"]),
    tests("TesseraPayloadsTests", ["TesseraValues", "TesseraBeagle", "TesseraPayloads", "ShopScreens"]),
    tests("TesseraCalendarsTests", ["TesseraValues", "TesseraCalendars", "TesseraTestSupport"], copying: ["Fixtures"]),
    tests(
      "TesseraXcodeFilesTests",
      ["CZlib", "TesseraValues", "TesseraXcodeFiles", "TesseraXcode", "TesseraBundles", "TesseraTestSupport"],
      copying: ["Fixtures"]),
    tests(
      "TesseraXcodeTests",
      ["TesseraValues", "TesseraXcode", "TesseraXcodeFiles", "TesseraBundles", "TesseraTestSupport"],
      exclude: ["Fixtures"]),
    tests("TesseraMarkdownTests", ["TesseraMarkdown", "TesseraText"]),
    tests("TesseraLayoutTests", ["TesseraLayout", "TesseraFixtures", "TesseraTestSupport"], copying: ["Fixtures"]),
    tests(
      "TesseraDataTests",
      ["TesseraValues", "TesseraText", "TesseraExpressions", "TesseraData", "TesseraTestSupport", "GRDB"]),
    tests("TesseraBundlesTests", ["TesseraTestSupport", "TesseraValues", "TesseraBundles"]),
    tests(
      "TesseraGraphicsTests",
      ["TesseraValues", "TesseraLayout", "TesseraViews", "TesseraGraphics", "TesseraTestSupport", "CPango"],
      exclude: ["Goldens"], copying: ["Fixtures"]),
    tests(
      "TesseraCommandsTests",
      [
        "TesseraBeagleScreens", "TesseraTestSupport", "TeamExtension", "TesseraValues", "TesseraExpressions",
        "TesseraLayout", "TesseraViews", "TesseraComponents", "TesseraBundles", "TesseraServices", "TesseraRuntime",
        "TesseraBoard", "TesseraBoardService", "TesseraCommands", "TesseraConfinement", "TesseraSVG", "TesseraXML",
        "ArgumentParser",
      ],
      exclude: ["Fixtures"]),
    tests(
      "TesseraRuntimeTests",
      [
        "TesseraBeagleScreens", "TesseraHTTPClient", "TesseraValues", "TesseraExpressions", "TesseraLayout",
        "TesseraViews", "TesseraData", "TesseraServices", "TesseraBundles", "TesseraCustomWidgets", "TesseraComponents",
        "TesseraRuntime", "TesseraTestSupport", "TesseraLoopback", "TesseraXcode", "TeamExtension",
      ]),
    // What an app would write: it sees what is public, and nothing else.
    tests(
      "TesseraEmbeddingTests", in: "Tests/Embedding",
      [
        "TesseraValues", "TesseraExpressions", "TesseraLayout", "TesseraViews", "TesseraBundles", "TesseraRuntime",
        "TesseraGraphics", "TesseraComponents", "TesseraServices", "TesseraServer",
      ],
      packageAccess: false),
    tests("TesseraAccessTests", ["TesseraValues", "CCrypto", "TesseraCrypto", "TesseraData", "TesseraAccess", "GRDB"]),
    tests(
      "TesseraBackupTests",
      ["TesseraValues", "TesseraCrypto", "TesseraData", "TesseraBoardService", "TesseraBackup", "GRDB"]),
    tests("TesseraLocalSourcesTests", ["TesseraLocalSources", "TesseraServices", "TesseraValues"]),
    tests("TesseraPlacesTests", ["TesseraPlaces"]),
    tests(
      "TesseraServerTests",
      [
        "TesseraAccess", "TesseraProtocol", "TesseraBoardService", "TesseraProcessHost", "TesseraCrypto",
        "TesseraForwarding", "TesseraServices", "TesseraValues", "TesseraLayout", "TesseraViews", "TesseraData",
        "TesseraGraphics", "TesseraBundles", "TesseraComponents", "TesseraRuntime", "TesseraBoard", "TesseraServer",
        "TesseraTestSupport", "TesseraHTTPClient", "TesseraWebClient", "TesseraXcode", "CoreMetrics", "GRDB",
        "HTTPTypes", "Hummingbird", "Logging", "Metrics", "NIOCore", "NIOEmbedded", "NIOHTTPTypes", "ServiceLifecycle",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
