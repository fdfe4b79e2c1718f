// swift-tools-version: 6.2
import PackageDescription

// Levels, and what each target admits, are described in docs/explanation/architecture.md. A target imports only targets of
// lower levels; `Scripts/check-imports` compares this manifest with the imports that the sources really have.

var swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
// Warnings are errors in CI, not on every desk.
if Context.environment["CI"] != nil { swiftSettings.append(.treatAllWarnings(as: .error)) }

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
    .target(name: "TesseraValues", path: "Sources/Foundation/TesseraValues", swiftSettings: swiftSettings),

    .target(
      name: "CICU", path: "Sources/System/CICU", linkerSettings: [.linkedLibrary("icui18n"), .linkedLibrary("icuuc")]),
    .target(
      name: "TesseraText", dependencies: ["TesseraValues", "CICU"], path: "Sources/Foundation/TesseraText",
      swiftSettings: swiftSettings),
    .systemLibrary(
      name: "CXML2", path: "Sources/System/CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .target(
      name: "TesseraXML", dependencies: ["TesseraValues", "TesseraText", "CXML2"],
      path: "Sources/Foundation/TesseraXML",
      swiftSettings: swiftSettings),
    .target(
      name: "TesseraPlaces", dependencies: ["TesseraText"], path: "Sources/Foundation/TesseraPlaces",
      swiftSettings: swiftSettings),
    .target(
      name: "TesseraExpressions", dependencies: ["TesseraValues", "TesseraText", "CICU"],
      path: "Sources/Foundation/TesseraExpressions", swiftSettings: swiftSettings),
    .target(name: "TesseraLayout", path: "Sources/Foundation/TesseraLayout", swiftSettings: swiftSettings),
    .target(
      name: "TesseraCalendars", dependencies: ["TesseraValues", "TesseraText", "CICU"],
      path: "Sources/Foundation/TesseraCalendars",
      swiftSettings: swiftSettings),
    .systemLibrary(
      name: "CMarkGFM", path: "Sources/System/CMarkGFM", pkgConfig: "libcmark-gfm",
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"])]),
    .target(
      name: "TesseraMarkdown", dependencies: ["CMarkGFM"], path: "Sources/Foundation/TesseraMarkdown",
      swiftSettings: swiftSettings),
    .target(
      name: "TesseraSVG", dependencies: ["TesseraValues"], path: "Sources/Foundation/TesseraSVG",
      swiftSettings: swiftSettings),
    .systemLibrary(
      name: "CCrypto", path: "Sources/System/CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(
      name: "TesseraCrypto", dependencies: ["CCrypto"], path: "Sources/Foundation/TesseraCrypto",
      swiftSettings: swiftSettings),
    .systemLibrary(
      name: "CCurl", path: "Sources/System/CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),

    .target(
      name: "TesseraViews",
      dependencies: ["TesseraValues", "TesseraText", "TesseraLayout"],
      path: "Sources/UI/TesseraViews", swiftSettings: swiftSettings),
    .target(
      name: "TesseraMarkdownView", dependencies: ["TesseraValues", "TesseraLayout", "TesseraMarkdown", "TesseraViews"],
      path: "Sources/UI/TesseraMarkdownView", swiftSettings: swiftSettings),
    .target(
      name: "CSQLiteSession", path: "Sources/System/CSQLiteSession", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(
      name: "TesseraData",
      dependencies: [
        "CSQLiteSession", "TesseraValues", "TesseraText", "TesseraExpressions",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      path: "Sources/Model/TesseraData", swiftSettings: swiftSettings),
    .target(
      name: "TesseraServices",
      dependencies: [
        "TesseraValues", "TesseraText", "TesseraXML", "TesseraExpressions", "TesseraCalendars", "TesseraSVG",
        "TesseraCrypto",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Yams", package: "Yams"),
      ],
      path: "Sources/Model/TesseraServices", swiftSettings: swiftSettings),
    .target(
      name: "TesseraBeagle", dependencies: ["TesseraValues", "TesseraExpressions"],
      path: "Sources/Formats/TesseraBeagle", swiftSettings: swiftSettings),
    .target(
      name: "TesseraXcodeFiles", dependencies: ["CZlib", "TesseraValues"],
      path: "Sources/Formats/TesseraXcodeFiles", swiftSettings: swiftSettings),
    .target(
      name: "TesseraXcode", dependencies: ["TesseraValues", "TesseraBundles", "TesseraXcodeFiles"],
      path: "Sources/Formats/TesseraXcode", swiftSettings: swiftSettings),
    .target(
      name: "TesseraPayloads", dependencies: ["TesseraValues"], path: "Sources/Formats/TesseraPayloads",
      swiftSettings: swiftSettings),
    .target(
      name: "TesseraLayoutFixtures", dependencies: ["TesseraLayout"], path: "Sources/Foundation/TesseraLayoutFixtures",
      swiftSettings: swiftSettings),

    .systemLibrary(
      name: "CPango", path: "Sources/System/CPango", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
    .systemLibrary(
      name: "CHarfBuzz", path: "Sources/System/CHarfBuzz", pkgConfig: "harfbuzz-subset",
      providers: [.apt(["libharfbuzz-dev"])]),
    .systemLibrary(
      name: "CRsvg", path: "Sources/System/CRsvg", pkgConfig: "librsvg-2.0", providers: [.apt(["librsvg2-dev"])]),
    .systemLibrary(
      name: "CWebP", path: "Sources/System/CWebP", pkgConfig: "libwebp", providers: [.apt(["libwebp-dev"])]),
    .target(
      name: "TesseraGraphics",
      dependencies: ["TesseraValues", "TesseraLayout", "TesseraViews", "CHarfBuzz", "CPango", "CRsvg", "CWebP"],
      path: "Sources/UI/TesseraGraphics", swiftSettings: swiftSettings),
    .systemLibrary(name: "CZip", path: "Sources/System/CZip", pkgConfig: "libzip", providers: [.apt(["libzip-dev"])]),
    .target(
      name: "TesseraBundles",
      dependencies: ["TesseraValues", "TesseraText", "TesseraExpressions", "TesseraSVG", "CZip"],
      path: "Sources/Model/TesseraBundles", swiftSettings: swiftSettings),
    .target(
      name: "TesseraComponents",
      dependencies: [
        "TesseraValues", "TesseraExpressions", "TesseraLayout", "TesseraViews", "TesseraMarkdownView",
      ],
      path: "Sources/Engine/TesseraComponents", swiftSettings: swiftSettings),

    .target(
      name: "TesseraCustomWidgets", dependencies: ["TesseraValues", "TesseraLayout", "TesseraViews"],
      path: "Sources/UI/TesseraCustomWidgets", swiftSettings: swiftSettings),

    .target(
      name: "TesseraRuntime",
      dependencies: [
        "TesseraValues", "TesseraExpressions", "TesseraLayout", "TesseraViews", "TesseraData", "TesseraServices",
        "TesseraBundles", "TesseraComponents", "TesseraCustomWidgets",
      ],
      path: "Sources/Engine/TesseraRuntime", swiftSettings: swiftSettings),

    .target(
      name: "TesseraBeagleScreens",
      dependencies: [
        "TesseraValues", "TesseraExpressions", "TesseraViews", "TesseraComponents", "TesseraBeagle", "TesseraRuntime",
      ],
      path: "Sources/Formats/TesseraBeagleScreens", swiftSettings: swiftSettings),

    .target(
      name: "TesseraBoard",
      dependencies: ["TesseraValues", .product(name: "HeapModule", package: "swift-collections")],
      path: "Sources/Model/TesseraBoard", swiftSettings: swiftSettings),

    .target(
      name: "TesseraHTTPClient",
      dependencies: [
        "CCurl", "CZlib", "TesseraValues", "TesseraServices",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      path: "Sources/Host/TesseraHTTPClient", swiftSettings: swiftSettings),
    .target(
      name: "TesseraWebClient", dependencies: ["TesseraValues"], path: "Sources/Host/TesseraWebClient",
      exclude: ["package.json", "tsconfig.json"], resources: [.copy("Resources")], swiftSettings: swiftSettings),
    .systemLibrary(
      name: "CZlib", path: "Sources/System/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "CJemalloc", path: "Sources/System/CJemalloc", linkerSettings: [.linkedLibrary("jemalloc")]),
    .target(
      name: "TesseraProtocol",
      dependencies: [
        "TesseraValues", "TesseraText", "TesseraExpressions", "TesseraLayout", "TesseraViews", "TesseraBundles",
        "TesseraRuntime", "TesseraBoard",
      ],
      path: "Sources/Host/TesseraProtocol", swiftSettings: swiftSettings),

    .target(
      name: "TesseraBoardService",
      dependencies: [
        "TesseraValues", "TesseraLayout", "TesseraViews", "TesseraData", "TesseraServices", "TesseraGraphics",
        "TesseraBundles", "TesseraComponents", "TesseraRuntime", "TesseraBoard", "TesseraProtocol",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Metrics", package: "swift-metrics"),
      ],
      path: "Sources/Host/TesseraBoardService", swiftSettings: swiftSettings),

    .systemLibrary(
      name: "CArgon2", path: "Sources/System/CArgon2", pkgConfig: "libargon2", providers: [.apt(["libargon2-dev"])]),
    .systemLibrary(
      name: "CQRencode", path: "Sources/System/CQRencode", pkgConfig: "libqrencode",
      providers: [.apt(["libqrencode-dev"])]),
    .target(
      name: "TesseraLocalSources", dependencies: ["TesseraValues", "TesseraServices"],
      path: "Sources/Host/TesseraLocalSources", swiftSettings: swiftSettings),
    .target(
      name: "TesseraAccess",
      dependencies: [
        "TesseraValues", "TesseraCrypto", "TesseraData", "CArgon2", "CQRencode",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Sources/Host/TesseraAccess", swiftSettings: swiftSettings),
    .target(
      name: "TesseraProcessHost",
      dependencies: [
        "TesseraServices", "TesseraData",
        "TesseraValues", "TesseraLayout", "TesseraViews", "TesseraBundles", "TesseraRuntime", "TesseraProtocol",
        "TesseraBoardService",
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Sources/Host/TesseraProcessHost", swiftSettings: swiftSettings),
    .systemLibrary(
      name: "CPostgreSQL", path: "Sources/System/CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .target(
      name: "TesseraPostgreSQL", dependencies: ["CPostgreSQL", "TesseraValues"], path: "Sources/Host/TesseraPostgreSQL",
      swiftSettings: swiftSettings),
    .target(
      name: "TesseraCluster",
      dependencies: [
        "CFileSystem", "CZlib", "TesseraValues", "TesseraCrypto", "TesseraData", "TesseraServices", "TesseraBundles",
        "TesseraPostgreSQL", "TesseraAccess", "TesseraBoard", "TesseraBoardService",
      ],
      path: "Sources/Host/TesseraCluster", swiftSettings: swiftSettings),
    .target(
      name: "TesseraForwarding",
      dependencies: [
        "TesseraValues", "TesseraCrypto",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      path: "Sources/Host/TesseraForwarding", swiftSettings: swiftSettings),
    .target(name: "CFileSystem", path: "Sources/System/CFileSystem"),
    .target(name: "CSandbox", path: "Sources/System/CSandbox"),
    .target(
      name: "TesseraConfinement", dependencies: ["CSandbox", "TesseraValues"],
      path: "Sources/Host/TesseraConfinement", swiftSettings: swiftSettings),
    .target(
      name: "TesseraBackup",
      dependencies: [
        "CFileSystem", "CZip", "TesseraValues", "TesseraCrypto", "TesseraData", "TesseraBoardService",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Sources/Host/TesseraBackup", swiftSettings: swiftSettings),
    .target(
      name: "TesseraServer",
      dependencies: [
        "TesseraData",
        "TesseraValues", "TesseraText", "TesseraLayout", "TesseraViews", "TesseraServices", "TesseraHTTPClient",
        "TesseraGraphics",
        "TesseraBundles", "TesseraComponents", "TesseraRuntime", "TesseraBoard", "TesseraCrypto", "TesseraWebClient",
        "TesseraProtocol", "TesseraBoardService", "TesseraAccess", "TesseraPlaces", "TesseraForwarding", "CZlib",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdTLS", package: "hummingbird", condition: .when(traits: ["TLS"])),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(traits: ["TLS"])),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "UnixSignals", package: "swift-service-lifecycle"),
      ],
      path: "Sources/Host/TesseraServer", swiftSettings: swiftSettings),

    .target(
      name: "TesseraCommands",
      dependencies: [
        "TesseraAccess", "TesseraBackup", "TesseraBoardService", "TesseraCluster", "TesseraPostgreSQL",
        "TesseraForwarding", "TesseraProcessHost", "TesseraConfinement", "TesseraBeagleScreens", "TesseraXcode",
        "TesseraSVG", "TesseraXML", "TesseraHTTPClient", "TesseraCrypto", "TesseraWebClient", "TesseraLocalSources",
        "TesseraPlaces",
        "TesseraValues", "TesseraText", "TesseraExpressions", "TesseraLayout", "TesseraViews", "TesseraData",
        "TesseraServices", "TesseraLayoutFixtures", "TesseraGraphics", "TesseraBundles", "TesseraComponents",
        "TesseraCustomWidgets",
        "TesseraBeagle", "TesseraRuntime", "TesseraBoard", "TesseraServer",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Yams", package: "Yams"),
      ],
      path: "Sources/CommandLine/TesseraCommands", swiftSettings: swiftSettings),
    .executableTarget(
      name: "tessera", dependencies: ["CJemalloc", "TesseraCommands"], path: "Sources/CommandLine/tessera",
      swiftSettings: swiftSettings),

    // What a third party would write: it sees what is public, and nothing else.
    .target(
      name: "TeamExtension",
      dependencies: [
        "TesseraValues", "TesseraExpressions", "TesseraLayout", "TesseraViews", "TesseraServices", "TesseraComponents",
        "TesseraCustomWidgets", "TesseraRuntime",
      ],
      path: "Samples/Extension/Sources/TeamExtension", packageAccess: false, swiftSettings: swiftSettings),
    .executableTarget(
      name: "team-board", dependencies: ["TeamExtension", "TesseraCommands"],
      path: "Samples/Extension/Sources/team-board", packageAccess: false, swiftSettings: swiftSettings),

    // A backend that speaks Beagle's JSON.
    .target(
      name: "ShopScreens", dependencies: ["TesseraValues", "TesseraPayloads"],
      path: "Samples/Shop/Sources/ShopScreens", packageAccess: false, swiftSettings: swiftSettings),
    .executableTarget(
      name: "shop",
      dependencies: [
        "ShopScreens", "TesseraPayloads", .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Samples/Shop/Sources/shop", packageAccess: false, swiftSettings: swiftSettings),

    // Tests and what they share
    .target(
      name: "TesseraTestSupport", dependencies: ["TesseraValues", "TesseraLayout", "TesseraViews"],
      path: "Tests/Support/TesseraTestSupport", swiftSettings: swiftSettings),
    .target(
      name: "TesseraLoopback",
      dependencies: [
        "TesseraValues",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      path: "Tests/Support/TesseraLoopback", swiftSettings: swiftSettings),
    .executableTarget(
      name: "hostile-decoders", dependencies: ["TesseraConfinement", "TesseraValues"],
      path: "Tests/Support/HostileDecoders", swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraConfinementTests", dependencies: ["TesseraConfinement", "TesseraValues"],
      path: "Tests/Unit/TesseraConfinementTests", swiftSettings: swiftSettings),
    .target(
      name: "TesseraPostgresServer", path: "Tests/Support/TesseraPostgresServer", swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraPostgreSQLTests",
      dependencies: ["TesseraPostgreSQL", "TesseraPostgresServer", "TesseraTestSupport"],
      path: "Tests/Unit/TesseraPostgreSQLTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraForwardingTests",
      dependencies: [
        "TesseraForwarding",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      path: "Tests/Unit/TesseraForwardingTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraClusterTests",
      dependencies: [
        "TesseraValues", "TesseraData", "TesseraServices", "TesseraBundles", "TesseraRuntime", "TesseraBoard",
        "TesseraProtocol", "TesseraBoardService", "TesseraAccess", "TesseraPostgreSQL", "TesseraCluster",
        "TesseraLayout", "TesseraViews", "TesseraForwarding", "TesseraHTTPClient", "TesseraServer",
        "TesseraTestSupport", "TesseraPostgresServer",
        .product(name: "HTTPTypes", package: "swift-http-types"), .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/Unit/TesseraClusterTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraValuesTests", dependencies: ["TesseraValues", "TesseraTestSupport"],
      path: "Tests/Unit/TesseraValuesTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraTextTests",
      dependencies: ["TesseraValues", "TesseraText", "TesseraExpressions", "TesseraTestSupport"],
      path: "Tests/Unit/TesseraTextTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraXMLTests", dependencies: ["TesseraValues", "TesseraXML"],
      path: "Tests/Unit/TesseraXMLTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraExpressionsTests",
      dependencies: ["TesseraValues", "TesseraText", "TesseraExpressions", "TesseraTestSupport"],
      path: "Tests/Unit/TesseraExpressionsTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraViewsTests",
      dependencies: ["TesseraValues", "TesseraLayout", "TesseraViews", "TesseraTestSupport"],
      path: "Tests/Unit/TesseraViewsTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraComponentsTests",
      dependencies: [
        "TesseraValues", "TesseraExpressions", "TesseraLayout", "TesseraViews", "TesseraComponents",
        "TesseraTestSupport",
      ],
      path: "Tests/Unit/TesseraComponentsTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraCryptoTests", dependencies: ["TesseraCrypto"], path: "Tests/Unit/TesseraCryptoTests",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraHTTPClientTests",
      dependencies: [
        "TesseraCrypto", "TesseraServices",
        "TesseraValues", "TesseraHTTPClient", "TesseraLoopback", "TesseraTestSupport",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      path: "Tests/Unit/TesseraHTTPClientTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraServicesTests",
      dependencies: [
        "TesseraHTTPClient",
        "TesseraTestSupport",
        "TesseraValues", "TesseraServices", "TesseraLoopback",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ],
      path: "Tests/Unit/TesseraServicesTests", resources: [.copy("Fixtures")], swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraSVGTests", dependencies: ["TesseraValues", "TesseraSVG", "TesseraTestSupport"],
      path: "Tests/Unit/TesseraSVGTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraFuzzTests",
      dependencies: [
        "TesseraValues", "TesseraText", "TesseraExpressions", "TesseraMarkdown", "TesseraSVG", "TesseraBeagle",
        "TesseraBundles", "TesseraServices", "TesseraViews", "TesseraComponents", "TesseraRuntime", "TesseraBoard",
        "TesseraProtocol", "TesseraCommands", "TesseraXcode", "TesseraXcodeFiles", "TesseraTestSupport",
      ],
      path: "Tests/Fuzz/TesseraFuzzTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraBoardTests", dependencies: ["TesseraValues", "TesseraBoard", "TesseraTestSupport"],
      path: "Tests/Unit/TesseraBoardTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraBeagleTests",
      dependencies: ["TesseraValues", "TesseraExpressions", "TesseraBeagle", "TesseraTestSupport"],
      path: "Tests/Unit/TesseraBeagleTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraPayloadsTests",
      dependencies: ["TesseraValues", "TesseraBeagle", "TesseraPayloads", "ShopScreens"],
      path: "Tests/Unit/TesseraPayloadsTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraCalendarsTests", dependencies: ["TesseraValues", "TesseraCalendars", "TesseraTestSupport"],
      path: "Tests/Unit/TesseraCalendarsTests", resources: [.copy("Fixtures")], swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraXcodeFilesTests",
      dependencies: [
        "CZlib", "TesseraValues", "TesseraXcodeFiles", "TesseraXcode", "TesseraBundles", "TesseraTestSupport",
      ],
      path: "Tests/Unit/TesseraXcodeFilesTests", resources: [.copy("Fixtures")], swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraXcodeTests",
      dependencies: ["TesseraValues", "TesseraXcode", "TesseraXcodeFiles", "TesseraBundles", "TesseraTestSupport"],
      path: "Tests/Unit/TesseraXcodeTests", exclude: ["Fixtures"], swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraMarkdownTests", dependencies: ["TesseraMarkdown", "TesseraText"],
      path: "Tests/Unit/TesseraMarkdownTests",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraLayoutTests", dependencies: ["TesseraLayout", "TesseraLayoutFixtures", "TesseraTestSupport"],
      path: "Tests/Unit/TesseraLayoutTests", resources: [.copy("Fixtures")], swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraDataTests",
      dependencies: [
        "TesseraValues", "TesseraText", "TesseraExpressions", "TesseraData", "TesseraTestSupport",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/Unit/TesseraDataTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraBundlesTests", dependencies: ["TesseraTestSupport", "TesseraValues", "TesseraBundles"],
      path: "Tests/Unit/TesseraBundlesTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraGraphicsTests",
      dependencies: [
        "TesseraValues", "TesseraLayout", "TesseraViews", "TesseraGraphics", "TesseraTestSupport", "CPango",
      ],
      path: "Tests/Unit/TesseraGraphicsTests", exclude: ["Goldens"], resources: [.copy("Fixtures")],
      swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraCommandsTests",
      dependencies: [
        "TesseraBeagleScreens",
        "TesseraTestSupport",
        "TeamExtension", "TesseraValues", "TesseraExpressions", "TesseraLayout", "TesseraViews", "TesseraComponents",
        "TesseraBundles",
        "TesseraServices", "TesseraRuntime", "TesseraBoard", "TesseraBoardService", "TesseraCommands",
        "TesseraConfinement", "TesseraSVG", "TesseraXML",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      path: "Tests/Unit/TesseraCommandsTests", exclude: ["Fixtures"], swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraRuntimeTests",
      dependencies: [
        "TesseraBeagleScreens",
        "TesseraHTTPClient",
        "TesseraValues", "TesseraExpressions", "TesseraLayout", "TesseraViews", "TesseraData", "TesseraServices",
        "TesseraBundles", "TesseraCustomWidgets", "TesseraComponents", "TesseraRuntime", "TesseraTestSupport",
        "TesseraLoopback", "TesseraXcode",
        "TeamExtension",
      ],
      path: "Tests/Unit/TesseraRuntimeTests", swiftSettings: swiftSettings),
    // What an app would write: it sees what is public, and nothing else.
    .testTarget(
      name: "TesseraEmbeddingTests",
      dependencies: [
        "TesseraValues", "TesseraExpressions", "TesseraLayout", "TesseraViews", "TesseraBundles", "TesseraRuntime",
        "TesseraGraphics", "TesseraComponents", "TesseraServices", "TesseraServer",
      ],
      path: "Tests/Embedding/TesseraEmbeddingTests", packageAccess: false, swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraAccessTests",
      dependencies: [
        "TesseraValues", "CCrypto", "TesseraCrypto", "TesseraData", "TesseraAccess",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/Unit/TesseraAccessTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraBackupTests",
      dependencies: [
        "TesseraValues", "TesseraCrypto", "TesseraData", "TesseraBoardService", "TesseraBackup",
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      path: "Tests/Unit/TesseraBackupTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraLocalSourcesTests", dependencies: ["TesseraLocalSources", "TesseraServices", "TesseraValues"],
      path: "Tests/Unit/TesseraLocalSourcesTests", swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraPlacesTests", dependencies: ["TesseraPlaces"], path: "Tests/Unit/TesseraPlacesTests",
      swiftSettings: swiftSettings),
    .testTarget(
      name: "TesseraServerTests",
      dependencies: [
        "TesseraAccess", "TesseraProtocol", "TesseraBoardService", "TesseraProcessHost", "TesseraCrypto",
        "TesseraForwarding", "TesseraServices",
        "TesseraValues", "TesseraLayout", "TesseraViews", "TesseraData", "TesseraGraphics", "TesseraBundles",
        "TesseraComponents", "TesseraRuntime", "TesseraBoard", "TesseraServer", "TesseraTestSupport",
        "TesseraHTTPClient", "TesseraWebClient", "TesseraXcode",
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      path: "Tests/Unit/TesseraServerTests", swiftSettings: swiftSettings),
  ],
  swiftLanguageModes: [.v6]
)
