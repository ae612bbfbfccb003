// swift-tools-version: 6.2
import Foundation
import PackageDescription

#if canImport(Glibc)
    import Glibc
#endif

// Set by `.ci/run`; someone who only uses the package is never stopped by a newer compiler's warning.
let warningsAreErrors = Context.environment["HYPERMOCK_WARNINGS_AS_ERRORS"] != nil

// Set to build the documentation: `HYPERMOCK_DOCC=1 swift package generate-documentation --target HALClient`.
let documentation: [Package.Dependency] =
    Context.environment["HYPERMOCK_DOCC"] == nil
    ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.0")]

// For a static `hypermock`, which needs no libraries of the system: `HYPERMOCK_STATIC=1 swift build -c release
// --product hypermock --static-swift-stdlib`. Only the link differs, so that both commands come from one compilation.
let isStatic = Context.environment["HYPERMOCK_STATIC"] != nil

// Relocations in a format of a tenth of the size, if the system's loader supports it (glibc 2.36): less memory is read
// at start.
#if canImport(Glibc)
    var version = [CChar](repeating: 0, count: 64)
    let versionLength = confstr(Int32(_CS_GNU_LIBC_VERSION), &version, version.count)
    let library = String(decoding: version.prefix(max(versionLength, 1) - 1).map(UInt8.init), as: UTF8.self)
    let packsRelocations = library.compare("glibc 2.36", options: .numeric) != .orderedAscending
#else
    let packsRelocations = false
#endif

let relocationFlags = packsRelocations && !isStatic ? ["-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"] : []

// Places the functions that run at start next to each other, so that a server's pages contain little of the client and
// the contract runner, which are in the same executable: 3 MB less in memory. `Tests/Benchmarks/startup-order` writes
// the list.
let orderFlags = [
    "-Xlinker", "--symbol-ordering-file=\(Context.packageDirectory)/Sources/CLI/startup.order",
    "-Xlinker", "--no-warn-symbol-ordering",
]

let commandLinkerFlags =
    ["-use-ld=lld"] + (isStatic ? ["-static-executable"] : []) + relocationFlags + orderFlags

// The linker orders sections: without these flags, a section contains a whole source file. SwiftPM rejects such flags in
// dependencies, which it checks out to a folder `checkouts`.
let isDependency = Context.packageDirectory.contains("/checkouts/")
let functionSections: [SwiftSetting] =
    isDependency
    ? []
    : [.unsafeFlags(["-Xfrontend", "-function-sections"], .when(platforms: [.linux], configuration: .release))]

let strict: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),  // SE-0335
        .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
        .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    ] + functionSections + (warningsAreErrors ? [.treatAllWarnings(as: .error)] : [])

// The sources of the page that `MockServing` serves, as constant bytes in its code.
let page: [Resource] = [
    "page.html", "page.css", "dom.js", "api.js", "rows.js", "exchange.js", "journal.js", "state.js", "hal.js",
    "explorer.js", "scenarios.js", "main.js",
].map { .embedInCode("Page/\($0)") }

extension Target.Dependency {
    static let httpTypes: Self = .product(name: "HTTPTypes", package: "swift-http-types")
    static let logging: Self = .product(name: "Logging", package: "swift-log")
    static let argumentParser: Self = .product(name: "ArgumentParser", package: "swift-argument-parser")

    /// The dependencies of the client's transport on Linux; Apple platforms do not build them.
    static let asyncHTTPClient: [Self] = [
        .product(name: "AsyncHTTPClient", package: "async-http-client", condition: .when(platforms: [.linux])),
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio", condition: .when(platforms: [.linux])),
        .product(name: "NIOCore", package: "swift-nio", condition: .when(platforms: [.linux])),
        .product(name: "NIOHTTP1", package: "swift-nio", condition: .when(platforms: [.linux])),
        .product(name: "NIOHPACK", package: "swift-nio-http2", condition: .when(platforms: [.linux])),
        .product(name: "NIOHTTP2", package: "swift-nio-http2", condition: .when(platforms: [.linux])),
        .product(name: "NIOPosix", package: "swift-nio", condition: .when(platforms: [.linux])),
        .product(name: "NIOHTTPCompression", package: "swift-nio-extras", condition: .when(platforms: [.linux])),
        .product(name: "NIOSSL", package: "swift-nio-ssl", condition: .when(platforms: [.linux])),
        .product(name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux])),
        .product(name: "Tracing", package: "swift-distributed-tracing", condition: .when(platforms: [.linux])),
    ]
}

