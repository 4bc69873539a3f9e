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
        .library(name: "MillraceSecrets", targets: ["MillraceSecrets"]),
        .library(name: "MillraceNetwork", targets: ["MillraceNetwork"]),
        .library(name: "MillraceHTML", targets: ["MillraceHTML"]),
        .library(name: "MillraceJSON", targets: ["MillraceJSON"]),
        .library(name: "MillraceHistory", targets: ["MillraceHistory"]),
        .library(name: "MillraceApp", targets: ["MillraceApp"]),
        .library(name: "MillraceJournal", targets: ["MillraceJournal"]),
        .library(name: "MillraceOffline", targets: ["MillraceOffline"]),
        .library(name: "MillraceViews", targets: ["MillraceViews"]),
        .library(name: "MillraceTerminal", targets: ["MillraceTerminal"]),
        .library(name: "MillraceUI", targets: ["MillraceUI"]),
        .library(name: "MillraceTesting", targets: ["MillraceTesting"]),
        .library(name: "MillraceSimulation", targets: ["MillraceSimulation"]),
        .library(name: "MillraceSpecs", targets: ["MillraceSpecs"]),
        .library(name: "AnnotationFilter", targets: ["AnnotationFilter"]),
        .executable(name: "annotation-filter", targets: ["annotation-filter"]),
        .executable(name: "weather", targets: ["weather"]),
        .executable(name: "chat", targets: ["chat"]),
        .executable(name: "todo", targets: ["todo"]),
        .executable(name: "feed", targets: ["feed"]),
        .executable(name: "entity-models", targets: ["entity-models"]),
        .executable(name: "inspect", targets: ["inspect"]),
    ],
    targets: [
        // The heart: what a reader holds in mind. Each target imports only those above it in this list.
        .library("MillraceBase", in: .heart),
        .target(name: "MillraceRuntime", path: "Sources/Heart/MillraceRuntime"),
        .library("MillraceSignals", in: .heart, dependencies: ["MillraceBase", "MillraceRuntime"]),
        .library("MillraceFlux", in: .heart, dependencies: ["MillraceBase", "MillraceSignals"]),
        .library("MillraceData", in: .heart, dependencies: ["MillraceBase", "MillraceSignals"]),
        .library("MillraceViews", in: .heart, dependencies: ["MillraceSignals", "MillraceData"]),
        .library(
            "Millrace",
            in: .heart,
            dependencies: ["MillraceBase", "MillraceSignals", "MillraceFlux", "MillraceData", "MillraceViews"]
        ),

        // What it is tested and seen with.
        .library(
            "MillraceHistory",
            in: .seeing,
            dependencies: ["MillraceBase", "MillraceSignals", "MillraceFlux", "MillraceData"]
        ),
        .library(
            "MillraceTesting",
            in: .seeing,
            dependencies: ["MillraceBase", "MillraceSignals", "MillraceFlux", "MillraceHistory"]
        ),
        .library(
            "MillraceSpecs",
            in: .seeing,
            dependencies: ["MillraceBase", "MillraceSignals", "MillraceHistory", "MillraceTesting"]
        ),

        // What stands around it. The first five are its lowest floor: none of the others imports another.
        .library("MillraceStorage", in: .around, dependencies: ["MillraceBase"]),
        .library("MillraceJSON", in: .around),
        .library("MillraceProcess", in: .around),
        .library("MillraceSecrets", in: .around, dependencies: ["MillraceBase"]),
        .library("MillraceHTML", in: .around),
        .library(
            "MillraceNetwork",
            in: .around,
            dependencies: ["MillraceBase", "MillraceSignals", "MillraceJSON", "MillraceSecrets", "MillraceStorage"]
        ),
        // What stands for the outside in tests.
        .library(
            "MillraceSimulation",
            in: .around,
            dependencies: ["MillraceBase", "MillraceNetwork", "MillraceStorage", "MillraceTesting"]
        ),
        .library("MillraceCache", in: .around, dependencies: ["MillraceBase", "MillraceSignals", "MillraceStorage"]),
        .library(
            "MillraceEntities",
            in: .around,
            dependencies: ["MillraceBase", "MillraceSignals", "MillraceData", "MillraceJSON"]
        ),
        .library(
            "MillraceApp",
            in: .around,
            dependencies: [
                "MillraceBase", "MillraceSignals", "MillraceFlux", "MillraceData", "MillraceProcess", "MillraceStorage",
            ]
        ),
        .library(
            "MillraceJournal",
            in: .around,
            dependencies: ["MillraceBase", "MillraceSignals", "MillraceFlux", "MillraceData", "MillraceStorage"]
        ),
        .library(
            "MillraceOffline",
            in: .around,
            dependencies: [
                "MillraceBase", "MillraceSignals", "MillraceFlux", "MillraceData", "MillraceEntities",
                "MillraceJournal",
            ]
        ),
        .library(
            "MillraceTerminal",
            in: .around,
            dependencies: [
                "MillraceBase", "MillraceSignals", "MillraceData", "MillraceViews", "MillraceProcess",
                "MillraceSecrets",
            ]
        ),
        // SwiftUI, UIKit and AppKit. On Linux only what needs none of them is built.
        .library(
            "MillraceUI",
            in: .around,
            dependencies: [
                "MillraceBase", "MillraceSignals", "MillraceFlux", "MillraceData", "MillraceViews", "MillraceApp",
            ]
        ),

        // The command that writes models from samples: all that it does, and a thin executable.
        .library("EntityModels", in: .around, dependencies: ["MillraceEntities", "MillraceTerminal"]),
        .executableTarget(
            name: "entity-models",
            dependencies: ["EntityModels", "MillraceTerminal"],
            path: "Sources/Around/EntityModelsCommand"
        ),

        // The command that shows recorded sessions, and its page, which is embedded.
        .target(name: "InspectorFiles", path: "Sources/Around/InspectorFiles"),
        .target(
            name: "MillraceInspector",
            dependencies: ["InspectorFiles", "MillraceBase", "MillraceJSON", "MillraceStorage", "MillraceTerminal"],
            path: "Sources/Around/MillraceInspector",
            exclude: ["Page"]
        ),
        .executableTarget(
            name: "inspect",
            dependencies: ["MillraceInspector", "MillraceTerminal"],
            path: "Sources/Around/InspectCommand"
        ),

        // The tests mirror the storeys.
        .target(name: "TwoProcesses", path: "Tests/TwoProcesses"),
        .target(
            name: "TestSupport",
            dependencies: [
                "MillraceSignals", "MillraceFlux", "MillraceViews", "MillraceTesting", "MillraceSpecs", "TwoProcesses",
            ],
            path: "Tests/TestSupport"
        ),
        .tests(of: "MillraceSignals", in: .heart, dependencies: ["MillraceBase", "TestSupport", "MillraceSpecs"]),
        .tests(of: "MillraceFlux", in: .heart, dependencies: ["MillraceHistory", "TestSupport", "MillraceSpecs"]),
        .tests(of: "MillraceData", in: .heart, dependencies: ["TestSupport", "MillraceSpecs"], inOnePiece: true),
        .tests(of: "MillraceViews", in: .heart, dependencies: ["TestSupport", "MillraceSpecs"], inOnePiece: true),
        .tests(of: "Millrace", in: .heart, dependencies: ["MillraceHistory", "MillraceSpecs"]),
        // What somebody outside can write: the compiler refuses what is `package` here.
        .testTarget(
            name: "OutsideTests",
            dependencies: ["Millrace", "MillraceSpecs"],
            path: "Tests/Heart/OutsideTests",
            packageAccess: false
        ),
        .tests(
            of: "MillraceHistory",
            in: .seeing,
            dependencies: ["MillraceBase", "MillraceSecrets", "TestSupport", "MillraceSpecs"]
        ),
        .tests(
            of: "MillraceTesting",
            in: .seeing,
            dependencies: ["Millrace", "MillraceBase", "TestSupport", "MillraceSpecs"],
            exclude: ["Snapshots/__Snapshots__"]
        ),
        .tests(of: "MillraceSpecs", in: .seeing, dependencies: ["Millrace", "TestSupport"]),
        .tests(
            of: "MillraceStorage",
            in: .around,
            dependencies: ["MillraceBase", "MillraceSimulation", "TestSupport", "MillraceSpecs"]
        ),
        .tests(
            of: "MillraceSimulation",
            in: .around,
            dependencies: [
                "Millrace", "MillraceApp", "MillraceBase", "MillraceCache", "MillraceEntities", "MillraceJournal",
                "MillraceNetwork", "MillraceOffline", "MillraceStorage", "MillraceSpecs", "TestSupport",
            ]
        ),
        .target(name: "LoopbackHTTP", path: "Tests/LoopbackHTTP"),
        .tests(
            of: "MillraceNetwork",
            in: .around,
            dependencies: [
                "Millrace", "MillraceBase", "MillraceHistory", "MillraceSimulation", "LoopbackHTTP", "TestSupport",
                "MillraceSpecs",
            ]
        ),
        .tests(of: "MillraceHTML", in: .around, dependencies: ["MillraceSpecs"]),
        .tests(
            of: "MillraceCache",
            in: .around,
            dependencies: [
                "Millrace", "MillraceBase", "MillraceHistory", "MillraceStorage", "TestSupport", "MillraceSpecs",
            ]
        ),
        .tests(
            of: "MillraceEntities",
            in: .around,
            dependencies: ["MillraceCache", "MillraceHistory", "MillraceJSON", "TestSupport", "MillraceSpecs"]
        ),
        .tests(
            of: "MillraceApp",
            in: .around,
            dependencies: [
                "Millrace", "MillraceEntities", "MillraceHistory", "MillraceNetwork", "MillraceProcess",
                "MillraceSimulation", "MillraceStorage", "TestSupport", "MillraceSpecs",
            ]
        ),
        .tests(
            of: "MillraceOffline",
            in: .around,
            dependencies: [
                "Millrace", "MillraceApp", "MillraceBase", "MillraceEntities", "MillraceHistory", "MillraceJournal",
                "MillraceNetwork", "MillraceSimulation", "MillraceStorage", "TestSupport", "MillraceSpecs",
            ],
            inOnePiece: true
        ),
        .tests(
            of: "MillraceTerminal",
            in: .around,
            dependencies: ["MillraceBase", "MillraceProcess", "TestSupport", "MillraceSpecs"],
            exclude: ["PlainList/__Snapshots__"]
        ),
        .tests(
            of: "MillraceUI",
            in: .around,
            dependencies: ["Millrace", "MillraceApp", "TestSupport", "MillraceSpecs"]
        ),
        .tests(of: "EntityModels", in: .around, dependencies: ["MillraceTerminal", "TestSupport", "MillraceSpecs"]),
        .tests(
            of: "MillraceInspector",
            in: .around,
            dependencies: ["MillraceBase", "MillraceStorage", "MillraceTerminal", "MillraceSpecs"],
            exclude: ["Page"]
        ),

        // The annotation filter: a feature, its specs, and a thin executable.
        .target(
            name: "AnnotationFilter",
            dependencies: ["Millrace", "MillraceHistory", "MillraceJournal", "MillraceStorage", "MillraceTerminal"],
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
            dependencies: ["AnnotationFilter", "MillraceSimulation", "MillraceSpecs", "TestSupport"],
            path: "Examples/AnnotationFilter/Specs",
            exclude: ["Terminal/__Snapshots__", "View/__Snapshots__"]
        ),

        // The weather: a feature, the answers that it has where there is no network, its specs, and a thin executable.
        .target(
            name: "WeatherSearch",
            dependencies: ["Millrace", "MillraceApp", "MillraceNetwork", "MillraceTerminal"],
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
            dependencies: ["WeatherSearch", "WeatherRecording", "Millrace", "MillraceApp", "MillraceTerminal"],
            path: "Examples/Weather/CommandLine"
        ),
        .testTarget(
            name: "WeatherSpecs",
            dependencies: [
                "WeatherSearch", "WeatherRecording", "LoopbackHTTP", "MillraceApp", "MillraceNetwork",
                "MillraceSimulation", "MillraceSpecs", "TestSupport",
            ],
            path: "Examples/Weather/Specs",
            exclude: ["Terminal/__Snapshots__"]
        ),

        // The chat: a feature, the homeserver that it speaks to where no other is named, its specs, and a thin
        // executable.
        .target(
            name: "MatrixChat",
            dependencies: [
                "Millrace", "MillraceApp", "MillraceCache", "MillraceEntities", "MillraceHistory", "MillraceHTML",
                "MillraceJSON", "MillraceNetwork", "MillraceOffline", "MillraceStorage", "MillraceTerminal",
            ],
            path: "Examples/Chat/Feature"
        ),
        .target(
            name: "SampleHomeserver",
            dependencies: ["MatrixChat", "Millrace", "MillraceNetwork"],
            path: "Examples/Chat/SampleHomeserver",
            resources: [.process("Resources")]
        ),
        .executableTarget(
            name: "chat",
            dependencies: [
                "MatrixChat", "SampleHomeserver", "Millrace", "MillraceHistory", "MillraceNetwork", "MillraceOffline",
                "MillraceTerminal",
            ],
            path: "Examples/Chat/CommandLine"
        ),
        .testTarget(
            name: "ChatSpecs",
            dependencies: [
                "MatrixChat", "SampleHomeserver", "LoopbackHTTP", "MillraceApp", "MillraceHistory", "MillraceNetwork",
                "MillraceOffline", "MillraceSimulation", "MillraceStorage", "MillraceSpecs", "TestSupport",
            ],
            path: "Examples/Chat/Specs"
        ),

        // The to-do list: a feature, its specs, and a thin executable.
        .target(
            name: "ToDoList",
            dependencies: [
                "CalDAV", "Millrace", "MillraceApp", "MillraceHistory", "MillraceNetwork", "MillraceOffline",
                "MillraceStorage", "MillraceTerminal",
            ],
            path: "Examples/ToDo/Feature"
        ),
        .executableTarget(
            name: "todo",
            dependencies: ["ToDoList", "CalDAV", "Millrace", "MillraceNetwork", "MillraceTerminal"],
            path: "Examples/ToDo/CommandLine"
        ),
        .testTarget(
            name: "ToDoSpecs",
            dependencies: [
                "ToDoList", "CalDAV", "SampleCalendarServer", "LoopbackHTTP", "TestSupport", "MillraceApp",
                "MillraceHistory", "MillraceNetwork", "MillraceOffline", "MillraceSimulation", "MillraceStorage",
                "MillraceTerminal", "MillraceSpecs",
            ],
            path: "Examples/ToDo/Specs"
        ),

        // Calendars by CalDAV, and a small server of them, for the to-do list that is synchronised.
        .target(
            name: "CalDAV",
            dependencies: ["Millrace", "MillraceNetwork"],
            path: "Examples/ToDo/CalDAV"
        ),
        .target(
            name: "SampleCalendarServer",
            dependencies: ["CalDAV", "Millrace", "MillraceNetwork"],
            path: "Examples/ToDo/SampleCalendarServer"
        ),
        .testTarget(
            name: "CalDAVSpecs",
            dependencies: [
                "CalDAV", "SampleCalendarServer", "LoopbackHTTP", "MillraceNetwork", "TestSupport", "MillraceSpecs",
            ],
            path: "Examples/ToDo/CalDAVSpecs"
        ),

        // The feed: a feature, its specs, and a thin executable.
        .target(
            name: "FeedReader",
            dependencies: [
                "Millrace", "MillraceApp", "MillraceEntities", "MillraceHistory", "MillraceHTML", "MillraceJSON",
                "MillraceNetwork", "MillraceOffline", "MillraceTerminal",
            ],
            path: "Examples/Feed/Feature",
            resources: [.process("Sample/Resources")]
        ),
        .executableTarget(
            name: "feed",
            dependencies: ["FeedReader", "Millrace", "MillraceNetwork", "MillraceOffline", "MillraceTerminal"],
            path: "Examples/Feed/CommandLine"
        ),
        .testTarget(
            name: "FeedSpecs",
            dependencies: [
                "FeedReader", "LoopbackHTTP", "TestSupport", "MillraceApp", "MillraceBase", "MillraceEntities",
                "MillraceNetwork", "MillraceOffline", "MillraceSimulation", "MillraceSpecs", "MillraceTerminal",
            ],
            path: "Examples/Feed/Specs",
            exclude: ["Rows/__Snapshots__", "Terminal/__Snapshots__"]
        ),

        // The pictures of the examples.
        .executableTarget(
            name: "screenshot",
            dependencies: [
                "AnnotationFilter", "FeedReader", "MatrixChat", "Millrace", "MillraceApp", "MillraceHistory",
                "MillraceNetwork", "MillraceTerminal", "SampleHomeserver", "ToDoList", "WeatherRecording",
                "WeatherSearch",
            ],
            path: "Documentation/Images/Screenshot"
        ),
    ],
    swiftLanguageModes: [.v6]
)

