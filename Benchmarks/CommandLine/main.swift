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

let all =
    SignalBenchmarks.all + BridgeBenchmarks.all + ObservableBenchmarks.all + FluxBenchmarks.all
    + MiddlewareBenchmarks.all
let chosen = names.isEmpty ? all : all.filter { benchmark in names.contains { benchmark.name.contains($0) } }
if chosen.isEmpty { fail("no row is called \(names.joined(separator: ", "))") }

if !isJSON { print(Row.header) }
for benchmark in chosen {
    let row = benchmark.run(quick: isQuick)
    print(isJSON ? row.json : row.text)
}
