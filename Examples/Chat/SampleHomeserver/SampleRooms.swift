import Foundation
import MatrixChat
import Millrace

extension HomeserverState {
    /// Twelve rooms with some 2,000 events of all kinds, damaged ones among them: the same in each run.
    ///
    /// - Parameter interval: How long it takes until the next of the events comes that are yet to come. Nil for none.
    public mutating func fill(interval: Duration?) {
        var sample = SampleWriter()
        for (index, room) in SampleWriter.rooms.enumerated() { sample.write(room, number: index, into: &self) }
        let (ada, bo) = (SampleWriter.people[0], SampleWriter.people[1])
        invite(to: "!garden:sample.example", named: "Garden", by: ada.0, called: ada.1)
        invite(to: "!chess:sample.example", named: "Chess club", by: bo.0, called: bo.1)
        loadsMembersLazily = true
        self.interval = interval
        arrivals = sample.arrivals
    }
}

/// Writes the sample's events, with seeded random numbers, so that they are the same everywhere.
struct SampleWriter {
    struct SampleRoom {
        let id: String
        let name: String?
        let topic: String?
        let count: Int
        var isEncrypted = false
    }

    static let rooms = [
        SampleRoom(id: "!tea:sample.example", name: "Tea kitchen", topic: "Who makes the next pot", count: 420),
        SampleRoom(id: "!mill:sample.example", name: "The mill", topic: "Repairs and water levels", count: 380),
        SampleRoom(id: "!books:sample.example", name: "Reading circle", topic: "A book a month", count: 300),
        SampleRoom(id: "!travel:sample.example", name: "Travel", topic: nil, count: 240),
        SampleRoom(id: "!music:sample.example", name: "Music room", topic: "Tuesdays at eight", count: 200),
        SampleRoom(id: "!office:sample.example", name: "Office", topic: "Keys, post, plants", count: 160),
        SampleRoom(id: "!ada:sample.example", name: nil, topic: nil, count: 120),
        SampleRoom(id: "!family:sample.example", name: "Family", topic: nil, count: 100),
        SampleRoom(id: "!secret:sample.example", name: "Board", topic: nil, count: 40, isEncrypted: true),
        SampleRoom(id: "!quiet:sample.example", name: "Quiet corner", topic: "Nobody writes here", count: 4),
    ]

    static let people = [
        ("@ada:sample.example", "Ada"), ("@bo:sample.example", "Bo"), ("@chen:sample.example", "Chen 陈"),
        ("@dora:sample.example", "Dora"), ("@emil:sample.example", "Emil"), ("@fatima:sample.example", "Fatima"),
    ]

    private let random = RandomNumbers.seeded(17)
    /// The time of the last event, in milliseconds since 1970.
    private var time = 1_795_000_000_000

    private mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

