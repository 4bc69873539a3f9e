import Foundation

let usage = """
    usage: benchmarks [--quick] [--json | --markdown] [--from FILE] [--compare FILE] [NAME …]
           benchmarks --run LANE TIMES NAME

    Times Millrace beside closures called by hand, in turn, each row in a process of its own. A NAME picks the rows whose
    names contain it, or whose group does.

      --quick          a short run, which shows that everything works; its figures are rough
      --json           one JSON object a line, for programs, and to be compared with later
      --markdown       the page Documentation/Contributing/Benchmarks.md
      --from FILE      measures nothing: reports what --json has written into a file
      --compare FILE   says what has got slower, or larger, since --json has written that file, beyond the noise
      --run LANE …     calls one lane of one row and no other (raw, written or ours) so many times, and measures nothing:
                       for a profiler. Of the sizes of a row it takes the one that NAME ends with: “a chain of maps, 10”
      --help           this text
    """

func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("benchmarks: \(message)\n\(usage)\n".utf8))
    exit(64)
}

do {
    let options = Options(CommandLine.arguments.dropFirst())
    if let errand = options.errand {
        try errand.run(on: Table.places, quick: options.isQuick)
    } else {
        try options.report()
    }
} catch {
    FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
    exit(1)
}
