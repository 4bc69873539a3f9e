import Millrace
import MillraceTerminal

/// What is shown in place of the room.
public enum ChatPage: Equatable, Sendable {
    case person(PersonView)
    /// The image of a message.
    case image(ImageContent, name: String)
    /// The room of the route is none of the user's any more.
    case gone(Departure)
}

extension ChatPage {
    /// What the page is called.
    var title: String {
        switch self {
        case .person(let person): person.name
        case .image(let image, let name): image.caption(name)
        case .gone(let departure): departure.title
        }
    }

    /// The lines of the page, from the top. Its image is below them.
    func lines(_ image: ImageStatus?) -> [TerminalLine] {
        switch self {
        case .person(let person): person.lines(image)
        case .image: [TerminalLine(image?.note ?? "This terminal shows no images.", style: .dim)]
        case .gone(let departure):
            [
                TerminalLine(departure.words, style: .bold),
                TerminalLine("What you have written here was not sent. ↑↓ leads to another room.", style: .dim),
            ]
        }
    }

    /// The image that is fetched for it.
    var address: String? {
        switch self {
        case .person(let person): person.avatar
        case .image(let image, _): image.address
        case .gone: nil
        }
    }
}

extension PersonView {
    fileprivate func lines(_ image: ImageStatus?) -> [TerminalLine] {
        let note = image.map { " \($0.note)" } ?? ""
        var lines = [TerminalLine(id)]
        lines.append(TerminalLine(avatarLine + note, style: avatar == nil ? .dim : .plain))
        if isFetching { lines.append(TerminalLine("Asking the homeserver…", style: .dim)) }
        if let problem { lines.append(TerminalLine(problem.oneLine, style: TerminalStyle(foreground: .red))) }
        lines.append(TerminalLine(""))
        lines.append(TerminalLine(rooms.isEmpty ? "You share no room." : "Rooms that you share:", style: .bold))
        return lines + roomLines.map { TerminalLine($0) }
    }

    /// The picture in words.
    var avatarLine: String { avatar.map { "Picture: \($0.oneLine)" } ?? "No picture" }

    /// The rooms that are shared, each with the name that is used there if it is another one.
    var roomLines: [String] {
        rooms.map { room in room.name.map { "\(room.title) (as \($0))" } ?? room.title }.map(\.oneLine)
    }
}

extension ImageStatus {
    /// What is said of the image.
    fileprivate var note: String {
        switch self {
        case .loading(let percent): "(fetching\(percent.map { ", \($0) %" } ?? ""))"
        case .loaded: ""
        case .failed(let reason): "(not shown: \(reason))"
        }
    }
}

extension ChatView {
    /// A question, as it stands before the text field; nil while a message is written.
    var question: (label: String, placeholder: String)? {
        switch asked {
        case .search: ("› ", "a part of a room's name")
        case .attach: ("Image: ", "a file; enter sends it")
        case .join: ("Join: ", "a room, such as #tea:example.org")
        case .leave where room?.membership == .invited:
            ("Decline the invitation? ", "enter declines, esc does not")
        case .leave: ("Leave \(room?.title ?? "the room")? ", "enter leaves, esc stays")
        case .react(let event):
            (
                "React to\(excerpt(of: event)): ",
                ChatScreen.usualReactions.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: "  ")
            )
        case .delete(let event): ("Delete\(excerpt(of: event))? ", "enter deletes, esc does not")
        case .quit: ("Quit, and lose what is written? ", "enter quits, esc stays")
        default: nil
        }
    }

    /// What the text in the field is to be; nil for a message.
    private var purpose: String? {
        switch room?.purpose {
        case .reply(let message): "Your answer to\(excerpt(of: message)) (esc: no answer)"
        case .edit(let message, _): "Another text for\(excerpt(of: message)) (esc: no other text)"
        case nil: nil
        }
    }

    private func excerpt(of event: String) -> String {
        guard case .message(let message, _) = room?.rows.first(where: { $0.id == event })?.content else {
            return " a message"
        }
        return " “\(message.body.excerpt(20))”"
    }

    /// What stands before the name of an encrypted room.
    static let lock = "🔒 "

    /// Whether the last line is for hints.
    static func hintRows(of size: TerminalSize) -> Int { size.rows >= 5 ? 1 : 0 }

    /// How many lines there are for the field: as many as it has, up to a third of the screen.
    static func fieldRows(of size: TerminalSize, lineCount: Int) -> Int { min(lineCount, max(1, size.rows / 3)) }

    /// Where the messages are: right of the list of the rooms, between the heading and the note, the field and the hints.
    func messageRegion(of size: TerminalSize, fieldLines: Int) -> TerminalRegion {
        let (column, field) = (leftColumns(of: size.columns), Self.fieldRows(of: size, lineCount: fieldLines))
        let rows = size.rows - Self.hintRows(of: size) - 1 - field - (note == nil ? 0 : 1)
        return TerminalRegion(column: column, row: 1, columns: size.columns - column, rows: max(1, rows))
    }

    /// The image of the page, below its lines; nil while there is none, or too little space.
    func overlay(in size: TerminalSize, fieldLines: Int, as format: TerminalImageFormat) -> TerminalOverlay? {
        guard let page, case .loaded(let file) = image else { return nil }
        let (room, line) = (messageRegion(of: size, fieldLines: fieldLines), page.lines(image).count)
        guard room.size.rows - line >= 3 else { return nil }
        let below = TerminalSize(columns: room.size.columns, rows: room.size.rows - line)
        return format.overlay(file, in: TerminalRegion(column: room.column, row: room.row + line, size: below))
    }

    /// What is wrong; nil if nothing is.
    var problem: String? { status ?? damage ?? (page == nil ? room?.problem : nil) }

    /// The line above the field.
    var note: String? { problem ?? activity }

    /// How many columns the list of the rooms has.
    func leftColumns(of columns: Int) -> Int { columns >= 60 ? min(30, columns / 3) : 0 }

    /// What is going on with the room or its messages; nil if nothing is.
    var activity: String? {
        switch finding?.status {
        case .looking: return "Looking for the message…"
        case .missing: return "The message is not in this room."
        case .failed(let reason): return "Looking for the message: \(reason)"
        case .found, nil: break
        }
        if isChangingMembership { return "Asking the homeserver…" }
        if let arrived { return "You are in \(arrived) now." }
        if room?.isFilling == true { return "Fetching older messages…" }
        guard page == nil, let room, room.membership == .joined else { return nil }
        if let purpose, asked == nil { return purpose }
        if room.successor != nil { return "The room goes on in another one: ctrl-n, enter." }
        return room.isEncrypted ? Room.encryptionNote : nil
    }
}
