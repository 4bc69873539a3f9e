import Millrace
import MillraceTerminal

/// What is shown in place of the room.
public enum ChatPage: Equatable, Sendable {
    case person(PersonView)
    /// The image of a message.
    case image(ImageContent, name: String)
}

extension ChatPage {
    /// What the page is called.
    var title: String {
        switch self {
        case .person(let person): person.name
        case .image(let image, let name): image.caption(name)
        }
    }

    /// The lines of the page, from the top.
    func lines(columns: Int, rows: Int, images: [String: ImageStatus]) -> [RoomViewLine] {
        switch self {
        case .person(let person): person.lines(columns: columns, images)
        case .image(let image, _):
            switch images[image.address] {
            case .loaded(let picture): picture.large.lines(columns: columns, rows: rows)
            case let status?: [RoomViewLine(text: status.note.trimmed, style: .dim)]
            case nil: [RoomViewLine(text: "Images are drawn on terminals with 24-bit colours.", style: .dim)]
            }
        }
    }

    /// The image that is fetched for it.
    var address: String? {
        switch self {
        case .person(let person): person.avatar
        case .image(let image, _): image.address
        }
    }
}

extension PersonView {
    fileprivate func lines(columns: Int, _ images: [String: ImageStatus]) -> [RoomViewLine] {
        var lines = [RoomViewLine(text: id)]
        let picture = avatar.flatMap { images[$0] }
        lines.append(RoomViewLine(text: avatarLine + (picture?.note ?? ""), style: avatar == nil ? .dim : .plain))
        if case .loaded(let picture) = picture { lines += picture.small.lines(columns: columns, rows: 8) }
        if isFetching { lines.append(RoomViewLine(text: "Asking the homeserver…", style: .dim)) }
        if let problem { lines.append(RoomViewLine(text: problem.oneLine, style: TerminalStyle(foreground: .red))) }
        lines.append(RoomViewLine(text: ""))
        lines.append(RoomViewLine(text: rooms.isEmpty ? "You share no room." : "Rooms that you share:", style: .bold))
        return lines + roomLines.map { RoomViewLine(text: $0) }
    }

    /// The picture in words.
    var avatarLine: String { avatar.map { "Picture: \($0.oneLine)" } ?? "No picture" }

    /// The rooms that are shared, each with the name that is used there if it is another one.
    var roomLines: [String] {
        rooms.map { room in room.name.map { "\(room.title) (as \($0))" } ?? room.title }.map(\.oneLine)
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}

/// A question, as it stands before the text field.
struct ChatQuestion {
    let label: String
    let placeholder: String
}

extension ChatView {
    /// What is asked; nil while a message is written.
    var question: ChatQuestion? {
        switch asked {
        case .search: ChatQuestion(label: "› ", placeholder: "a part of a room's name")
        case .attach: ChatQuestion(label: "Image: ", placeholder: "a file; enter sends it")
        case .join: ChatQuestion(label: "Join: ", placeholder: "a room, such as #tea:example.org")
        case .leave:
            room?.membership == .invited
                ? ChatQuestion(label: "Decline the invitation? ", placeholder: "enter declines, esc does not")
                : ChatQuestion(label: "Leave \(room?.title ?? "the room")? ", placeholder: "enter leaves, esc stays")
        default: nil
        }
    }

    /// Whether a row is on the screen.
    func isSeen(_ position: RoomPosition, rows: Int, columns: Int) -> Bool {
        let width = columns - leftColumns(of: columns)
        let lines = room?.lines(columns: width, rows: rows, position: position, images: images) ?? []
        return lines.contains { $0.isChosen }
    }

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
        return room?.isFilling == true ? "Fetching older messages…" : transfers
    }
}
