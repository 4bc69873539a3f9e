import MillraceJSON

/// A value of JSON, as it was read.
indirect enum JSONTree: Equatable {
    case null, bool(Bool), string(String), array([JSONTree]), object([String: JSONTree])
    /// A number, as it is written.
    case number(String)

    /// Reads the value of a line.
    init(_ line: some Sequence<UInt8>) throws(JSONError) {
        self = try JSONReader.read(line, depthLimit: 2048) { reader throws(JSONError) in try JSONTree(&reader) }
    }

    private init(_ reader: inout JSONReader) throws(JSONError) {
        switch try reader.kind() {
        case .null:
            try reader.null()
            self = .null
        case .bool: self = .bool(try reader.bool())
        case .string: self = .string(try reader.string())
        case .number:
            switch try reader.number() {
            case .integer(let number): self = .number("\(number)")
            case .double(let number): self = .number("\(number)")
            case .decimal(let digits): self = .number(digits)
            }
        case .array:
            var elements: [JSONTree] = []
            try reader.array { reader, _ throws(JSONError) in elements.append(try JSONTree(&reader)) }
            self = .array(elements)
        case .object:
            var members: [String: JSONTree] = [:]
            try reader.object { reader, name throws(JSONError) in members[name] = try JSONTree(&reader) }
            self = .object(members)
        }
    }

    subscript(name: String) -> JSONTree? { if case .object(let members) = self { members[name] } else { nil } }

    var text: String? { if case .string(let text) = self { text } else { nil } }
    var integer: Int? { if case .number(let digits) = self { Int(digits) } else { nil } }
    var elements: [JSONTree]? { if case .array(let elements) = self { elements } else { nil } }

    /// Pairs of a text and a value: names, keys or stores with their values.
    var pairs: [(name: String, value: JSONTree)]? {
        guard let elements else { return nil }
        var pairs: [(name: String, value: JSONTree)] = []
        for element in elements {
            guard let pair = element.elements, pair.count == 2, let name = pair[0].text else { return nil }
            pairs.append((name, pair[1]))
        }
        return pairs
    }
}
