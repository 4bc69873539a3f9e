import Foundation
import MillraceTerminal

/// What a script answers: a line for a person, or a JSON object in a line.
struct ScriptAnswers {
    let asJSON: Bool
    let timeZone: TimeZone

    func room(_ row: RoomRow, _ names: Names) -> String {
        let excerpt = row.excerpt(names)
        let unread = row.unread > 0 ? "\(row.unread) unread" : nil
        let highlights = row.highlights > 0 ? "\(row.highlights) for you" : nil
        let counts = [unread, highlights].compactMap(\.self).joined(separator: ", ")
        let state = row.isInvitation ? "invited" : counts.isEmpty ? nil : counts
        let time = row.isInvitation || row.time == 0 ? nil : EventTime(row.time, in: timeZone).text
        let members: JSONLine = [
            "room": row.id, "name": row.title(names), "membership": "\(row.membership)",
            "isEncrypted": row.isEncrypted, "unread": row.unread, "highlights": row.highlights, "last": excerpt,
            "time": row.time > 0 ? row.time : nil,
        ]
        return line([row.title(names), time, state, excerpt], members)
    }

    func message(_ row: MessageRow, _ names: Names) -> String {
        let own = row.reactions.filter(\.value.isOwn).keys.sorted()
        let members: JSONLine = [
            "event": row.id, "kind": row.content.word, "sender": row.sender.isEmpty ? nil : row.sender,
            "time": row.time, "text": row.text(names), "body": row.message?.body, "replyTo": row.message?.replyTo,
            "isEdited": row.isEdited ? true : nil,
            "reactions": row.reactions.isEmpty ? nil : row.reactions.mapValues(\.count),
            "ownReactions": own.isEmpty ? nil : own,
        ]
        return line([row.id, EventTime(row.time, in: timeZone).text, row.text(names).escapingLines], members)
    }

    func badge(_ badge: Badge, damaged: Int) -> String {
        let end = damaged > 0 ? ", \(damaged) damaged" : ""
        let text = "\(badge.unread) unread, \(badge.highlights) for you, \(badge.invitations) invitations\(end)"
        let members: JSONLine = [
            "unread": badge.unread, "highlights": badge.highlights, "invitations": badge.invitations,
            "damaged": damaged,
        ]
        return line([text], members)
    }

    func changed(_ what: String, _ name: String) -> String {
        line(["\(what) \(name)"], [what: name])
    }

    /// An image that was fetched.
    func image(_ name: String, _ image: ImageContent, _ file: ImageFile) -> String {
        let size = file.size
        let pixels = size.map { "\($0.width)×\($0.height)" }
        let members: JSONLine = [
            "image": name, "address": image.address, "width": size?.width, "height": size?.height,
        ]
        return line([name, pixels, image.address], members)
    }

    /// A person, in a line for each thing that is known.
    func person(_ person: PersonView) -> [String] {
        let rooms: [JSONLine] = person.rooms.map { ["room": $0.id, "name": $0.title, "as": $0.name] }
        let members: JSONLine = [
            "person": person.id, "name": person.name, "avatar": person.avatar, "rooms": rooms,
        ]
        let first = line([person.name, person.id], members)
        return asJSON ? [first] : [first, person.avatarLine] + person.roomLines
    }

    /// What is known, as the parts of a line, or as the members of an object; without what is nil.
    private func line(_ parts: [String?], _ members: JSONLine) -> String {
        asJSON ? members.description : parts.compactMap(\.self).joined(separator: " | ").oneLine
    }
}

extension String {
    /// The text in a line, with `\n` for a line break and `\\` for a backslash.
    var escapingLines: String {
        replacing("\\", with: "\\\\").split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .joined(separator: "\\n")
    }

    /// The text that ``escapingLines`` makes a line of. A backslash before anything else is one.
    var unescapingLines: String {
        var (result, isEscaped) = ("", false)
        for character in self {
            switch character {
            case "n" where isEscaped: result.append("\n")
            case "\\" where !isEscaped:
                isEscaped = true
                continue
            case "\\": result.append(character)
            default: result += isEscaped ? "\\\(character)" : "\(character)"
            }
            isEscaped = false
        }
        return isEscaped ? result + "\\" : result
    }
}

extension MessageRow.Content {
    fileprivate var word: String {
        switch self {
        case .message(let message, _): message.kind.word
        case .happening: "happening"
        case .encrypted: "encrypted"
        case .deleted: "deleted"
        case .unknown: "unknown"
        case .damaged: "damaged"
        case .gap: "gap"
        }
    }
}

extension MessageContent.Kind {
    fileprivate var word: String {
        switch self {
        case .text: "text"
        case .notice: "notice"
        case .emote: "emote"
        case .image: "image"
        case .other(let kind): kind
        }
    }
}
