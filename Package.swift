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
        .library(name: "MillraceStorage", targets: ["MillraceStorage"]),
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
        // The heart: what a reader holds in mind. Each target imports only those above it in this list.
        .heart("MillraceBase"),
        .heart("MillraceSignals", dependencies: ["MillraceBase"]),
        .heart("MillraceFlux", dependencies: ["MillraceBase", "MillraceSignals"]),
        .heart("MillraceData", dependencies: ["MillraceBase", "MillraceSignals"]),
        .heart("MillraceViews", dependencies: ["MillraceSignals", "MillraceData"]),
        .heart(
            "Millrace",
            dependencies: ["MillraceBase", "MillraceSignals", "MillraceFlux", "MillraceData", "MillraceViews"]
        ),

        // What it is tested and seen with.
        .seeing("MillraceHistory", dependencies: ["MillraceBase", "MillraceSignals", "MillraceFlux", "MillraceData"]),
        .seeing(
            "MillraceTesting",
            dependencies: ["MillraceBase", "MillraceSignals", "MillraceFlux", "MillraceHistory"]
        ),
        .seeing(
            "MillraceSpecs",
            dependencies: ["MillraceBase", "MillraceSignals", "MillraceHistory", "MillraceTesting"]
        ),

        // What stands around it. The first three are its lowest floor: none of the others imports another.
        .around("MillraceStorage", dependencies: ["MillraceBase"]),
        .around("MillraceJSON"),
        .around("MillraceProcess"),
        .around(
            "MillraceNetwork",
            dependencies: ["MillraceBase", "MillraceSignals", "MillraceJSON", "MillraceStorage"]
        ),
        .around("MillraceCache", dependencies: ["MillraceBase", "MillraceSignals", "MillraceStorage"]),
        .around("MillraceEntities", dependencies: ["MillraceBase", "MillraceSignals", "MillraceData", "MillraceJSON"]),
        .around("MillraceApp", dependencies: ["MillraceBase", "MillraceSignals", "MillraceFlux", "MillraceProcess"]),
        .around(
            "MillraceTerminal",
            dependencies: ["MillraceBase", "MillraceSignals", "MillraceData", "MillraceViews", "MillraceProcess"]
        ),

        // The command that writes models from samples: all that it does, and a thin executable.
        .around("EntityModels", dependencies: ["MillraceEntities", "MillraceTerminal"]),
        .executableTarget(
            name: "entity-models",
            dependencies: ["EntityModels", "MillraceTerminal"],
            path: "Sources/Around/EntityModelsCommand"
        ),

        // The tests mirror the storeys.
        .target(
            name: "TestSupport",
            dependencies: ["MillraceSignals", "MillraceFlux", "MillraceViews", "MillraceTesting", "MillraceSpecs"],
            path: "Tests/TestSupport"
        ),
        .heartTests("MillraceSignals", dependencies: ["MillraceBase", "TestSupport", "MillraceSpecs"]),
        .heartTests("MillraceFlux", dependencies: ["MillraceHistory", "TestSupport", "MillraceSpecs"]),
        .heartTests("MillraceData", dependencies: ["TestSupport", "MillraceSpecs"]),
        .heartTests("MillraceViews", dependencies: ["TestSupport", "MillraceSpecs"]),
        .heartTests("Millrace", dependencies: ["MillraceHistory", "MillraceSpecs"]),
        .seeingTests("MillraceHistory", dependencies: ["TestSupport", "MillraceSpecs"]),
        .seeingTests("MillraceTesting", dependencies: ["Millrace", "TestSupport", "MillraceSpecs"]),
        .seeingTests("MillraceSpecs", dependencies: ["Millrace"]),
        .aroundTests("MillraceStorage", dependencies: ["MillraceBase", "MillraceSpecs"]),
        .target(name: "LoopbackHTTP", path: "Tests/LoopbackHTTP"),
        .aroundTests(
            "MillraceNetwork",
            dependencies: ["MillraceBase", "LoopbackHTTP", "TestSupport", "MillraceSpecs"]
        ),
        .aroundTests(
            "MillraceCache",
            dependencies: ["MillraceBase", "MillraceStorage", "TestSupport", "MillraceSpecs"]
        ),
        .aroundTests(
            "MillraceEntities",
            dependencies: ["MillraceCache", "MillraceHistory", "MillraceJSON", "TestSupport", "MillraceSpecs"]
        ),
        .aroundTests(
            "MillraceApp",
            dependencies: ["Millrace", "MillraceHistory", "MillraceProcess", "TestSupport", "MillraceSpecs"]
        ),
        .aroundTests(
            "MillraceTerminal",
            dependencies: ["MillraceBase", "MillraceProcess", "TestSupport", "MillraceSpecs"],
            exclude: ["Table/__Snapshots__"]
        ),
        .aroundTests("EntityModels", dependencies: ["MillraceTerminal", "MillraceSpecs"]),

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
                "Millrace", "MillraceApp", "MillraceCache", "MillraceEntities", "MillraceNetwork", "MillraceStorage",
                "MillraceTerminal",
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

// A run that tries some of the library's tests, as the gate's for one storey do, builds only what these need:
// MILLRACE_TESTS has the names of their targets, separated by commas.
if let wanted = Context.environment["MILLRACE_TESTS"]?.split(separator: ",").map(String.init) {
    let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    var needed: Set<String> = [], next = wanted
    while let name = next.popLast() {
        if needed.insert(name).inserted { next += targets[name]?.namesOfDependencies ?? [] }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products.removeAll { !needed.contains($0.name) }
}

extension Target {
    static func heart(_ name: String, dependencies: [Dependency] = []) -> Target {
        .target(name: name, dependencies: dependencies, path: "Sources/Heart/\(name)")
    }

    static func seeing(_ name: String, dependencies: [Dependency]) -> Target {
        .target(name: name, dependencies: dependencies, path: "Sources/HistoryAndTesting/\(name)")
    }

    static func around(_ name: String, dependencies: [Dependency] = []) -> Target {
        .target(name: name, dependencies: dependencies, path: "Sources/Around/\(name)")
    }

    static func heartTests(_ name: String, dependencies: [Dependency]) -> Target {
        tests(of: name, in: "Heart", dependencies)
    }

    static func seeingTests(_ name: String, dependencies: [Dependency]) -> Target {
        tests(of: name, in: "HistoryAndTesting", dependencies)
    }

    static func aroundTests(_ name: String, dependencies: [Dependency], exclude: [String] = []) -> Target {
        tests(of: name, in: "Around", dependencies, exclude: exclude)
    }

    private static func tests(
        of name: String,
        in storey: String,
        _ dependencies: [Dependency],
        exclude: [String] = []
    ) -> Target {
        .testTarget(
            name: "\(name)Tests",
            dependencies: [.byName(name: name)] + dependencies,
            path: "Tests/\(storey)/\(name)Tests",
            exclude: exclude
        )
    }

    var namesOfDependencies: [String] {
        dependencies.compactMap { dependency in
            if case .byNameItem(let name, _) = dependency { name } else { nil }
        }
    }
}
