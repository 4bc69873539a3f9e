// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "Millrace",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "Millrace", targets: ["Millrace"]),
        .library(name: "MillraceSignals", targets: ["MillraceSignals"]),
        .library(name: "MillraceFlux", targets: ["MillraceFlux"]),
        .library(name: "MillraceData", targets: ["MillraceData"]),
        .library(name: "MillraceEntities", targets: ["MillraceEntities"]),
        .library(name: "MillraceCache", targets: ["MillraceCache"]),
        .library(name: "MillraceNetwork", targets: ["MillraceNetwork"]),
        .library(name: "MillraceHistory", targets: ["MillraceHistory"]),
        .library(name: "MillraceApp", targets: ["MillraceApp"]),
        .library(name: "MillraceViews", targets: ["MillraceViews"]),
        .library(name: "MillraceTerminal", targets: ["MillraceTerminal"]),
        .library(name: "MillraceTesting", targets: ["MillraceTesting"]),
        .library(name: "MillraceSpecs", targets: ["MillraceSpecs"]),
        .executable(name: "annotation-filter", targets: ["annotation-filter"]),
        .executable(name: "weather", targets: ["weather"]),
        .executable(name: "chat", targets: ["chat"]),
        .executable(name: "benchmarks", targets: ["benchmarks"]),
        .executable(name: "entity-models", targets: ["entity-models"]),
    ],
    targets: [
        // The floors. Each imports only those above it in this list.
        .target(name: "MillraceSignals"),
        .target(name: "MillraceFlux", dependencies: ["MillraceSignals"]),
        .target(name: "MillraceData", dependencies: ["MillraceSignals"]),
        .target(name: "MillraceCache", dependencies: ["MillraceSignals"]),
        .target(name: "MillraceNetwork", dependencies: ["MillraceSignals"]),
        .target(name: "MillraceEntities", dependencies: ["MillraceSignals", "MillraceData"]),
        .target(name: "MillraceViews", dependencies: ["MillraceSignals", "MillraceData"]),
        .target(name: "MillraceTerminal", dependencies: ["MillraceSignals", "MillraceData", "MillraceViews"]),
        .target(name: "Millrace", dependencies: ["MillraceSignals", "MillraceFlux", "MillraceData", "MillraceViews"]),
        .target(name: "MillraceHistory", dependencies: ["MillraceSignals", "MillraceFlux", "MillraceData"]),
        .target(name: "MillraceApp", dependencies: ["MillraceSignals", "MillraceFlux"]),
        .target(name: "MillraceTesting", dependencies: ["MillraceSignals", "MillraceFlux", "MillraceHistory"]),
        .target(name: "MillraceSpecs", dependencies: ["MillraceSignals", "MillraceHistory", "MillraceTesting"]),

        // The command that writes models from samples: all that it does, and a thin executable.
        .target(name: "EntityModels", dependencies: ["MillraceEntities"]),
        .executableTarget(
            name: "entity-models",
            dependencies: ["EntityModels", "MillraceTerminal"],
            path: "Sources/EntityModelsCommand"
        ),

        // Tests mirror the floors.
        .target(
            name: "TestSupport",
            dependencies: ["MillraceSignals", "MillraceFlux", "MillraceViews", "MillraceTesting", "MillraceSpecs"],
            path: "Tests/TestSupport"
        ),
        .testTarget(name: "MillraceSignalsTests", dependencies: ["MillraceSignals", "TestSupport", "MillraceSpecs"]),
        .testTarget(name: "MillraceFluxTests", dependencies: ["MillraceFlux", "TestSupport", "MillraceSpecs"]),
        .testTarget(name: "MillraceDataTests", dependencies: ["MillraceData", "TestSupport", "MillraceSpecs"]),
        .testTarget(name: "MillraceCacheTests", dependencies: ["MillraceCache", "TestSupport", "MillraceSpecs"]),
        .target(name: "LoopbackHTTP", path: "Tests/LoopbackHTTP"),
        .testTarget(
            name: "MillraceNetworkTests",
            dependencies: ["MillraceNetwork", "LoopbackHTTP", "TestSupport", "MillraceSpecs"]
        ),
        .testTarget(
            name: "MillraceEntitiesTests",
            dependencies: ["MillraceEntities", "MillraceCache", "MillraceHistory", "TestSupport", "MillraceSpecs"]
        ),
        .testTarget(name: "EntityModelsTests", dependencies: ["EntityModels", "MillraceSpecs"]),
        .testTarget(name: "MillraceViewsTests", dependencies: ["MillraceViews", "TestSupport", "MillraceSpecs"]),
        .testTarget(name: "MillraceHistoryTests", dependencies: ["MillraceHistory", "TestSupport", "MillraceSpecs"]),
        .testTarget(
            name: "MillraceAppTests",
            dependencies: ["MillraceApp", "MillraceHistory", "TestSupport", "MillraceSpecs"]
        ),
        .testTarget(
            name: "MillraceTerminalTests",
            dependencies: ["MillraceTerminal", "TestSupport", "MillraceSpecs"],
            exclude: ["Table/__Snapshots__"]
        ),
        .testTarget(name: "MillraceTests", dependencies: ["Millrace", "MillraceHistory", "MillraceSpecs"]),
        .testTarget(name: "MillraceTestingTests", dependencies: ["Millrace", "TestSupport", "MillraceSpecs"]),
        .testTarget(name: "MillraceSpecsTests", dependencies: ["Millrace", "MillraceSpecs"]),

        // The annotation filter: a feature, its specs, and a thin executable.
        .target(
            name: "AnnotationFilter",
            dependencies: ["Millrace", "MillraceHistory", "MillraceTerminal"],
            path: "Examples/AnnotationFilter/Feature",
            resources: [.copy("Resources/sheet.xfdf")]
        ),
        .executableTarget(
            name: "annotation-filter",
            dependencies: ["AnnotationFilter", "Millrace", "MillraceHistory", "MillraceTerminal"],
            path: "Examples/AnnotationFilter/CommandLine"
        ),
        .testTarget(
            name: "AnnotationFilterSpecs",
            dependencies: ["AnnotationFilter", "MillraceSpecs"],
            path: "Examples/AnnotationFilter/Specs",
            exclude: ["Terminal/__Snapshots__", "View/__Snapshots__"]
        ),

        // The weather: a feature, the answers that it has where there is no network, its specs, and a thin executable.
        .target(
            name: "WeatherSearch",
            dependencies: ["Millrace", "MillraceNetwork", "MillraceTerminal"],
            path: "Examples/Weather/Feature"
        ),
        .target(
            name: "WeatherRecording",
            dependencies: ["MillraceNetwork"],
            path: "Examples/Weather/Recording",
            resources: [.process("Resources")]
        ),
        .executableTarget(
            name: "weather",
            dependencies: ["WeatherSearch", "WeatherRecording", "Millrace", "MillraceTerminal"],
            path: "Examples/Weather/CommandLine"
        ),
        .testTarget(
            name: "WeatherSpecs",
            dependencies: ["WeatherSearch", "WeatherRecording", "LoopbackHTTP", "MillraceNetwork", "MillraceSpecs"],
            path: "Examples/Weather/Specs",
            exclude: ["Terminal/__Snapshots__"]
        ),

        // The chat: a feature, the homeserver that it speaks to where no other is named, its specs, and a thin
        // executable.
        .target(
            name: "MatrixChat",
            dependencies: [
                "Millrace", "MillraceApp", "MillraceCache", "MillraceEntities", "MillraceNetwork", "MillraceTerminal",
            ],
            path: "Examples/Chat/Feature"
        ),
        .target(
            name: "SampleHomeserver",
            dependencies: ["MatrixChat", "Millrace", "MillraceNetwork"],
            path: "Examples/Chat/SampleHomeserver"
        ),
        .executableTarget(
            name: "chat",
            dependencies: ["MatrixChat", "SampleHomeserver", "Millrace", "MillraceNetwork", "MillraceTerminal"],
            path: "Examples/Chat/CommandLine"
        ),
        .testTarget(
            name: "ChatSpecs",
            dependencies: ["MatrixChat", "SampleHomeserver", "MillraceApp", "MillraceNetwork", "MillraceSpecs"],
            path: "Examples/Chat/Specs"
        ),

        // The pictures of the examples.
        .executableTarget(
            name: "screenshot",
            dependencies: [
                "AnnotationFilter", "MatrixChat", "Millrace", "MillraceHistory", "MillraceNetwork", "MillraceTerminal",
                "SampleHomeserver", "WeatherRecording", "WeatherSearch",
            ],
            path: "Documentation/Images/Screenshot"
        ),

        // What it costs, measured from a module of its own, as users would call it.
        .executableTarget(
            name: "benchmarks",
            dependencies: ["Millrace", "MillraceData", "MillraceEntities", "MillraceHistory", "Allocations"],
            path: "Benchmarks/CommandLine"
        ),
        .target(name: "Allocations", path: "Benchmarks/Allocations"),
    ],
    swiftLanguageModes: [.v6]
)

// A run that tries some of the library's tests, as the sanitizers' do, builds nothing else: MILLRACE_TESTS names their
// targets, separated by commas.
if let wanted = Context.environment["MILLRACE_TESTS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll { target in
        let isOfLibrary = target.path?.hasPrefix("Tests/") ?? true
        return target.type == .executable || !isOfLibrary || target.type == .test && !wanted.contains(target.name)
    }
    package.products.removeAll { $0 is Product.Executable }
}
