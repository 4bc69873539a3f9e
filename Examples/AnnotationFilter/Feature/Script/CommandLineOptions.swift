import MillraceTerminal

/// What the command line asks for.
public struct CommandLineOptions: Equatable, Sendable {
    /// The files to open, as one list; none for the sample. `-` is standard input.
    public var files: [String] = []
    /// The script to run; nil to read commands from standard input, if that is no terminal. `-` is standard input.
    public var script: String?
    /// The file to record the session in; nil to record nothing.
    public var record: String?
    /// The recording to replay, and do nothing else; nil for none.
    public var replay: String?
    /// Whether to log every action to standard error.
    public var log = false
    /// Whether every answer is a JSON object.
    public var json = false
    /// Whether to print the help, and do nothing else.
    public var help = false
    /// Whether to print the version, and do nothing else.
    public var version = false

    /// Options that ask for nothing: the sample on the screen.
    public init() {}

    /// A command line that makes no sense.
    public struct UsageError: Error, Equatable, Sendable, CustomStringConvertible {
        /// One line: what is wrong, and how to mend it.
        public let description: String
        /// The exit status for it, after `sysexits.h`.
        public var exitCode: Int32 { 64 }
    }
}

extension CommandLineOptions {
    /// Reads the arguments behind the program's name. Behind `--` everything is a file.
    public init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        var areOptionsOver = false
        while let argument = rest.popFirst() {
            switch argument {
            case _ where areOptionsOver || argument == "-" || !argument.hasPrefix("-"): try setFile(argument)
            case "--": areOptionsOver = true
            case "--script", "--record", "--replay": try setFile(of: argument, rest.popFirst())
            case "--log": log = true
            case "--json": json = true
            case "--help", "-h": help = true
            case "--version": version = true
            default:
                guard let equals = argument.firstIndex(of: "="), Self.files[String(argument[..<equals])] != nil else {
                    throw Self.error("there is no option \(argument.oneLine)")
                }
                try setFile(of: String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
            }
        }
        if files.count(where: { $0 == "-" }) > (script == "-" ? 0 : 1) {
            throw Self.error("standard input cannot be read twice")
        }
        if replay != nil, record != nil || script != nil || json {
            throw Self.error("--replay stands with what it does not go with")
        }
    }

    private mutating func setFile(_ path: String) throws(UsageError) {
        guard !path.isEmpty else { throw Self.error("the file's name is empty") }
        files.append(path)
    }

    /// The options that take a file.
    private static var files: [String: WritableKeyPath<CommandLineOptions, String?>] {
        ["--script": \.script, "--record": \.record, "--replay": \.replay]
    }

    private mutating func setFile(of option: String, _ path: String?) throws(UsageError) {
        guard let place = Self.files[option] else { return }
        guard self[keyPath: place] == nil else { throw Self.error("\(option) stands twice") }
        guard let path, !path.isEmpty else { throw Self.error("\(option) needs a file") }
        self[keyPath: place] = path
    }

    private static func error(_ what: String) -> UsageError {
        UsageError(description: "annotation-filter: \(what). To fix: see annotation-filter --help.")
    }

    /// The error of logging into the screen.
    public static let logNeedsFile = UsageError(
        description:
            "annotation-filter: --log would write into the screen. To fix: send standard error to a file, 2>log."
    )

    /// What `--version` prints.
    public static let versionText = "annotation-filter 0.1.0"

    /// What `--help` prints.
    public static let helpText = """
        Usage: annotation-filter [FILE …] [--script SCRIPT] [--json] [--record FILE] [--log]
               annotation-filter [FILE …] --replay FILE

        Shows the annotations of FILE, an XFDF file as PDF viewers export it (- is standard input), and filters, sorts and groups them.
        Several files are one list, in which each annotation tells its sheet.
        Without FILE it shows a sample.

          --script SCRIPT  runs the commands in the file SCRIPT (- is standard input) instead of showing a screen
          --json           makes every answer of a script one JSON object a line
          --record FILE    writes what is done to FILE, which must be new, so that it can be replayed
          --replay FILE    does again what was recorded in FILE, and says whether it came out the same
          --log            writes a line for each action to standard error
          --help, -h       prints this help
          --version        prints the version

        If standard input is no terminal, the commands are read from there, one a line:

          group GROUP            selects kind, author, color, page, status, subject, layer, marked or sheet
          toggle [GROUP] FILTER  switches a filter on or off, for example: toggle author "A. Kim"
          all, none, invert [GROUP]  switches all filters of a group
          search TEXT            searches authors, kinds, texts, subjects and labels; without TEXT, ends the search
          dates FIRST..LAST      what was changed on these days: 2024-03-01..2024-03-31, 2024-03, ..2024
          replies off            leaves answers out; replies on shows them
          sort [COLUMN [desc]]   sorts threads; without COLUMN, as in the sheet
          groupby COLUMN         puts threads under headings; groupby none leaves them out
          columns [COLUMN …]     what show shows; without COLUMN, page, kind, author, color, status and text
          open FILE              opens another file, with no filter on, and waits for it; open "FILE" "FILE" several
          add FILE               opens another file beside what is open, as one list
          clear                  clears filters, search and dates, and shows replies
          undo                   takes back the last of these but group; a search as a whole
          redo                   does again what was undone last
          show                   prints the visible annotations, one a line
          count                  prints how many they are
          filters                prints the filters of the selected group, with how many each would leave
          totals                 prints what is measured: totals of each heading, and of all that is visible
          export csv FILE        writes what is visible to a new file, with the columns or all of them
          export xfdf FILE       writes the file again with only what is visible, what it answers, and their states
          compare FILE           prints what differs from an older version of the sheet, by the annotations' names
          save NAME              keeps filters, search and dates under a name, for other sheets and days
          use NAME, sets         brings them back; prints the names
          notices                prints what is odd about the file
          read NAME              prints all there is to read of an annotation, with its thread
          # …                    is a comment

        The columns are sheet, page, author, kind, subject, color, layer, label, status, marked, created, modified,
        quantity, text and name. A color is written as in the file or by its name, a page is counted from 1, what has no author is
        "(no author)", and so on; what has no review status is "None". ? on the screen tells all keys.

        Exit status: 0, 64 for wrong usage, 65 for a bad file or command or a replay that comes out otherwise, 66 for
        a file or a standard input that cannot be read, 73 for a recording that cannot be begun, as where its file is
        there already, 74 where output does not arrive, as on a full disk, 141 where nobody reads it any more.
        """
}
