import Foundation
import MillraceTerminal

/// What a script answers: a line for a person, or a JSON object in a line.
enum ScriptAnswers {
    static func room(_ row: RoomRow, _ names: Names, asJSON: Bool) -> String {
        let (excerpt, isInvited) = (row.excerpt(names), row.membership == .invited)
        guard !asJSON else {
            return json([
                "room": row.id, "name": row.title(names), "membership": "\(row.membership)",
                "isEncrypted": row.isEncrypted, "unread": row.unread, "highlights": row.highlights, "last": excerpt,
                "time": row.time > 0 ? row.time : nil,
            ])
        }
        let unread = row.unread > 0 ? "\(row.unread) unread" : nil
        let highlights = row.highlights > 0 ? "\(row.highlights) for you" : nil
        let counts = [unread, highlights].compactMap(\.self).joined(separator: ", ")
        let state = isInvited ? "invited" : counts.isEmpty ? nil : counts
        let time = isInvited || row.time == 0 ? nil : EventTime(row.time).text
        return [row.title(names), time, state, excerpt].compactMap(\.self).joined(separator: " | ").oneLine
    }

    static func message(_ row: MessageRow, _ names: Names, asJSON: Bool) -> String {
        guard asJSON else { return "\(row.id) | \(row.sent.text) | \(row.line(names))".oneLine }
        return json([
            "event": row.id, "kind": row.content.word, "sender": row.sender.isEmpty ? nil : row.sender,
            "time": row.time, "text": row.line(names), "body": row.message?.body, "replyTo": row.message?.replyTo,
            "isEdited": row.isEdited ? true : nil, "reactions": row.reactions.isEmpty ? nil : row.reactions,
        ])
    }

    static func badge(_ badge: Badge, damaged: Int, asJSON: Bool) -> String {
        guard !asJSON else {
            return json([
                "unread": badge.unread, "highlights": badge.highlights, "invitations": badge.invitations,
                "damaged": damaged,
            ])
        }
        let end = damaged > 0 ? ", \(damaged) damaged" : ""
        return "\(badge.unread) unread, \(badge.highlights) for you, \(badge.invitations) invitations\(end)"
    }

    static func sent(_ event: String, asJSON: Bool) -> String { changed("sent", event, asJSON: asJSON) }

    static func changed(_ what: String, _ name: String, asJSON: Bool) -> String {
        asJSON ? json([what: name]) : "\(what) \(name)".oneLine
    }

    /// An image that was fetched.
    static func image(_ name: String, _ image: ImageContent, _ file: ImageFile, asJSON: Bool) -> String {
        let size = file.size
        guard !asJSON else {
            return json(["image": name, "address": image.address, "width": size?.width, "height": size?.height])
        }
        let pixels = size.map { "\($0.width)×\($0.height)" }
        return [name, pixels, image.address].compactMap(\.self).joined(separator: " | ").oneLine
    }

    /// A person, in a line for each thing that is known.
    static func person(_ person: PersonView, asJSON: Bool) -> [String] {
        guard !asJSON else {
            let rooms = person.rooms.map { room in
                ["room": room.id, "name": room.title, "as": room.name].compactMapValues(\.self)
            }
            return [json(["person": person.id, "name": person.name, "avatar": person.avatar, "rooms": rooms])]
        }
        return ["\(person.name) | \(person.id)".oneLine, person.avatarLine] + person.roomLines
    }

    /// An object as a line of text, without the members that are nil.
    private static func json(_ object: [String: Any?]) -> String {
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes]
        let data = try? JSONSerialization.data(withJSONObject: object.compactMapValues(\.self), options: options)
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
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
