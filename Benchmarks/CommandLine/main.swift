import Foundation

let usage = """
    usage: benchmarks [--json] [--quick] [NAME …]

    Times Millrace beside closures called by hand, both in this process and in turn. A NAME picks the rows whose names
    contain it.

      --json     one JSON object a line: name, raw_ns, ours_ns, ratio, deliveries
      --quick    a short run, which shows that everything works; its figures are rough
      --help     this text
    """

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("benchmarks: \(message)\n\(usage)\n".utf8))
    exit(64)
}

var isJSON = false
var isQuick = false
var names: [String] = []
for argument in CommandLine.arguments.dropFirst() {
    switch argument {
    case "--json": isJSON = true
    case "--quick": isQuick = true
    case "--help":
        print(usage)
        exit(0)
    case _ where argument.hasPrefix("-"): fail("unknown option \(argument)")
    default: names.append(argument)
    }
}

let all = SignalBenchmarks.all + ObservableBenchmarks.all + FluxBenchmarks.all
let chosen = names.isEmpty ? all : all.filter { benchmark in names.contains { benchmark.name.contains($0) } }
if chosen.isEmpty { fail("no row is called \(names.joined(separator: ", "))") }

func column(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}

if !isJSON {
    print(
        "row".padding(toLength: 40, withPad: " ", startingAt: 0) + column("raw ns", 10) + column("ours ns", 10)
            + column("ratio", 8) + column("deliveries", 12) + "   aim"
    )
}
for benchmark in chosen {
    let row = benchmark.run(quick: isQuick)
    if isJSON {
        print(row.json)
    } else {
        print(
            row.name.padding(toLength: 40, withPad: " ", startingAt: 0)
                + column(String(format: "%.1f", row.rawNanoseconds), 10)
                + column(String(format: "%.1f", row.oursNanoseconds), 10)
                + column(String(format: "%.2f", row.ratio), 8) + column("\(row.deliveries)", 12) + "   \(row.aim)"
        )
    }
}
if names.isEmpty, let footprint = SignalBenchmarks.subscriptionFootprint() {
    let format =
        isJSON
        ? "{\"name\":\"footprint of a subscription\",\"allocations\":%.1f,\"live_bytes\":%.0f}"
        : "\none subscription to a mapped emitter: %.1f allocations (aim ≤ 8), %.0f bytes live (aim ≤ 500)"
    print(String(format: format, footprint.allocations, footprint.liveBytes))
}
