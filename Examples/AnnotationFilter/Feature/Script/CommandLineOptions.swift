/// What the command line asks for.
public struct CommandLineOptions: Equatable, Sendable {
    /// The file to open; nil for the sample.
    public var file: String?
    /// The script to run; nil to read commands from standard input, if that is no terminal. `-` is standard input.
    public var script: String?
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
            case _ where areOptionsOver || !argument.hasPrefix("-"): try setFile(argument)
            case "--": areOptionsOver = true
            case "--script": try setScript(rest.popFirst())
            case "--json": json = true
            case "--help", "-h": help = true
            case "--version": version = true
            case _ where argument.hasPrefix("--script="): try setScript(String(argument.dropFirst("--script=".count)))
            default: throw Self.error("there is no option \(argument.oneLine)")
            }
        }
    }

    private mutating func setFile(_ path: String) throws(UsageError) {
        guard file == nil else { throw Self.error("there is a second file, \(path.oneLine)") }
        guard !path.isEmpty else { throw Self.error("the file's name is empty") }
        file = path
    }

    private mutating func setScript(_ path: String?) throws(UsageError) {
        guard script == nil else { throw Self.error("--script stands twice") }
        guard let path, !path.isEmpty else { throw Self.error("--script needs a file") }
        script = path
    }

    private static func error(_ what: String) -> UsageError {
        UsageError(description: "annotation-filter: \(what). To fix: see annotation-filter --help.")
    }

    /// What `--version` prints.
    public static let versionText = "annotation-filter 0.1.0"

    /// What `--help` prints.
    public static let helpText = """
        Usage: annotation-filter [FILE] [--script SCRIPT] [--json]

        Shows the annotations of FILE, an XFDF file as PDF viewers export it, and filters them by kind, author,
        color, page and review status. Without FILE it shows a sample.

          --script SCRIPT  runs the commands in the file SCRIPT (- is standard input) instead of showing a screen
          --json           makes every answer of a script one JSON object a line
          --help, -h       prints this help
          --version        prints the version

        If standard input is no terminal, the commands are read from there, one a line:

          group GROUP            selects kind, author, color, page or status
          toggle [GROUP] FILTER  switches a filter on or off, for example: toggle author "A. Kim"
          search TEXT            searches the contents; without TEXT, ends the search
          open FILE              opens another file, with no filter on
          clear                  clears filters and search
          show                   prints the visible annotations, one a line
          count                  prints how many they are
          filters                prints the filters of the selected group, with how many each would leave
          # …                    is a comment

        A color is written as in the file, a page is counted from 1, what has no author is "(no author)", what has
        no color "(no color)", and what has no review status "None".

        Exit status: 0, 64 for wrong usage, 65 for a bad file or command, 66 for a file that cannot be read.
        """
}
