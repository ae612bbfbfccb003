// swift-tools-version: 6.2
import Foundation
import PackageDescription

// The targets of the package (`Sources` is a link to them) that are fuzzed. `run` gives the sanitizers.

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")

let page = try FileManager.default.contentsOfDirectory(atPath: Context.packageDirectory + "/Sources/MockServing/Page")
    .filter { !$0.hasSuffix(".swift") }.sorted().map { Resource.embedInCode("Page/\($0)") }

let package = Package(
    name: "hypermock-fuzz",
    platforms: [.macOS(.v15)],
    dependencies: [.package(url: "https://github.com/apple/swift-http-types", from: "1.8.0")],
    targets: [
        .systemLibrary(name: "CUV", pkgConfig: "libuv"),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1"),
        .systemLibrary(name: "CZLIB"),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8"),
        .systemLibrary(name: "CNGHTTP2", pkgConfig: "libnghttp2"),
        .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0"),
        .target(name: "CXML2", dependencies: ["CLibXML2"]),
        .target(name: "CTLS"),
        .target(name: "CHiredis"),
        .target(name: "CLLHTTP"),
        .target(name: "URITemplates", swiftSettings: strict),
        .target(name: "HAL", dependencies: ["URITemplates"], swiftSettings: strict),
        .target(name: "UV", dependencies: ["CUV"], swiftSettings: strict),
        .target(name: "Messages", swiftSettings: strict),
        .target(name: "TLS", dependencies: ["Messages", "CTLS"], swiftSettings: strict),
        .target(name: "Valkey", dependencies: ["UV", "TLS", "CHiredis"], swiftSettings: strict),
        .target(name: "HTTP2", dependencies: ["Messages", "CNGHTTP2"], swiftSettings: strict),
        .target(name: "HTTPServing", dependencies: ["Messages", "UV", "TLS", "CZLIB"], swiftSettings: strict),
        .target(
            name: "HTTP1Server",
            dependencies: ["HTTPServing", "Messages", "UV", "CLLHTTP"],
            swiftSettings: strict
        ),
        .target(name: "HTTP2Server", dependencies: ["HTTP2", "HTTPServing", "Messages", "UV"], swiftSettings: strict),
        .target(name: "Documents", dependencies: ["HAL", "CYAML"], swiftSettings: strict),
        .target(
            name: "Matching",
            dependencies: ["Messages", "Documents", "HAL", "CPCRE2", "CXML2", httpTypes],
            swiftSettings: strict
        ),
        .target(
            name: "Scenarios",
            dependencies: ["Messages", "Documents", "Matching", "HAL", "URITemplates", httpTypes],
            swiftSettings: strict
        ),
        .target(
            name: "Mocking",
            dependencies: ["Messages", "Documents", "Matching", "Scenarios", "HAL", "URITemplates", httpTypes],
            swiftSettings: strict
        ),
        .target(
            name: "MockServing",
            dependencies: [
                "Messages", "Mocking", "HTTP1Server", "HTTP2Server", "HTTP2", "HTTPServing", "TLS", "UV", "Valkey",
                "Documents", "Matching", "Scenarios", "HAL", "URITemplates", httpTypes,
            ],
            resources: page,
            swiftSettings: strict
        ),
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "MockServing", "Mocking", "HTTP1Server", "HTTPServing", "TLS", "HTTP2", "Messages", "Documents",
                "Matching", "Scenarios", "URITemplates", "HAL", "Valkey",
            ],
            path: "Targets",
            swiftSettings: strict,
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]
        ),
    ]
)