    private mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }

    // MARK: Rooms

    mutating func write(_ room: SampleRoom, number: Int, into server: inout HomeserverState) {
        time = 1_795_000_000_000 + number * 7_000_000
        let members = room.name == nil ? Array(Self.people.prefix(1)) : Self.people
        func note(_ kind: String, _ content: JSONValue) {
            server.add(state(kind, by: members[0].0, content), to: room.id)
        }
        note("m.room.create", ["room_version": "10"])
        for (user, name) in members + [(SampleHomeserver.user, "You")] {
            server.add(state("m.room.member", key: user, by: user, member(name)), to: room.id)
        }
        if let name = room.name { note("m.room.name", ["name": .string(name)]) }
        if let topic = room.topic { note("m.room.topic", ["topic": .string(topic)]) }
        if room.isEncrypted { note("m.room.encryption", ["algorithm": "m.megolm.v1.aes-sha2"]) }
        var texts: [(id: String, sender: String, body: String)] = []
        for count in 0..<room.count {
            let sender = one(of: members).0
            let event = room.isEncrypted ? secret(by: sender) : event(by: sender, count, texts)
            let id = server.add(event, to: room.id)
            if let body = event["content"]?["body"]?.string, event["content"]?["m.relates_to"] == nil {
                texts.append((id, sender, body))
            }
        }
        server.rooms[room.id]?.highlights = number < 2 ? 1 : 0
        let unread = [12, 5, 0, 3, 0, 0, 2, 0, 1, 0][number]
        let events = server.rooms[room.id]?.events ?? []
        server.rooms[room.id]?.readTo = events.dropLast(unread).last?.position ?? 0
    }

    /// What comes while one looks: messages, a new name, a reaction, a damaged event.
    var arrivals: [(room: String, event: JSONValue)] {
        var writer = self
        writer.time = 1_795_200_000_000
        func say(_ user: Int, _ text: String) -> JSONValue { writer.text(text, by: Self.people[user].0) }
        let ada = Self.people[0].0
        func renamed() -> JSONValue {
            let event = writer.state("m.room.member", key: ada, by: ada, member("Ada L."))
            return event.replacing("unsigned", ["prev_content": member("Ada")])
        }
        return [
            ("!tea:sample.example", say(1, "The kettle is on.")),
            ("!quiet:sample.example", say(2, "Is anybody here?")),
            ("!tea:sample.example", renamed()),
            ("!tea:sample.example", say(0, "I have another name now.")),
            ("!mill:sample.example", ["type": "m.room.message", "sender": .string(ada), "content": "no object"]),
            ("!mill:sample.example", say(3, "The water is high today.")),
            ("!tea:sample.example", say(4, "Tea is ready.")),
        ]
    }

    // MARK: Events

    private mutating func event(
        by sender: String,
        _ count: Int,
        _ texts: [(id: String, sender: String, body: String)]
    ) -> JSONValue {
        let earlier = texts.isEmpty ? nil : texts[texts.count - 1 - below(min(texts.count, 12))]
        switch (below(100), earlier) {
        case (0..<8, let earlier?): return reaction(to: earlier.id, by: sender)
        case (8..<15, let earlier?): return reply(to: earlier, by: sender)
        case (15..<19, let earlier?): return edit(of: earlier.id, by: earlier.sender)
        case (19, let earlier?):
            return event("m.room.redaction", by: earlier.sender, [:]).replacing("redacts", .string(earlier.id))
        case (20..<23, _): return image(by: sender)
        case (23..<26, _): return message("m.notice", "Backup \(count) is done.", by: sender)
        case (26..<29, _): return message("m.emote", one(of: ["waves", "makes tea", "is late", "nods"]), by: sender)
        case (29..<34, _): return formatted(by: sender)
        case (34, _): return event("org.example.poll", by: sender, ["question": "Tea or coffee?"])
        case (35, _): return damaged(by: sender)
        case (36, _): return state("m.room.topic", by: sender, ["topic": .string("Topic \(count)")])
        default: return text(sentence(), by: sender)
        }
    }

    private mutating func event(_ kind: String, by sender: String, _ content: JSONValue) -> JSONValue {
        time += 20_000 + below(400_000)
        return .event(kind, by: sender, content).replacing("origin_server_ts", .number(Double(time)))
    }

    private mutating func state(_ kind: String, key: String = "", by sender: String, _ content: JSONValue) -> JSONValue
    {
        event(kind, by: sender, content).replacing("state_key", .string(key))
    }

    private mutating func message(
        _ kind: String,
        _ body: String,
        by sender: String,
        _ more: [String: JSONValue] = [:]
    ) -> JSONValue {
        let content: [String: JSONValue] = ["msgtype": .string(kind), "body": .string(body)]
        return event("m.room.message", by: sender, .object(content.merging(more) { $1 }))
    }

    private mutating func text(_ body: String, by sender: String) -> JSONValue { message("m.text", body, by: sender) }

    private mutating func formatted(by sender: String) -> JSONValue {
        let word = one(of: ["today", "never", "now"])
        return message(
            "m.text",
            "It must be *\(word)*.",
            by: sender,
            ["format": "org.matrix.custom.html", "formatted_body": .string("It must be <em>\(word)</em>.")]
        )
    }

    private mutating func image(by sender: String) -> JSONValue {
        let name = one(of: ["pot.png", "wheel.png", "river.jpg"])
        let (width, height) = ["pot.png": (120, 90), "wheel.png": (96, 96)][name, default: (24, 16)]
        _ = below(90_000)
        let info: JSONValue = [
            "mimetype": .string(name.hasSuffix("jpg") ? "image/jpeg" : "image/png"),
            "w": .number(Double(width)), "h": .number(Double(height)),
            "size": .number(Double(SampleImages.files[name]?.count ?? 0)),
        ]
        return message("m.image", name, by: sender, ["url": .string("mxc://sample.example/\(name)"), "info": info])
    }

    private mutating func reply(to earlier: (id: String, sender: String, body: String), by sender: String) -> JSONValue
    {
        let answer = one(of: ["Yes.", "I think so, too.", "Why?", "Not today."])
        let relation: JSONValue = ["m.in_reply_to": ["event_id": .string(earlier.id)]]
        let body = "> <\(earlier.sender)> \(earlier.body)\n\n\(answer)"
        return message("m.text", body, by: sender, ["m.relates_to": relation])
    }

    private mutating func edit(of event: String, by sender: String) -> JSONValue {
        let body = sentence()
        let new: JSONValue = ["msgtype": "m.text", "body": .string(body)]
        let relation: JSONValue = ["rel_type": "m.replace", "event_id": .string(event)]
        return message("m.text", "* \(body)", by: sender, ["m.new_content": new, "m.relates_to": relation])
    }

    private mutating func reaction(to event: String, by sender: String) -> JSONValue {
        let key = one(of: ["👍", "☕", "❤️", "🙂"])
        let relation: JSONValue = ["rel_type": "m.annotation", "event_id": .string(event), "key": .string(key)]
        return self.event("m.reaction", by: sender, ["m.relates_to": relation])
    }

    private mutating func secret(by sender: String) -> JSONValue {
        event("m.room.encrypted", by: sender, ["algorithm": "m.megolm.v1.aes-sha2", "ciphertext": "AwgA"])
    }

    /// An event that is not what it should be, each in its own way.
    private mutating func damaged(by sender: String) -> JSONValue {
        switch below(4) {
        case 0: message("m.text", "", by: sender).replacing("content", ["msgtype": "m.text", "body": 7])
        case 1: text("lost", by: sender).replacing("sender", nil)
        case 2: text("lost", by: sender).replacing("content", "no object")
        default: text("lost", by: sender).replacing("type", 12)
        }
    }

    private mutating func sentence() -> String {
        let who = one(of: ["The miller", "My neighbour", "The cat", "Somebody", "Nobody", "The postman"])
        let does = one(of: ["has seen", "has found", "has mended", "is looking for", "has painted", "likes"])
        let what = one(of: [
            "the wheel", "the old kettle", "the bridge", "a letter", "the gate", "the weir", "the garden",
        ])
        return "\(who) \(does) \(what)."
    }
}

func member(_ name: String) -> JSONValue { ["membership": "join", "displayname": .string(name)] }
