import Foundation
import MillraceTerminal

/// What the command line asks for.
public struct CommandLineOptions: Equatable, Sendable {
    /// The files with posts; none for the sample, or a server.
    public var files: [String] = []
    /// The address of the server; nil for none.
    public var server: URL?
    /// Whether the server is to know the reader.
    public var hasToken = false
    /// The folder in which stars wait for the server; nil for the usual one.
    public var folder: String?
    /// How often a server is asked for what is new.
    public var interval: Duration?
    /// How long a command of a script waits at most.
    public var patience = Duration.seconds(30)
    /// The file to record the session in for the inspector; nil for none.
    public var inspect: String?
    /// Whether every answer is a JSON object.
    public var json = false
}

extension CommandLineOptions {
    /// Reads the arguments behind the program's name.
    public init(_ arguments: [String]) throws(ProgramExit) {
        self = try Self.declared.read(arguments, into: CommandLineOptions())
        guard files.isEmpty || server == nil else { throw .usage("the posts are those of files, or of a server") }
        guard server != nil || !hasToken else { throw .usage("--token is for a server") }
        guard server != nil || folder == nil else { throw .usage("--state is for a server") }
    }

    private static var declared: ProgramOptions<CommandLineOptions> {
        ProgramOptions(
            of: "feed",
            version: "0.1.0",
            usage: """
                [FILE …] [--every TIME] [--patience TIME] [--inspect FILE] [--json]
                     --server URL [--token] [--state FOLDER] [--every TIME] [--patience TIME]
                     [--inspect FILE] [--json]
                """,
            about: """
                Reads timelines as Mastodon, Akkoma, Friendica, GoToSocial and others have them. Without a file or a server
                it shows a sample. A FILE is the JSON of a post, of an array of posts, or of a thread. On a terminal it
                shows a screen; press ? for the keys. Without a terminal and a command it prints the first posts. If
                standard input is not a terminal, it runs these commands, one per line:

                  posts [N]       the first N posts of the list, or 20
                  rows [COLUMNS]  the rows of the list as they are on a screen of so many columns, or 80
                  status          how many posts there are, how many of them are new, and what is wrong
                  new             asks for what is new
                  older           fetches older posts
                  tab NAME        goes to home, local, federated or favourites
                  thread POST     shows a post with what it answers and what answers it
                  profile POST    shows the author of a post
                  back            goes back
                  open POST       opens what is behind the warning of a post, or closes it
                  star POST       marks a post, and waits until the server has it
                  unstar POST     takes that back
                  only KIND       shows posts with an image, video, audio, poll, link, quote, boost or reply; or all
                  find [TEXT]     shows posts that contain TEXT, or all

                POST is the identity of a post. An empty line says nothing, nor does one that begins with "#". The first
                command that cannot be done ends a script.
                """,
            options: [
                .value("--server URL", \.server, .webAddress, "reads the timelines of the server at URL"),
                .flag("--token", \.hasToken, "signs in with the token in FEED_TOKEN, or one typed without an echo"),
                .value("--state FOLDER", \.folder, .text, "keeps stars that wait in FOLDER, not in ~/.local/state"),
                .value("--every TIME", \.interval, .time, "asks for what is new so often; once a minute without it"),
                .value("--patience TIME", \.patience, .time, "how long a command waits: 30 seconds without it"),
                .inspection(\.inspect),
                .flag("--json", \.json, "makes every answer a JSON object"),
            ],
            ending: """
                Exit status: 0; 64 for wrong usage; 65 for a command that cannot be done, or a file without posts; 66 for
                a file or a state that cannot be read; 69 if the server cannot be used; 73 if FILE is there already; 74 where
                output does not arrive; 75 if something takes too long; 77 if there is no token, or the server refuses
                something; 141 where nobody reads the output any more.
                """,
            argument: { $0.files.append($1) }
        )
    }
}
