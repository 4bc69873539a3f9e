public import Foundation
import MillraceBase

/// A value, or a row of a table, as an older version of the program has written it.
///
/// ```swift
/// try journal.keep(todo) {
///     $0.table(\.items, as: "items", version: 2) { old in
///         let item = try old.decode(ItemOfVersion1.self)
///         return Item(id: item.id, title: item.name)
///     }
/// }
/// ```
public struct JournaledValue: Sendable {
    /// The version with which it was written.
    public let version: Int

    /// The bytes: JSON. A number that JSON does not have is a text, from which only ``decode(_:)`` tells it.
    package let data: Data

    /// Whether it is a difference of an entity in times alone, which another such takes the place of.
    package var isTouch = false

    package init(version: Int, data: Data, isTouch: Bool = false) {
        (self.version, self.data, self.isTouch) = (version, data, isTouch)
    }

    /// Decodes it as the type that it had then.
    ///
    /// - Throws: A `DecodingError`.
    public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try JournalCoding.decode(type, from: data)
    }
}

/// How values are written: as JSON. A value with a number that JSON does not have begins with as many blanks as its mark
/// has characters.
@usableFromInline
package enum JournalCoding {
    @usableFromInline
    package static func encode(_ value: some Encodable) throws -> Data {
        try NumberMark.encode(with: encoder) { encoder, mark in
            let data = try encoder.encode(value)
            return mark.map { Data(repeating: blank, count: $0.length) + data } ?? data
        }
    }

    package static func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        try decoder.decode(type, from: data, NumberMark(length: data.prefix { $0 == blank }.count))
    }

    /// Decodes values that were written one by one. Many are decoded on all cores.
    ///
    /// - Throws: The error of the first value that cannot be decoded.
    static func decode<Value: Decodable & Sendable>(_ type: [Value].Type, from pieces: [Data]) throws -> [Value] {
        let starts = Array(stride(from: 0, to: pieces.count, by: sliceSize))
        let slices = starts.map { pieces[$0..<min($0 + sliceSize, pieces.count)] }
        guard slices.count > 1 else { return try decode(type, ofSlice: pieces[...]) }
        let decoded = Locked([Result<[Value], any Error>](repeating: .success([]), count: slices.count))
        DispatchQueue.concurrentPerform(iterations: slices.count) { index in
            let values = Result { try decode(type, ofSlice: slices[index]) }
            decoded.withLock { $0[index] = values }
        }
        return try decoded.withLock { $0 }.flatMap { try $0.get() }
    }

    /// As many values as are worth being decoded on another thread.
    private static let sliceSize = 2_048

    private static func decode<Value: Decodable>(
        _ type: [Value].Type,
        ofSlice pieces: ArraySlice<Data>
    ) throws -> [Value] {
        // All at once takes a third of the time.
        var array = Data("[".utf8)
        for data in pieces {
            if data.first == blank { return try pieces.map { try decode(Value.self, from: $0) } }
            if array.count > 1 { array.append(UInt8(ascii: ",")) }
            array.append(data)
        }
        array.append(UInt8(ascii: "]"))
        return try decoder.decode(type, from: array)
    }

    /// Whether the same is written of two equal values. Equal texts may differ in their Unicode form.
    @usableFromInline
    static func areWrittenAlike<Value: Encodable>(_ one: Value, _ other: Value) -> Bool {
        if haveSameBits(one, other) { return true }
        guard let one = try? sorting.encode(one), let other = try? sorting.encode(other) else { return false }
        return one == other
    }

    /// Whether two values are the same, bit by bit, apart from what lies between their parts.
    static func haveSameBits<Value>(_ one: Value, _ other: Value) -> Bool {
        withUnsafeTemporaryAllocation(of: Value.self, capacity: 2) { values in
            guard let first = values.baseAddress else { return true }
            memset(first, 0, 2 * MemoryLayout<Value>.stride)
            first.initialize(to: one)
            (first + 1).initialize(to: other)
            defer { first.deinitialize(count: 2) }
            return memcmp(first, first + 1, MemoryLayout<Value>.size) == 0
        }
    }

    private static let blank = UInt8(ascii: " ")
    private static let decoder = JSONDecoder()
    private static let encoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes]
        return encoder
    }()

    /// To compare: equal dictionaries may be in different orders.
    private static let sorting = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        return encoder
    }()
}
