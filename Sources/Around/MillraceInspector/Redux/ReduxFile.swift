import Foundation

/// The file that Redux DevTools imports: its lifted state, with an action and a whole state for each turn.
///
/// It bears `noRecompute`, as the import of DevTools' own instrument takes it: a page that has a reducer of its own would
/// else compute the states anew, with that.
struct ReduxFile {
    /// The file would be larger than any browser reads.
    struct TooLarge: Error, CustomStringConvertible {
        var description: String {
            "it would have more than 500 MB, which no browser reads. To fix: use a smaller --last"
        }
    }

    /// The most bytes: V8 holds no longer string.
    static let mostBytes = 500_000_000

    private let session: InspectedSession

    init(_ session: InspectedSession) { self.session = session }

    /// Writes the file in pieces.
    func write(_ put: (Data) throws -> Void) throws {
        var size = 0
        func write(_ text: String) throws {
            size += text.utf8.count
            if size > Self.mostBytes { throw TooLarge() }
            try put(Data(text.utf8))
        }
        let count = session.turns.count
        try write("{\"monitorState\":{},\"nextActionId\":\(count + 1),\"actionsById\":{\"0\":\(initialAction)")
        for (index, turn) in session.turns.enumerated() { try write(",\"\(index + 1)\":\(action(turn))") }
        let ids = (0...count).map(String.init).joined(separator: ",")
        var states = session.states
        let first = Self.text(of: states)
        try write("},\"stagedActionIds\":[\(ids)],\"skippedActionIds\":[],\"currentStateIndex\":\(count)")
        try write(",\"isLocked\":false,\"isPaused\":false,\"noRecompute\":true,\"committedState\":\(first)")
        try write(",\"computedStates\":[{\"state\":\(first)}")
        for turn in session.turns {
            try turn.apply(to: &states)
            try write(",{\"state\":\(Self.text(of: states))}")
        }
        try write("]}\n")
    }

    private var initialAction: String {
        "{\"type\":\"PERFORM_ACTION\",\"action\":{\"type\":\"@@INIT\"},\"timestamp\":\(timestamp(0))}"
    }

    private func action(_ turn: InspectedSession.Turn) -> String {
        var members = ["\"type\":\(ReduxText.string(turn.type))"]
        if let content = turn.content.flatMap({ InspectedValue($0) }) {
            members.append("\"payload\":\(ReduxText.of(content))")
        }
        if !turn.origin.isEmpty {
            members.append("\"meta\":{\"origin\":\(ReduxText.string(turn.origin.joined(separator: ", ")))}")
        }
        let time = timestamp(turn.time)
        return "{\"type\":\"PERFORM_ACTION\",\"action\":{\(members.joined(separator: ","))},\"timestamp\":\(time)}"
    }

    /// Milliseconds since 1970.
    private func timestamp(_ microseconds: Int) -> Int {
        Int(exactly: (session.began.timeIntervalSince1970 * 1000).rounded()).map { $0 + microseconds / 1000 } ?? 0
    }

    private static func text(of states: InspectedSession.States) -> String {
        ReduxText.object(states.map { ($0.store, ReduxText.of($0.state)) })
    }
}

/// Values as plain JSON: fields and keys are members, rows are elements, a case without payload is its name.
enum ReduxText {
    static func of(_ value: InspectedValue) -> String {
        switch value {
        case .plain(let tree): plain(tree)
        case .fields(_, let parts): object(parts.enumerated().map { (name($1, $0), of($1.value)) })
        case .enumCase(let label, let parts): enumCase(label, parts)
        case .list(let values): "[\(values.map(of).joined(separator: ","))]"
        case .rows(let rows): "[\(rows.order.map { rows[$0].map(of) ?? "null" }.joined(separator: ","))]"
        case .dictionary(let values): object(values.sorted { $0.key < $1.key }.map { ($0.key, of($0.value)) })
        case .optional(let value): of(value)
        }
    }

    private static func enumCase(_ label: String, _ parts: [InspectedPart]) -> String {
        if parts.isEmpty { return string(label) }
        let isSingle = parts.count == 1 && parts[0].name.isEmpty
        let payload = isSingle ? of(parts[0].value) : object(parts.enumerated().map { (name($1, $0), of($1.value)) })
        return object([(label, payload)])
    }

    private static func name(_ part: InspectedPart, _ index: Int) -> String {
        part.name.isEmpty ? "\(index)" : part.name
    }

    private static func plain(_ tree: JSONTree) -> String {
        switch tree {
        case .bool(let isTrue): isTrue ? "true" : "false"
        case .number(let digits): digits
        case .string(let text): string(text)
        default: "null"
        }
    }

    /// The names that mean something to a reader of the file: `$jsan` may stand for a function or a date there.
    private static let reserved: Set = ["$jsan", "__proto__", "__serializedType__", "__serializedRef__"]

    /// An object. A reserved name gets a `_` before it, and of two equal names the later one `_` behind it.
    static func object(_ members: [(name: String, text: String)]) -> String {
        var names: Set<String> = []
        let texts = members.map { member in
            var name = reserved.contains(member.name) ? "_\(member.name)" : member.name
            while !names.insert(name).inserted { name += "_" }
            return "\(string(name)):\(member.text)"
        }
        return "{\(texts.joined(separator: ","))}"
    }

    private static let encoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return encoder
    }()

    /// A text as JSON. No character of it ends a line or a script for any reader.
    static func string(_ text: String) -> String {
        guard let data = try? encoder.encode(text) else { return "null" }
        let json = String(decoding: data, as: UTF8.self)
        guard json.unicodeScalars.contains(where: endsLineOrScript) else { return json }
        return json.unicodeScalars.reduce(into: "") { result, scalar in
            if endsLineOrScript(scalar) {
                let digits = String(scalar.value, radix: 16)
                result += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    private static func endsLineOrScript(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "<", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": true
        default: false
        }
    }
}