// Debian and Ubuntu ship the parser's sources, which `CLLHTTP` compiles; elsewhere it is a library.
let llhttp: Target =
    FileManager.default.fileExists(atPath: "/usr/share/llhttp/llhttp.c")
    ? .target(name: "CLLHTTP")
    : .systemLibrary(
        name: "CLLHTTP",
        path: "Sources/CLLHTTP/include",
        pkgConfig: "libllhttp",
        providers: [.apt(["libllhttp-dev"]), .brew(["llhttp"])]
    )

// On Linux `CTLS` loads OpenSSL when TLS is first used, and is compiled with its headers only; a static program links it.
// Elsewhere there is one OpenSSL to link, which Homebrew keeps out of the usual folders.
#if os(Linux)
    let openSSL: [Target] = []
    let openSSLFlags: [LinkerSetting] = isStatic ? [.linkedLibrary("ssl"), .linkedLibrary("crypto")] : []
    let hiredisFlags: [LinkerSetting] = isStatic ? [.linkedLibrary("hiredis")] : []
#else
    let openSSL: [Target] = [
        .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.brew(["openssl@3"])])
    ]
    let openSSLFlags: [LinkerSetting] = []
    let hiredisFlags: [LinkerSetting] = [.linkedLibrary("hiredis")]
#endif

// `CXML2` loads libxml2 when XML is first used, and is compiled with its headers only, which are in a folder of their own.
// Where the flag for it is rejected, and elsewhere than on Linux, the library is linked.
#if os(Linux)
    let linksLibXML2 = isDependency
#else
    let linksLibXML2 = true
#endif
let libXML2: [Target] =
    linksLibXML2
    ? [
        .systemLibrary(
            name: "CLibXML2",
            pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]
        )
    ] : []
let libXML2Headers: [CSetting] =
    linksLibXML2 ? [] : [.unsafeFlags(["-I/usr/include/libxml2", "-I/usr/local/include/libxml2"])]

