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
    /// Whether to print the help, and do nothing else.
    public var help = false
    /// Whether to print the version, and do nothing else.
    public var version = false

    /// Creates options that show the sample on the screen.
    public init() {}

    /// The error that a command line cannot be understood.
    public struct UsageError: Error, Equatable, Sendable, CustomStringConvertible {
        /// What is wrong and how to fix it, in one line.
        public let description: String
        /// The exit status, as in `sysexits.h`.
        public var exitCode: Int32 { 64 }

        init(_ what: String) { description = "chat: \(what.oneLine). To fix: see chat --help." }
    }

    /// Reads the arguments after the program's name.
    public init(_ arguments: [String]) throws(UsageError) {
        var (server, user, interval): (URL?, String?, Duration?) = (nil, nil, nil)
        var (rooms, events, rate): (Int?, Int?, Int?) = (nil, nil, nil)
        var rest = arguments[...]
        while let name = rest.popFirst() {
            func next() throws(UsageError) -> String {
                guard let value = rest.popFirst(), !value.isEmpty else { throw UsageError("\(name) needs a value") }
                return value
            }
            switch name {
            case "--homeserver": server = try Self.address(next())
            case "--user": user = try next()
            case "--password-fd":
                guard let number = Int32(try next()), number >= 0 else { throw UsageError("\(name) needs a number") }
                passwordDescriptor = number
            case "--state": folder = try next()
            case "--open": link = try Self.link(next())
            case "--script": script = try next()
            case "--every": interval = try Self.duration(next(), of: name)
            case "--sample-rooms": rooms = try Self.number(next(), in: 1...100_000, of: name)
            case "--sample-events": events = try Self.number(next(), in: 0...1_000_000, of: name)
            case "--sample-rate": rate = try Self.number(next(), in: 0...100_000, of: name)
            case "--patience": patience = try Self.duration(next(), of: name)
            case "--json": json = true
            case "--help", "-h": help = true
            case "--version": version = true
            default: throw UsageError("there is no option \(name)")
            }
        }
        switch (server, user) {
        case (let server?, let user?): source = .homeserver(server, user: user)
        case (nil, nil): source = .sample(every: interval ?? .seconds(3))
        default: throw UsageError("--homeserver and --user go together")
        }
        guard server != nil || passwordDescriptor == nil && folder == nil else {
            throw UsageError("--password-fd and --state are for a homeserver")
        }
        guard server == nil || interval == nil else { throw UsageError("--every is for the sample") }
        guard rooms != nil || events != nil || rate != nil else { return }
        guard server == nil, interval == nil else {
            throw UsageError(
                "--sample-rooms, --sample-events and --sample-rate go neither with --homeserver nor with --every"
            )
        }
        source = .largeSample(rooms: rooms ?? 1_000, events: events ?? 100, rate: rate ?? 0)
    }

    private static func link(_ text: String) throws(UsageError) -> URL {
        guard let url = URL(string: text), case .success = matrixLinks.target(of: url) else {
            throw UsageError(
                "--open needs a link to a room, an event or a person, such as matrix:roomid/tea:example.org"
            )
        }
        return url
    }

    private static func address(_ text: String) throws(UsageError) -> URL {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host?.isEmpty == false else {
            throw UsageError("--homeserver needs an address of http or https")
        }
        return url
    }

    private static func duration(_ text: String, of option: String) throws(UsageError) -> Duration {
        guard let duration = Duration(inWords: text) else {
            throw UsageError("\(option) needs a time such as 400ms or 2s")
        }
        return duration
    }

    private static func number(_ text: String, in range: ClosedRange<Int>, of option: String) throws(UsageError) -> Int
    {
        guard let number = Int(text), range.contains(number) else {
            throw UsageError("\(option) needs a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }
}

extension Duration {
    /// Reads a time such as "400ms", "2s" or "1.5s".
    init?(inWords text: some StringProtocol) {
        let isMilliseconds = text.hasSuffix("ms")
        let number = text.dropLast(isMilliseconds ? 2 : 1)
        guard isMilliseconds || text.hasSuffix("s"), number.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
            let value = Double(number), value < 1_000_000
        else { return nil }
        self = isMilliseconds ? .milliseconds(value) : .seconds(value)
    }
}

extension CommandLineOptions {
    /// What `--version` prints.
    public static let versionText = "chat 0.1.0"

    /// What `--help` prints.
    public static let helpText = """
        Usage: chat [--homeserver URL --user NAME [--password-fd N] [--state FOLDER]] [--every TIME]
                    [--sample-rooms N] [--sample-events N] [--sample-rate N]
                    [--open LINK] [--script FILE] [--patience TIME] [--json]

        A client for the Matrix protocol. Without a homeserver it plays a sample of twelve rooms, in which something new
        happens every three seconds. On a terminal it shows a screen; press ? for the keys. With --script, or if
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

          --homeserver URL   the address of a homeserver
          --user NAME        the user who signs in there. The password is read from the terminal without an echo, or
                             from the variable CHAT_PASSWORD; it is needed once, since the token is saved
          --password-fd N    reads the password from file descriptor N
          --state FOLDER     the folder for the token, the rooms and the unsent messages; only its owner can read them
          --open LINK        opens a room, an event or a person on the screen, as soon as the user is signed in and the
                             rooms are known
          --every TIME       how often something new happens in the sample: 100ms, 3s
          --sample-rooms N   a sample of N rooms in place of the twelve; 1000 without it, if one of these three is named
          --sample-events N  the number of messages in each of them; 100 without it
          --sample-rate N    how many messages arrive a second; none without it
          --script FILE      reads the commands from a file; - is standard input
          --patience TIME    how long a command waits at most; 30s without it
          --json             makes every answer a JSON object, one a line
          --help, -h         prints this help
          --version          prints the version

        Exit status: 0; 64 for wrong usage; 65 for an unknown command, or one whose room, person or event does not
        exist; 66 if the script or an image cannot be read; 69 if the homeserver cannot be used; 74 if the output cannot
        be written; 75 if a command took too long, or another chat uses the folder; 77 if the homeserver does not allow
        something, as with a wrong password, or the login cannot be saved; 141 if the reader of the output has closed it.
        """
}
