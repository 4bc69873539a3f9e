import MillraceTerminal

/// The values of the command line.
struct InspectorOptions: Equatable {
    private(set) var recordings: [String] = []
    private(set) var page: String?
    private(set) var follows = false
    private(set) var port = 0
    private(set) var redux: String?
    private(set) var last: Int?

    /// Reads the arguments behind the program's name.
    init(_ arguments: [String]) throws(ProgramExit) {
        self = try Self.declared.read(arguments, into: InspectorOptions())
        guard recordings.count == 1 else {
            throw .usage("there is \(recordings.isEmpty ? "no" : "more than one") recording")
        }
        let wanted = [page != nil, follows, redux != nil].count { $0 }
        guard wanted == 1 else { throw .usage("one of -o, --follow and --redux is expected") }
        if last != nil, redux == nil { throw .usage("--last is for --redux") }
        if port != 0, !follows { throw .usage("--port is for --follow") }
        if [page, redux].contains(recordings[0]) { throw .usage("the recording would be written over") }
    }

    private init() {}

    /// The recording.
    var recording: String { recordings[0] }

    private static var declared: ProgramOptions<InspectorOptions> {
        ProgramOptions(
            of: "inspect",
            version: "0.1.0",
            usage: """
                RECORDING -o PAGE.html
                RECORDING --follow [--port N]
                RECORDING --redux FILE.json [--last N]
                """,
            about: """
                Shows a session that an app has recorded for inspection: every action, who asked for it, what it changed,
                and the states at every moment.
                """,
            options: [
                .value(
                    "-o PAGE",
                    \.page,
                    .text,
                    "writes a page for a browser, with the recording in it; it needs no network"
                ),
                .flag("--follow", \.follows, "serves the page to this machine, and adds what the app still writes"),
                .value("--port N", \.port, .number(in: 1...65535), "the port for --follow; without this, a free one"),
                .value("--redux FILE", \.redux, .text, "writes a file that Redux DevTools imports"),
                .value(
                    "--last N",
                    \.last,
                    .number(in: 1...100_000),
                    "how many actions go into that file; 500 without this"
                ),
            ],
            ending: """
                Exit status: 0, 64 for wrong usage, 65 for a file that is no recording for inspection, 66 for one that
                cannot be read, 69 where no port can be opened, 74 where output does not arrive, as on a full disk,
                141 where it is not read any more.
                """,
            argument: { $0.recordings.append($1) }
        )
    }
}