let package = Package(
    name: "hypermock",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "URITemplates", targets: ["URITemplates"]),
        .library(name: "HAL", targets: ["HAL"]),
        .library(name: "HALClient", targets: ["HALClient"]),
        .library(name: "DiskCache", targets: ["DiskCache"]),
        .library(name: "MockServing", targets: ["MockServing"]),
        .library(name: "Contracts", targets: ["Contracts", "ContractTesting"]),
        .executable(name: "hypermock", targets: ["CLI"]),
    ],
    traits: [
        .trait(
            name: "URLSessionOnLinux",
            description: "Compiles HALClient's URLSessionTransport on Linux too, which links FoundationNetworking."
        ),
        .trait(name: "DiskCache", description: "Compiles the response store on disk, which requires GRDB and SQLite."),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.81.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.24.0"),
        .package(url: "https://github.com/apple/swift-nio-http2.git", from: "1.36.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.29.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.3.0"),
        .package(url: "https://github.com/apple/swift-system", from: "1.4.0"),
    ] + documentation,
    targets: [
        // The C libraries, each imported by one target.
        .systemLibrary(
            name: "CUV",
            pkgConfig: isStatic ? "libuv-static" : "libuv",
            providers: [.apt(["libuv1-dev"]), .brew(["libuv"])]
        ),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
        .systemLibrary(name: "CZLIB", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
        .target(
            name: "CXML2",
            dependencies: libXML2.map { .target(name: $0.name) },
            cSettings: (isStatic ? [.define("HYPERMOCK_STATIC")] : []) + libXML2Headers
        ),
        .systemLibrary(
            name: "CNGHTTP2",
            pkgConfig: "libnghttp2",
            providers: [.apt(["libnghttp2-dev"]), .brew(["libnghttp2"])]
        ),
        .target(
            name: "CTLS",
            dependencies: openSSL.map { .target(name: $0.name) },
            cSettings: isStatic ? [.define("HYPERMOCK_STATIC")] : [],
            linkerSettings: openSSLFlags
        ),
        // Loaded when it is first used, as OpenSSL is.
        .target(
            name: "CHiredis",
            cSettings: isStatic ? [.define("HYPERMOCK_STATIC")] : [],
            linkerSettings: hiredisFlags
        ),
        llhttp,
        .target(name: "CBuiltinScenarios"),

        // The client tower.
        .target(name: "URITemplates", swiftSettings: strict),
        .target(name: "HAL", dependencies: ["URITemplates"], swiftSettings: strict),
        .target(
            name: "HALClient",
            dependencies: ["HAL", "URITemplates", .httpTypes, .logging] + Target.Dependency.asyncHTTPClient,
            swiftSettings: strict
        ),

        // Empty without the trait, so that packages without it do not depend on GRDB.
        .target(
            name: "DiskCache",
            dependencies: [
                "HALClient", "HAL", .httpTypes, .logging,
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["DiskCache"])),
            ],
            swiftSettings: strict
        ),

        // Requests and responses, below both the engine and the protocols.
        .target(name: "Messages", swiftSettings: strict),

        // The contents of scenario files, for the server and the contract runner.
        .target(name: "Documents", dependencies: ["HAL", "CYAML"], swiftSettings: strict),
        .target(
            name: "Matching",
            dependencies: ["Messages", "Documents", "HAL", "CPCRE2", "CXML2", .httpTypes],
            swiftSettings: strict
        ),
        .target(
            name: "Scenarios",
            dependencies: ["Messages", "Documents", "Matching", "HAL", "URITemplates", .httpTypes],
            swiftSettings: strict
        ),

        // Scenarios from exchanges with real servers; independent of both towers.
        .target(
            name: "Recordings",
            dependencies: ["Documents", "HAL", "Matching", "Messages", "Scenarios", "URITemplates", .httpTypes],
            swiftSettings: strict
        ),

        // The server tower.
        .target(name: "UV", dependencies: ["CUV"], swiftSettings: strict),
        .target(name: "TLS", dependencies: ["Messages", "CTLS"], swiftSettings: strict),
        .target(name: "HTTP2", dependencies: ["Messages", "CNGHTTP2"], swiftSettings: strict),
        .target(name: "Valkey", dependencies: ["UV", "TLS", "CHiredis"], swiftSettings: strict),
        .target(name: "HTTPServing", dependencies: ["Messages", "UV", "TLS", "CZLIB"], swiftSettings: strict),
        .target(
            name: "HTTP1Server",
            dependencies: ["HTTPServing", "Messages", "UV", "CLLHTTP"],
            swiftSettings: strict
        ),
        .target(
            name: "HTTP2Server",
            dependencies: ["HTTP2", "HTTPServing", "Messages", "UV"],
            swiftSettings: strict
        ),
        .target(
            name: "Mocking",
            dependencies: ["Messages", "Documents", "Matching", "Scenarios", "HAL", "URITemplates", .httpTypes],
            swiftSettings: strict
        ),
        .target(
            name: "MockServing",
            dependencies: [
                "Messages", "Mocking", "HTTP1Server", "HTTP2Server", "HTTP2", "HTTPServing", "TLS", "UV", "Valkey",
                "Documents", "Matching", "Recordings", "Scenarios", "HAL", "URITemplates", .httpTypes,
            ],
            resources: page,
            swiftSettings: strict
        ),

        // The contract runner, independent of the server.
        .target(
            name: "Contracts",
            dependencies: [
                "Messages", "Documents", "Matching", "Scenarios", "HALClient", "HAL", "URITemplates", .httpTypes,
            ],
            swiftSettings: strict
        ),

        // Where the towers meet: in tests, and in the command.
        .target(
            name: "ContractTesting",
            dependencies: [
                "Contracts", "MockServing", "Messages", "Documents", "Matching", "Scenarios", "HALClient", "HAL",
                .httpTypes,
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "CLI",
            dependencies: [
                "CBuiltinScenarios", "MockServing", "Contracts", "ContractTesting", "Documents", "Matching",
                "Messages", "Recordings", "Scenarios", "HALClient", "HAL", "URITemplates", "UV", "Valkey",
                .argumentParser, .httpTypes,
            ],
            exclude: ["startup.order"],
            swiftSettings: strict,
            linkerSettings: [.unsafeFlags(commandLinkerFlags, .when(platforms: [.linux]))]
        ),

        .testTarget(name: "URITemplatesTests", dependencies: ["SeededRandom", "URITemplates"], swiftSettings: strict),
        .testTarget(name: "HALTests", dependencies: ["SeededRandom", "HAL", "URITemplates"], swiftSettings: strict),
        .testTarget(
            name: "HALClientTests",
            dependencies: [
                "SeededRandom",
                "HALClient", "HAL", "URITemplates", "MockServing", .httpTypes, .logging,
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "DiskCacheTests",
            dependencies: [
                "SeededRandom", "DiskCache", "DiskCacheWriter", "HALClient", .httpTypes, .logging,
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "DiskCacheWriter",
            dependencies: ["DiskCache", "HALClient", .httpTypes],
            path: "Tests/DiskCacheWriter",
            swiftSettings: strict
        ),
        .testTarget(name: "UVTests", dependencies: ["UV", "Support"], swiftSettings: strict),
        .testTarget(name: "ValkeyTests", dependencies: ["SeededRandom", "Valkey", "UV"], swiftSettings: strict),
        .testTarget(name: "TLSTests", dependencies: ["TLS", "Messages", "Support"], swiftSettings: strict),
        .testTarget(name: "HTTP2Tests", dependencies: ["FrameClient", "HTTP2", "Messages"], swiftSettings: strict),
        .testTarget(name: "MessagesTests", dependencies: ["Messages"], swiftSettings: strict),
        .testTarget(
            name: "HTTPServingTests",
            dependencies: ["SeededRandom", "HTTPServing", "Messages", "TLS", "UV", "Support"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "HTTP1ServerTests",
            dependencies: ["SeededRandom", "HTTP1Server", "HTTPServing", "Messages", "ServerSupport", "Support", "UV"],
            swiftSettings: strict
        ),
        .testTarget(name: "DocumentsTests", dependencies: ["Documents", "HAL"], swiftSettings: strict),
        .testTarget(
            name: "MatchingTests",
            dependencies: ["SeededRandom", "Matching", "Documents", "Messages", "HAL", .httpTypes],
            swiftSettings: strict
        ),
        .testTarget(
            name: "HTTP2ServerTests",
            dependencies: [
                "FrameClient", "HTTP2Server", "HTTP2", "HTTPServing", "HTTP1Server", "Messages", "ServerSupport",
                "Support", "UV",
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ScenariosTests",
            dependencies: ["SeededRandom", "Scenarios", "Documents", "Matching", "Messages", "HAL"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "RecordingsTests",
            dependencies: ["Recordings", "Documents", "Scenarios", "HAL", "Matching", .httpTypes],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MockingTests",
            dependencies: ["SeededRandom", "Mocking", "Messages", "Documents", "Matching"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "MockServingTests",
            dependencies: [
                "SeededRandom", "MockServing", "Mocking", "HTTPServing", "TLS", "Messages", "Documents", "Matching",
                "Scenarios", "HAL", "UV", "Valkey", "Support", .httpTypes,
            ],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ContractsTests",
            dependencies: [
                "SeededRandom", "Contracts", "ContractTesting", "Documents", "Matching", "Scenarios", "HALClient",
                "HAL", "MockServing", "Mocking", "Messages", .httpTypes,
            ],
            exclude: ["Golden"],
            swiftSettings: strict
        ),
        // Uses only public declarations, like a user.
        .testTarget(
            name: "ContractTestingTests",
            dependencies: ["ContractTesting", "HAL", "HALClient", .httpTypes],
            packageAccess: false,
            swiftSettings: strict
        ),
        .testTarget(
            name: "CLITests",
            dependencies: [
                "CLI", "HTTP1Server", "HTTP2", "HTTPServing", "Matching", "Messages", "MockServing", "Mocking",
                "Scenarios", "Support", "WithoutFoundation", .argumentParser, .httpTypes,
            ],
            swiftSettings: strict
        ),
        // Started by a test: a client in a program that, unlike test bundles, does not link all of Foundation.
        .executableTarget(
            name: "WithoutFoundation",
            dependencies: ["HALClient", "HAL"],
            path: "Tests/WithoutFoundation",
            swiftSettings: strict
        ),
        // Started by `Tests/Interop`: a cache that the suite cache-tests examines.
        .executableTarget(
            name: "CacheClient",
            dependencies: ["HALClient", "HAL", .httpTypes],
            path: "Tests/Interop/CacheClient",
            swiftSettings: strict
        ),
        // Measures the client; `Tests/Benchmarks/run` builds it for release.
        .executableTarget(
            name: "ClientBenchmarks",
            dependencies: ["HALClient", "HAL", .httpTypes] + Target.Dependency.asyncHTTPClient,
            path: "Tests/Benchmarks/Client",
            swiftSettings: strict
        ),
        .target(name: "SeededRandom", path: "Tests/SeededRandom", swiftSettings: strict),
        .target(name: "FrameClient", dependencies: ["CNGHTTP2"], path: "Tests/FrameClient", swiftSettings: strict),
        .target(name: "Support", dependencies: ["UV"], path: "Tests/Support", swiftSettings: strict),
        .target(
            name: "ServerSupport",
            dependencies: ["HTTPServing", "Messages", "Support", "UV"],
            path: "Tests/ServerSupport",
            swiftSettings: strict
        ),
    ] + openSSL + libXML2
)
