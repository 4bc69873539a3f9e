extension Outgoing.Content {
    /// The kind of the event.
    var kind: String {
        switch self {
        case .text, .image, .reply, .edit: "m.room.message"
        case .reaction: "m.reaction"
        case .redaction: "m.room.redaction"
        }
    }

    /// The content of the event.
    ///
    /// - Parameter prepared: The address of an image; or the event that it is about.
    func event(_ prepared: String) -> JSONValue {
        switch self {
        case .text(let text): return .object(Self.message(text))
        case .image(let image): return image.content(at: prepared)
        case .redaction: return [:]
        case .reaction(let key, _):
            return Self.relating(["rel_type": "m.annotation", "event_id": .string(prepared), "key": .string(key)])
        case .reply(let text, _):
            return Self.relating(["m.in_reply_to": ["event_id": .string(prepared)]], Self.message(text))
        case .edit(let text, _):
            // Who does not know of edits shows the text behind the star.
            var content = Self.message("* \(text)")
            content["m.new_content"] = .object(Self.message(text))
            return Self.relating(["rel_type": "m.replace", "event_id": .string(prepared)], content)
        }
    }

    private static func message(_ text: String) -> [String: JSONValue] {
        ["msgtype": "m.text", "body": .string(text)]
    }

    private static func relating(_ relation: JSONValue, _ content: [String: JSONValue] = [:]) -> JSONValue {
        .object(content.merging(["m.relates_to": relation]) { $1 })
    }
}

extension OutgoingImage {
    fileprivate func content(at address: String) -> JSONValue {
        var info: [String: JSONValue] = ["mimetype": .string(type), "size": .number(Double(byteCount))]
        if let width, let height {
            info["w"] = .number(Double(width))
            info["h"] = .number(Double(height))
        }
        return ["msgtype": "m.image", "body": .string(name), "url": .string(address), "info": .object(info)]
    }
}