// What it costs, measured from a module of its own, as users would call it. Built only where MILLRACE_BENCHMARKS=1 asks
// for it, since no test needs it.
if Context.environment["MILLRACE_BENCHMARKS"] == "1" {
    package.products.append(.executable(name: "benchmarks", targets: ["benchmarks"]))
    package.targets += [
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "Millrace", "MillraceData", "MillraceEntities", "MillraceHistory", "MillraceNetwork", "MillraceOffline",
                "MillraceSimulation", "MillraceStorage", "MillraceTerminal", "MillraceTesting", "AnnotationFilter",
                "FeedReader", "Allocations",
            ],
            path: "Benchmarks/CommandLine"
        ),
        .target(name: "Allocations", path: "Benchmarks/Allocations"),
    ]
}

// A run that tries some of the library's tests, as the gate's for one storey do, builds only what these need:
// MILLRACE_TESTS has the names of their targets, separated by commas.
if let wanted = Context.environment["MILLRACE_TESTS"]?.split(separator: ",").map(String.init) {
    let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
    // What these specs run as a program of its own.
    let programs = [
        "AnnotationFilterSpecs": ["annotation-filter"], "WeatherSpecs": ["weather"], "ChatSpecs": ["chat"],
        "ToDoSpecs": ["todo"], "FeedSpecs": ["feed"], "MillraceInspectorTests": ["inspect"],
    ]
    var needed: Set<String> = [], next = wanted
    while let name = next.popLast() {
        if needed.insert(name).inserted { next += (targets[name]?.namesOfDependencies ?? []) + (programs[name] ?? []) }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products.removeAll { !needed.contains($0.name) }
}

/// A folder of `Sources` and of `Tests`.
enum Storey: String {
    case heart = "Heart"
    case seeing = "HistoryAndTesting"
    case around = "Around"
}

extension Target {
    static func library(_ name: String, in storey: Storey, dependencies: [Dependency] = []) -> Target {
        .target(name: name, dependencies: dependencies, path: "Sources/\(storey.rawValue)/\(name)")
    }

    static func tests(
        of name: String,
        in storey: Storey,
        dependencies: [Dependency],
        exclude: [String] = [],
        inOnePiece: Bool = false
    ) -> Target {
        .testTarget(
            name: "\(name)Tests",
            dependencies: [.byName(name: name)] + dependencies,
            path: "Tests/\(storey.rawValue)/\(name)Tests",
            exclude: exclude,
            swiftSettings: inOnePiece ? .inOnePiece : []
        )
    }

    var namesOfDependencies: [String] {
        dependencies.compactMap { dependency in
            if case .byNameItem(let name, _) = dependency { name } else { nil }
        }
    }
}

extension [SwiftSetting] {
    /// For test targets of which much is copies of exported functions of live data: file by file, each file has its own.
    /// As a whole they take a third to a half of the time. Nobody who uses a library builds its tests, so these flags are
    /// in nobody's way.
    static let inOnePiece: Self = [
        .unsafeFlags(
            ["-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2"],
            .when(configuration: .debug)
        )
    ]
}
