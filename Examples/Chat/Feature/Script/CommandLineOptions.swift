import Foundation
import MillraceTerminal

/// What the command line asks for.
public struct CommandLineOptions: Equatable, Sendable {
    /// The server that the chat uses.
    public enum Source: Equatable, Sendable {
        /// The sample in memory, in which a new event occurs at this interval.
        case sample(every: Duration)
        /// A sample of so many rooms with so many messages each, to which so many are added a second.
        case largeSample(rooms: Int, events: Int, rate: Int)
        /// A homeserver.
        case homeserver(URL, user: String)
    }

    /// The server that the chat uses.
    public var source = Source.sample(every: .seconds(3))
    /// The link to open on the screen; nil for none.
    public var link: URL?
    /// The file with the commands; nil for standard input. Nil where there is no script.
    public var script: String?
    /// The descriptor from which the password is read; nil to take it from elsewhere.
    public var passwordDescriptor: Int32?
    /// The folder in which the chat saves its state for the next run; nil for the usual one.
    public var folder: String?
    /// How long a command of a script waits at most.
    public var patience = Duration.seconds(30)
    /// Whether every answer is a JSON object.
    public var json = false
    /// Creates options that show the sample on the screen.
    public init() {}

    /// Reads the arguments after the program's name.
    public init(_ arguments: [String]) throws(ProgramExit) {
        let values = try Self.declared.read(arguments, into: Values())
        self = values.options
        let isLarge = values.rooms != nil || values.events != nil || values.rate != nil
        switch (values.homeserver, values.user) {
        case (let server?, let user?): source = .homeserver(server, user: user)
        case (nil, nil) where isLarge:
            source = .largeSample(rooms: values.rooms ?? 1_000, events: values.events ?? 100, rate: values.rate ?? 0)
        case (nil, nil): source = .sample(every: values.interval ?? .seconds(3))
        default: throw .usage("--homeserver and --user go together")
        }
        let isSample = values.homeserver == nil
        guard !isSample || passwordDescriptor == nil && folder == nil else {
            throw .usage("--password-fd and --state are for a homeserver")
        }
        guard isSample || values.interval == nil else { throw .usage("--every is for the sample") }
        guard !isLarge || isSample && values.interval == nil else {
            throw .usage(
                "--sample-rooms, --sample-events and --sample-rate go neither with --homeserver nor with --every"
            )
        }
    }

    /// What stands on the command line, of which the source is made.
    private struct Values {
        var options = CommandLineOptions()
        var homeserver: URL?
        var user: String?
        var interval: Duration?
        var rooms: Int?
        var events: Int?
        var rate: Int?
    }

    private static var link: ProgramArgument<URL> {
        ProgramArgument("a link to a room, an event or a person, such as matrix:roomid/tea:example.org") { text in
            guard let url = URL(string: text), case .success = matrixLinks.target(of: url) else { return nil }
            return url
        }
    }

    private static var descriptor: ProgramArgument<Int32> {
        ProgramArgument("a number") { text in Int32(text).flatMap { $0 < 0 ? nil : $0 } }
    }

    private static var declared: ProgramOptions<Values> {
        ProgramOptions(
            of: "chat",
            version: "0.1.0",
            usage: """
                [--homeserver URL --user NAME [--password-fd N] [--state FOLDER]] [--every TIME]
                     [--sample-rooms N] [--sample-events N] [--sample-rate N]
                     [--open LINK] [--script FILE] [--patience TIME] [--json]
                """,
            about: """
                A client for the Matrix protocol. Without a homeserver it plays a sample of twelve rooms, in which something
                new happens every three seconds. On a terminal it shows a screen; press ? for the keys. With --script, or if
                standard input is not a terminal, it runs these commands, one per line:

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
                  redact EVENT     deletes a message by its identity
                  badge            the number of unread messages in all rooms, and of damaged events
                  wait for TEXT    waits until a message with TEXT is in the open room
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
                .value(
                    "--password-fd N",
                    \.options.passwordDescriptor,
                    descriptor,
                    "reads the password from file descriptor N"
                ),
                .value(
                    "--state FOLDER",
                    \.options.folder,
                    .text,
                    "the folder for the token, the rooms and the unsent messages; only its owner can read them"
                ),
                .value(
                    "--open LINK",
                    \.options.link,
                    link,
                    """
                    opens a room, an event or a person on the screen, as soon as the user is signed in and the rooms are
                    known
                    """
                ),
                .value("--every TIME", \.interval, .time, "how often something new happens in the sample: 100ms, 3s"),
                .value(
                    "--sample-rooms N",
                    \.rooms,
                    .number(in: 1...100_000),
                    "a sample of N rooms in place of the twelve; 1000 without it, if one of these three is named"
                ),
                .value(
                    "--sample-events N",
                    \.events,
                    .number(in: 0...1_000_000),
                    "the number of messages in each of them; 100 without it"
                ),
                .value(
                    "--sample-rate N",
                    \.rate,
                    .number(in: 0...100_000),
                    "how many messages arrive a second; none without it"
                ),
                .value(
                    "--script FILE",
                    \.options.script,
                    .text,
                    "reads the commands from a file; - is standard input"
                ),
                .value(
                    "--patience TIME",
                    \.options.patience,
                    .time,
                    "how long a command waits at most; 30s without it"
                ),
                .flag("--json", \.options.json, "makes every answer a JSON object, one a line"),
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
