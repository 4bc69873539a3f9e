import Foundation
import MillraceTerminal

/// What the command line asks for.
public struct CommandLineOptions: Equatable, Sendable {
    /// The address of the homeserver; nil for the sample in memory.
    public var homeserver: URL?
    /// The user who signs in there.
    public var user: String?
    /// How often something new happens in the sample; nil for every three seconds.
    public var interval: Duration?
    /// The link to open on the screen; nil for none.
    public var link: URL?
    /// The file with the commands; nil for standard input. Nil where there is no script.
    public var script: String?
    /// The folder in which the chat saves its state for the next run; nil for the usual one.
    public var folder: String?
    /// The file to record the session in for the inspector; nil for none.
    public var inspect: String?
    /// How long a command of a script waits at most.
    public var patience = Duration.seconds(30)
    /// Whether every answer is a JSON object.
    public var json = false
}

extension CommandLineOptions {
    /// Reads the arguments after the program's name.
    public init(_ arguments: [String]) throws(ProgramExit) {
        self = try Self.declared.read(arguments, into: CommandLineOptions())
        let isSample = homeserver == nil
        guard isSample == (user == nil) else { throw .usage("--homeserver and --user go together") }
        guard !isSample || folder == nil else { throw .usage("--state is for a homeserver") }
        guard isSample || interval == nil else { throw .usage("--every is for the sample") }
    }

    private static var link: ProgramArgument<URL> {
        ProgramArgument("a link to a room, an event or a person, such as matrix:roomid/tea:example.org") { text in
            guard let url = URL(string: text), case .success = matrixLinks.target(of: url) else { return nil }
            return url
        }
    }

    private static var declared: ProgramOptions<CommandLineOptions> {
        ProgramOptions(
            of: "chat",
            version: "0.1.0",
            usage: """
                [--homeserver URL --user NAME [--state FOLDER]] [--every TIME]
                     [--open LINK] [--script FILE] [--patience TIME] [--json]
                     [--inspect FILE]
                """,
            about: """
                A client for the Matrix protocol. Without a homeserver it plays a sample of twelve rooms, in which something
                new happens every three seconds. On a terminal it shows a screen; press ? for the keys. Without a terminal and
                a command it prints the rooms, and the last messages of the first one. With --script, or if standard input
                is not a terminal, it runs these commands, one per line:

                  rooms [TEXT]     the rooms, the most recently active first; with TEXT, only those with TEXT in their names
                  open ROOM        opens a room by its identity, its address, its name or a part of it, or by a link to it or to
                                   one of its events: matrix:… or https://matrix.to/…
                  open PERSON      shows a person, by the identity or a link: the name, the picture, the rooms that you share
                  open EVENT       shows an event of the open room; older ones are fetched. An image is fetched
                  messages [N]     the last N messages of the open room, or 20; older ones are fetched
                  send TEXT        sends a message, and waits until it comes back from the homeserver
                  image FILE       sends the image in a file, likewise: PNG, JPEG, GIF or WebP
                  join ROOM        joins a room by its address or identity, or accepts an invitation, and opens the room
                  leave [ROOM]     leaves a room, or the open one, or declines an invitation
                  reply EVENT TEXT answers a message, by its identity
                  edit EVENT TEXT  gives a message of yours another text
                  react EVENT KEY  reacts to a message with KEY, such as an emoji; unreact EVENT KEY takes that back
                  redact EVENT     deletes a message by its identity
                  badge            the number of unread messages in all rooms, and of damaged events
                  wait for TEXT    waits until a message with TEXT is in the open room

                In a TEXT, and in the answers, \\n is a line break and \\\\ a backslash. With --json, the answers are as JSON has
                them.
                """,
            options: [
                .value("--homeserver URL", \.homeserver, .webAddress, "the address of a homeserver"),
                .value(
                    "--user NAME",
                    \.user,
                    .text,
                    """
                    the user who signs in there. The password is read from the terminal without an echo, or from the
                    variable CHAT_PASSWORD; it is needed once, since the token is saved
                    """
                ),
                .value("--state FOLDER", \.folder, .text, "the folder of the token, the rooms and what is unsent"),
                .value("--open LINK", \.link, link, "opens a room, an event or a person on the screen"),
                .value("--every TIME", \.interval, .time, "how often something new happens in the sample: 100ms, 3s"),
                .value("--script FILE", \.script, .text, "reads the commands from a file; - is standard input"),
                .value("--patience TIME", \.patience, .time, "how long a command waits at most; 30s without it"),
                .inspection(\.inspect),
                .flag("--json", \.json, "makes every answer a JSON object, one a line"),
            ],
            ending: """
                Exit status: 0; 64 for wrong usage; 65 for an unknown command, or one whose room, person or event does not
                exist; 66 if the script or an image cannot be read; 69 if the homeserver cannot be used; 74 if the output cannot
                be written; 75 if a command took too long, or another chat uses the folder; 77 if the homeserver does not allow
                something, as with a wrong password, or the login cannot be saved; 141 if the reader of the output has closed it.
                """
        )
    }
}
