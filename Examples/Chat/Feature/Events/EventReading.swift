import Foundation

extension TimelineEvent {
    /// Reads an event. One that cannot be read becomes a damaged one, which says why.
    public init(_ json: JSONValue) {
        let content: EventContent
        do throws(AnswerDamage) {
            content = try EventContent(readingEvent: json)
        } catch {
            content = .damaged(problem: error.description)
        }
        self.init(
            id: json.eventID ?? json.fingerprint,
            sender: json["sender"]?.string ?? "",
            time: json["origin_server_ts"]?.int ?? 0,
            content: content,
            transaction: json["unsigned"]?["transaction_id"]?.string
        )
    }
}

extension EventContent {
    fileprivate init(readingEvent json: JSONValue) throws(AnswerDamage) {
        guard json.object != nil else { throw AnswerDamage(description: "it is no object") }
        guard let kind = json["type"]?.string else { throw AnswerDamage(description: "it has no type") }
        guard json["event_id"]?.string != nil else { throw AnswerDamage(description: "it has no identity") }
        guard json.eventID != nil else { throw AnswerDamage(description: "its identity is one of the chat's own") }
        guard json["sender"]?.string != nil else { throw AnswerDamage(description: "it has no sender") }
        guard json["origin_server_ts"]?.int != nil else { throw AnswerDamage(description: "it has no time") }
        guard let content = json["content"], content.object != nil else {
            throw AnswerDamage(description: "it has no content")
        }
        if json["unsigned"]?["redacted_because"]?.object != nil {
            self = .redacted(isShown: ["m.room.message", "m.room.encrypted", "m.sticker"].contains(kind))
        } else {
            self = try Self.read(kind, content, of: json)
        }
    }

    private static func read(
        _ kind: String,
        _ content: JSONValue,
        of event: JSONValue
    ) throws(AnswerDamage) -> EventContent {
        switch kind {
        case "m.room.message": return try message(content)
        case "m.sticker":
            let image = ImageContent(address: try content.text("url"), content["info"])
            return .message(MessageContent(body: try content.text("body"), kind: .image(image)))
        case "m.room.encrypted": return .encrypted
        case "m.room.name": return .name(try content.text("name"))
        case "m.room.topic": return .topic(try content.text("topic"))
        case "m.room.tombstone": return .replaced(content["body"]?.string ?? "")
        case "m.room.member": return .membership(try MembershipChange(content, of: event))
        case "m.room.redaction":
            guard let target = event["redacts"]?.string ?? content["redacts"]?.string else {
                throw AnswerDamage(description: "it does not say what it deletes")
            }
            return .redaction(of: target)
        case "m.reaction":
            guard let relation = content["m.relates_to"] else {
                throw AnswerDamage(description: "it has no m.relates_to")
            }
            return .reaction(to: try relation.text("event_id"), key: try relation.text("key"))
        default: return .unknown(kind: kind)
        }
    }

    private static func message(_ content: JSONValue) throws(AnswerDamage) -> EventContent {
        let relation = content["m.relates_to"]
        if relation?["rel_type"]?.string == "m.replace", let new = content["m.new_content"], let relation {
            return .edit(of: try relation.text("event_id"), try MessageContent(new))
        }
        return .message(try MessageContent(content))
    }
}

extension MessageContent {
    fileprivate init(_ content: JSONValue) throws(AnswerDamage) {
        let type = try content.text("msgtype")
        self.init(body: try content.text("body"))
        switch type {
        case "m.text": kind = .text
        case "m.notice": kind = .notice
        case "m.emote": kind = .emote
        case "m.image":
            // Encrypted rooms have `file` in place of `url`.
            kind = .image(ImageContent(address: try content.text("url"), content["info"]))
        default: kind = .other(type)
        }
        if content["format"]?.string == "org.matrix.custom.html" { formatted = content["formatted_body"]?.string }
        replyTo = content["m.relates_to"]?["m.in_reply_to"]?["event_id"]?.string
        if replyTo != nil { body = Self.withoutQuotation(body) }
    }

    /// The text of an answer without the lines that repeat what it answers: "> <@ada:example.org> …".
    private static func withoutQuotation(_ body: String) -> String {
        guard body.hasPrefix("> <") || body.hasPrefix("> * <") else { return body }
        let rest = body.split(separator: "\n", omittingEmptySubsequences: false).drop { $0.hasPrefix(">") }
        let text = (rest.first?.isEmpty == true ? rest.dropFirst() : rest).joined(separator: "\n")
        return text.isEmpty ? body : text
    }
}

extension ImageContent {
    fileprivate init(address: String, _ info: JSONValue?) {
        self.init(address: address, byteCount: info?["size"]?.int, width: info?["w"]?.int, height: info?["h"]?.int)
    }
}

extension MembershipChange {
    fileprivate init(_ content: JSONValue, of event: JSONValue) throws(AnswerDamage) {
        let (user, now) = (try event.text("state_key"), try content.text("membership"))
        let before = event["unsigned"]?["prev_content"] ?? event["prev_content"]
        let name = content["displayname"]?.string
        let isOwn = event["sender"]?.string == user
        let kind: Kind
        switch (before?["membership"]?.string, now) {
        case ("join", "join"):
            let isRenamed = before?["displayname"]?.string != name
            let hasOtherPicture = before?["avatar_url"]?.string != content["avatar_url"]?.string
            kind = isRenamed ? .renamed : hasOtherPicture ? .otherPicture : .unchanged
        case (_, "join"): kind = .joined
        case (_, "invite"): kind = .invited
        case (_, "leave"): kind = isOwn ? .left : .removed
        case (_, "ban"): kind = .banned
        case (_, "knock"): kind = .asked
        default: throw AnswerDamage(description: "there is no membership \(now)")
        }
        self.init(user: user, kind: kind, name: name, formerName: before?["displayname"]?.string)
    }
}

extension JSONValue {
    fileprivate func text(_ name: String) throws(AnswerDamage) -> String {
        guard let text = self[name]?.string else { throw AnswerDamage(description: "its \(name) is no text") }
        return text
    }

    /// The identity of an event; nil where it has none, or one that the chat gives to gaps and damaged events.
    fileprivate var eventID: String? {
        self["event_id"]?.string.flatMap { $0.hasPrefix("gap ") || $0.hasPrefix("damaged-") ? nil : $0 }
    }

    /// An identity made of the content, the same in each run and on each machine (FNV-1a, 64 bits).
    fileprivate var fingerprint: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let bytes = (try? encoder.encode([self])) ?? Data()
        let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "damaged-\(String(hash, radix: 16))"
    }
}
