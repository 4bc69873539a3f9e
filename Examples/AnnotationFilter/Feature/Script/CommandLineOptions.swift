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
    /// The file to record the session in for the inspector; nil for none.
    public var inspect: String?
    /// Who edits; nil for who is logged in.
    public var author: String?
    /// Whether to log every action to standard error.
    public var log = false
    /// Whether every answer is a JSON object.
    public var json = false
    /// Whether a script goes on behind a line that cannot be carried out.
    public var keepsGoing = false
}

extension CommandLineOptions {
    /// Reads the arguments behind the program's name.
    public init(_ arguments: [String]) throws(ProgramExit) {
        self = try Self.declared.read(arguments, into: CommandLineOptions())
        if files.count(where: { $0 == "-" }) > (script == "-" ? 0 : 1) {
            throw .usage("standard input cannot be read twice")
        }
        if replay != nil, record != nil || inspect != nil || script != nil || json || author != nil {
            throw .usage("--replay stands with what it does not go with")
        }
    }

    private static var declared: ProgramOptions<CommandLineOptions> {
        ProgramOptions(
            of: "annotation-filter",
            version: "0.1.0",
            usage: """
                [FILE …] [--author NAME] [--script SCRIPT] [--keep-going] [--json] [--record FILE]
                         [--inspect FILE] [--log]
                [FILE …] --replay FILE
                """,
            about: """
                Shows the annotations of FILE, an XFDF file as PDF viewers export it (- is standard input), and filters,
                sorts and groups them. Several files are one list, in which each annotation tells its sheet.
                Of a single FILE they can be edited: given a status or a mark, and replied to. Without FILE it shows a
                sample.
                """,
            options: [
                .value("--author NAME", \.author, .text, "who edits; without it, who is logged in"),
                .value("--script SCRIPT", \.script, .text, "runs the commands in a file (- is standard input)"),
                .flag("--keep-going", \.keepsGoing, "has a script go on behind a line that cannot be carried out"),
                .flag("--json", \.json, "makes every answer of a script one JSON object a line"),
                .value("--record FILE", \.record, .text, "writes what is done to FILE, a new one, to be replayed"),
                .value("--replay FILE", \.replay, .text, "does again what FILE recorded, and says whether it differs"),
                .inspection(\.inspect),
                .flag("--log", \.log, "writes a line for each action to standard error"),
            ],
            ending: """
                If standard input is no terminal, the commands are read from there, one a line. The first one that cannot be
                carried out ends the script, so that nothing is saved behind it. Without a command the panel and the list are
                printed, and then what a filter leaves.

                  group GROUP                selects kind, author, color, page, status, subject, layer, marked or sheet
                  toggle [GROUP] FILTER      switches a filter on or off, for example: toggle author "A. Kim"
                  all, none, invert [GROUP]  switches all filters of a group
                  search TEXT                searches authors, kinds, texts, subjects and labels; without TEXT, ends the search
                  dates FIRST..LAST          what was changed on these days: 2024-03-01..2024-03-31, 2024-03, ..2024
                  replies off                leaves answers out; replies on shows them
                  sort [COLUMN [desc]]       sorts threads; without COLUMN, as in the sheet
                  groupby COLUMN             puts threads under headings; groupby none leaves them out
                  columns [COLUMN …]         what show shows; without COLUMN, page, kind, author, color, status and text
                  open FILE                  opens another file, with no filter on, and waits for it; open "FILE" "FILE" several
                  add FILE                   opens another file beside what is open, as one list
                  clear                      clears filters, search and dates, and shows replies
                  undo                       takes back the last of these but group, and edits that are not saved
                  redo                       does again what was undone last
                  show                       prints the visible annotations, one a line
                  count                      prints how many they are
                  filters                    prints the filters of the selected group, with how many each would leave
                  totals                     prints what is measured: totals of each heading, and of all that is visible
                  export csv FILE            writes what is visible to a new file, with the columns or all of them
                  export xfdf FILE           writes the file again with only what is visible, what it answers, and their states
                  compare FILE               prints what differs from an older version of the sheet, by the annotations' names
                  keep NAME                  keeps filters, search and dates under a name, for other sheets and days
                  use NAME, sets             brings them back; prints the names
                  notices                    prints what is odd about the file
                  read NAME                  prints all there is to read of an annotation, with its thread
                  status NAME STATUS         gives an annotation a status: accepted, rejected, cancelled, completed or none
                  mark NAME, unmark NAME     checks an annotation off, or takes the check mark away
                  reply NAME TEXT            replies to an annotation
                  reword NAME TEXT           writes a reply anew that is not saved
                  takeback NAME              takes back a reply that is not saved, or the status and the mark of an annotation
                  edits                      prints what is not saved
                  save                       writes the edits to the sheet's file, in which nothing else changes
                  save FILE                  writes the sheet with the edits to a new file, which is the sheet from then on
                  merge FILE                 goes on with a newer version of the sheet, which gets the edits
                  conflicts                  prints the edits of what somebody else has given another status meanwhile
                  decide NAME mine           keeps such an edit; decide NAME theirs takes it back
                  # …                        is a comment

                The columns are sheet, page, author, kind, subject, color, layer, label, status, marked, created, modified,
                quantity, text and name. A color is written as in the file or by its name, and a page is counted from 1.
                Without an author is "(no author)", and so on; without a review status is "None". On the screen ? shows all
                keys.

                Exit status: 0, 64 for wrong usage, 65 for a bad file or command or a replay that comes out otherwise, 66 for
                a file or a standard input that cannot be read, 73 for a recording that cannot be begun, as where its file is
                there already, 74 where output does not arrive, as on a full disk, 141 where nobody reads it any more.
                """,
            argument: { $0.files.append($1) }
        )
    }
}
