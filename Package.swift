// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

/// A target of this package's own Swift code.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The tests of a target, which may use the shared test support.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], resources: [Resource] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["ReleaseTesting"], resources: resources, swiftSettings: settings
  )
}

/// A C library that Debian ships; exactly one Swift target imports each.
func library(_ name: String, pkgConfig: String, apt: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/CLibs/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// Lets libmicrohttpd, which is opened at run time, find the MHD_queue_response of every executable that it serves
/// (Sources/CLibs/CMicroHTTPD/refusals.c).
let hearRefusals = LinkerSetting.unsafeFlags(["-Xlinker", "--export-dynamic-symbol=MHD_queue_response"])

let package = Package(
  name: "release-registry",
  products: [
    .executable(name: "relctl", targets: ["relctl"]),
    .library(name: "WrapperInstaller", targets: ["WrapperInstaller"]),
  ],
  targets: [
    library("CDeflate", pkgConfig: "libdeflate", apt: "libdeflate-dev"),
    library("COpenSSL", pkgConfig: "libcrypto", apt: "libssl-dev"),
    library("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    library("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
    .systemLibrary(name: "CLinux", path: "Sources/CLibs/CLinux"),
    .systemLibrary(
      name: "CPKCS11", path: "Sources/CLibs/CPKCS11", providers: [.apt(["libp11-kit-dev"])]),
    .target(name: "CCurl", path: "Sources/CLibs/CCurl"),
    .target(name: "CBuildInfo", path: "Sources/CLibs/CBuildInfo"),
    .target(
      name: "CMicroHTTPD", path: "Sources/CLibs/CMicroHTTPD", linkerSettings: [hearRefusals]),

    module("ReleaseModel"),
    module("Cryptography", ["COpenSSL"]),
    module("Compression", ["CDeflate", "CZlib"]),
    module("TokenSigning", ["Cryptography", "CPKCS11"]),
    module("ReleaseBundle", ["ReleaseModel", "Cryptography", "Compression", "CLinux"]),
    module("ReleaseTrust", ["ReleaseModel", "Cryptography"]),
    module("HTTPServer", ["Compression", "CMicroHTTPD"]),
    module("HTTPClient", ["CCurl"]),
    module("TrustTransport", ["ReleaseTrust", "Cryptography", "HTTPClient"]),
    module(
      "ReleaseRegistry",
      ["ReleaseModel", "Cryptography", "ReleaseBundle", "ReleaseTrust", "HTTPServer", "CSQLite", "CLinux"]),
    module(
      "WrapperInstaller",
      [
        "ReleaseModel", "Cryptography", "ReleaseBundle", "ReleaseTrust", "HTTPServer", "HTTPClient",
        "TrustTransport",
      ]),
    module(
      "WrapperSimulation", ["ReleaseModel", "HTTPServer", "HTTPClient", "WrapperInstaller"]),
    .executableTarget(
      name: "relctl",
      dependencies: [
        "ReleaseModel", "Cryptography", "ReleaseBundle", "ReleaseTrust", "HTTPServer", "HTTPClient",
        "TrustTransport", "TokenSigning", "ReleaseRegistry", "WrapperInstaller", "WrapperSimulation",
        "CBuildInfo",
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "bench-unpack", dependencies: ["ReleaseModel", "ReleaseBundle"], path: "bench/Unpack",
      swiftSettings: settings),
    .executableTarget(
      name: "bench-trust", dependencies: ["ReleaseModel", "ReleaseTrust", "HTTPClient", "TrustTransport"],
      path: "bench/Trust", swiftSettings: settings),
    .executableTarget(
      name: "bench-launch", dependencies: ["WrapperInstaller"], path: "bench/Launch", swiftSettings: settings),
    module(
      "ReleaseTesting",
      ["ReleaseModel", "Cryptography", "ReleaseBundle", "ReleaseTrust", "HTTPServer", "HTTPClient"]),

    tests("ReleaseModelTests", ["ReleaseModel"], resources: [.copy("Resources")]),
    tests("CryptographyTests", ["Cryptography"]),
    tests("CompressionTests", ["Compression"]),
    tests("TokenSigningTests", ["TokenSigning", "Cryptography"]),
    tests("ReleaseBundleTests", ["ReleaseBundle", "ReleaseModel", "Cryptography"]),
    tests("ReleaseTrustTests", ["ReleaseTrust", "ReleaseModel", "Cryptography"]),
    tests("HTTPServerTests", ["HTTPServer"]),
    tests("HTTPClientTests", ["HTTPClient", "HTTPServer"]),
    tests(
      "TrustTransportTests",
      ["TrustTransport", "ReleaseTrust", "ReleaseModel", "Cryptography", "HTTPClient"]),
    tests(
      "ReleaseRegistryTests",
      [
        "ReleaseRegistry", "ReleaseModel", "ReleaseBundle", "ReleaseTrust", "Cryptography",
        "HTTPServer", "HTTPClient", "TrustTransport",
      ]),
    .executableTarget(
      name: "outbox-worker", dependencies: ["WrapperInstaller"], path: "Tests/OutboxWorker",
      swiftSettings: settings),
    tests(
      "WrapperInstallerTests",
      [
        "outbox-worker", "WrapperInstaller", "ReleaseModel", "ReleaseBundle", "ReleaseTrust", "Cryptography",
        "HTTPServer",
        "HTTPClient",
      ]),
    tests(
      "WrapperSimulationTests",
      ["WrapperSimulation", "ReleaseModel", "HTTPClient", "WrapperInstaller"]),
    tests("EndToEndTests", ["ReleaseModel", "ReleaseBundle", "ReleaseTrust", "Cryptography"]),
  ],
  swiftLanguageModes: [.v6]
)

// Only for `make test-fuzz`: they link with libFuzzer alone.
if Context.environment["FUZZING"] != nil {
  func fuzzer(_ name: String, _ folder: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
      name: name, dependencies: dependencies + ["Fuzzing"], path: "Tests/Fuzz/\(folder)",
      swiftSettings: settings)
  }
  package.targets += [
    .systemLibrary(name: "CLibFuzzer", path: "Tests/Fuzz/CLibFuzzer"),
    .target(
      name: "Fuzzing", dependencies: ["CLibFuzzer"], path: "Tests/Fuzz/Fuzzing", swiftSettings: settings),
    fuzzer("fuzz-trust", "Trust", ["ReleaseTrust"]),
    fuzzer("fuzz-pointer", "Pointer", ["WrapperInstaller", "ReleaseModel"]),
    fuzzer("fuzz-bridge", "Bridge", ["WrapperInstaller", "ReleaseTrust"]),
  ]
}
