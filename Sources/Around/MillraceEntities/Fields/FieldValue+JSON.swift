import MillraceBase
import MillraceJSON

extension FieldValue {
    /// Parses a document of JSON, keeping the order of each object's members and all digits of numbers.
    ///
    /// - Throws: ``EntityError`` with the line and the column of the first mistake.
    package init(json document: some Sequence<UInt8>) throws(EntityError) {
        do throws(JSONError) {
            self = try JSONReader.read(document) { reader throws(JSONError) in try FieldValue(reading: &reader) }
        } catch {
            throw EntityError(.malformed(line: error.line, column: error.column, error.what))
        }
    }

    private init(reading reader: inout JSONReader) throws(JSONError) {
        switch try reader.kind() {
        case .null:
            try reader.null()
            self = .null
        case .bool: self = .bool(try reader.bool())
        case .number: self.init(try reader.number())
        case .string: self = .string(try reader.string())
        case .array:
            var elements: [FieldValue] = []
            try reader.array { reader, _ throws(JSONError) in elements.append(try FieldValue(reading: &reader)) }
            self = .array(elements)
        case .object:
            var members: [Member] = []
            try reader.object { reader, name throws(JSONError) in
                members.append(Member(name, try FieldValue(reading: &reader)))
            }
            self = .object(members)
        }
    }

    private init(_ number: JSONNumber) {
        switch number {
        case .integer(let number): self = .integer(number)
        case .double(let number): self = .number(of: number)
        case .decimal(let text): self = .decimal(text)
        }
    }
}
