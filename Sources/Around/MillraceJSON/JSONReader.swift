/// Reads JSON (RFC 8259) value by value, and keeps the facts that Foundation's decoder loses: the order of an object's
/// members, numbers that no `Double` holds, and where each value stands. It makes no tree: who reads, makes its own
/// values.
///
/// ```swift
/// let texts = try JSONReader.read(bytes) { reader throws(JSONError) -> [String: String] in
///     var texts: [String: String] = [:]
///     if case .object = try reader.kind() {
///         try reader.object { reader, name throws(JSONError) in
///             _ = try reader.kind()
///             texts[name] = try reader.string()
///         }
///     }
///     return texts
/// }
/// ```
///
/// One pass over the bytes; it allocates nothing but the texts that it returns. Where the next value may be of several
/// kinds, ``kind()`` says of which it is; a decoder has to try one after the other, and makes an error of each that it
/// is not.
public struct JSONReader {
    let bytes: UnsafeBufferPointer<UInt8>
    private let depthLimit: Int
    private let allowsTrailingCommas: Bool
    private var depth = 0

    /// The offset of the next byte, from the start of the document.
    public internal(set) var position = 0

    /// The kind of a value, known from its first byte.
    public enum Kind: Sendable {
        case null, bool, number, string, array, object
    }

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - document: The bytes, in UTF-8.
    ///   - depthLimit: How deeply arrays and objects may be nested.
    ///   - allowsTrailingCommas: Whether a comma may stand behind the last element or member, as Foundation has it.
    ///   - value: Reads the one value of the document.
    /// - Throws: The first mistake.
    public static func read<Value>(
        _ document: some Sequence<UInt8>,
        depthLimit: Int = 256,
        allowsTrailingCommas: Bool = false,
        _ value: (inout JSONReader) throws(JSONError) -> Value
    ) throws(JSONError) -> Value {
        let result = document.withContiguousStorageIfAvailable { bytes -> Result<Value, JSONError> in
            Result { () throws(JSONError) in
                var reader = JSONReader(bytes, depthLimit, allowsTrailingCommas)
                let value = try value(&reader)
                reader.skipBlanks()
                guard reader.next == nil else { throw reader.mistake("there is more after the end of the value") }
                return value
            }
        }
        if let result { return try result.get() }
        let bytes = ContiguousArray(document)
        return try read(bytes, depthLimit: depthLimit, allowsTrailingCommas: allowsTrailingCommas, value)
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, _ depthLimit: Int, _ allowsTrailingCommas: Bool) {
        (self.bytes, self.depthLimit, self.allowsTrailingCommas) = (bytes, depthLimit, allowsTrailingCommas)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    // MARK: - Values

    /// The kind of the next value. The position is its first byte afterwards.
    public mutating func kind() throws(JSONError) -> Kind {
        skipBlanks()
        guard let next else { throw mistake("the document ends where a value is expected") }
        switch next {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "-"), 0x30...0x39: return .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        default: throw mistake("a value is expected")
        }
    }

    /// Reads `null`.
    public mutating func null() throws(JSONError) { try word("null") }

    /// Reads `true` or `false`.
    public mutating func bool() throws(JSONError) -> Bool {
        let isTrue = next == UInt8(ascii: "t")
        try word(isTrue ? "true" : "false")
        return isTrue
    }

    /// Reads an array.
    ///
    /// - Parameter element: Reads one element; its index.
    public mutating func array(
        _ element: (inout JSONReader, Int) throws(JSONError) -> Void
    ) throws(JSONError) {
        var index = 0
        try elements(to: UInt8(ascii: "]"), of: "array") { reader throws(JSONError) in
            try element(&reader, index)
            index += 1
        }
    }

    /// Reads an object.
    ///
    /// - Parameter member: Reads the value of one member; its name.
    public mutating func object(
        _ member: (inout JSONReader, String) throws(JSONError) -> Void
    ) throws(JSONError) {
        try elements(to: UInt8(ascii: "}"), of: "object") { reader throws(JSONError) in
            let name = try reader.name { reader throws(JSONError) in try reader.string() }
            try member(&reader, name)
        }
    }

    private mutating func name<Name>(
        _ read: (inout JSONReader) throws(JSONError) -> Name
    ) throws(JSONError) -> Name {
        skipBlanks()
        guard next == UInt8(ascii: "\"") else { throw mistake("a name in quotation marks is expected") }
        let name = try read(&self)
        skipBlanks()
        guard skip(UInt8(ascii: ":")) else { throw mistake("a colon is expected") }
        return name
    }

    /// Passes over a value of any kind, with the mistakes that reading it finds. It makes no text.
    public mutating func skipValue() throws(JSONError) {
        switch try kind() {
        case .null: try null()
        case .bool: _ = try bool()
        case .number: try skipNumber()
        case .string: try skipString()
        case .array: try array { reader, _ throws(JSONError) in try reader.skipValue() }
        case .object:
            try elements(to: UInt8(ascii: "}"), of: "object") { reader throws(JSONError) in
                try reader.name { reader throws(JSONError) in try reader.skipString() }
                try reader.skipValue()
            }
        }
    }

    private mutating func elements(
        to end: UInt8,
        of container: StaticString,
        _ element: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        position += 1
        depth += 1
        defer { depth -= 1 }
        if depth > depthLimit { throw mistake("more than \(depthLimit) arrays and objects are nested") }
        skipBlanks()
        if skip(end) { return }
        while true {
            try element(&self)
            skipBlanks()
            let hasComma = skip(UInt8(ascii: ","))
            if hasComma, !allowsTrailingCommas { continue }
            skipBlanks()
            if skip(end) { return }
            if !hasComma { throw mistake("a comma or the end of the \(container) is expected") }
        }
    }

    private mutating func word(_ word: StaticString) throws(JSONError) {
        let end = position + word.utf8CodeUnitCount
        let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard end <= bytes.count, bytes[position..<end].elementsEqual(expected) else {
            throw mistake("a value is expected")
        }
        position = end
    }

    // MARK: - Bytes

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    mutating func skip(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    /// A fault, at the next byte or at another one.
    public func mistake(_ what: String, at position: Int? = nil) -> JSONError {
        let position = min(position ?? self.position, bytes.count)
        let before = bytes[..<position]
        let lineStart = (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
        // Columns count characters as editors do, and not bytes.
        let column = String(decoding: before[lineStart...], as: UTF8.self).count + 1
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        return JSONError(offset: position, line: line, column: column, what: what)
    }
}
