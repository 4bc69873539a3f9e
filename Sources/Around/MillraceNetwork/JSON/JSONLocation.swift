import MillraceBase
import MillraceJSON

/// Where a value stands in JSON, or where the text is no JSON: offsets in bytes. Read as Foundation reads it.
///
/// It runs only when decoding has failed, so that decoding itself pays nothing for it.
enum JSONLocation {
    /// Where the text stops being JSON. Nil if it is well-formed.
    static func fault(in json: some Sequence<UInt8>) -> Int? {
        do throws(JSONError) {
            try read(json) { reader throws(JSONError) in try reader.skipValue() }
            return nil
        } catch {
            return error.offset
        }
    }

    /// Where the value at a path stands, or else the innermost container on the way that is there.
    static func offset(of path: [any CodingKey], in json: some Sequence<UInt8>) -> Int {
        var found = 0
        try? read(json) { reader throws(JSONError) in try find(path[...], in: &reader, &found) }
        return found
    }

    private static func read(
        _ json: some Sequence<UInt8>,
        _ value: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        try JSONReader.read(json, depthLimit: 512, allowsTrailingCommas: true, value)
    }

    private static func find(
        _ path: ArraySlice<any CodingKey>,
        in reader: inout JSONReader,
        _ found: inout Int
    ) throws(JSONError) {
        let kind = try reader.kind()
        found = reader.position
        guard let key = path.first else { return try reader.skipValue() }
        var isFound = false
        func enter(_ reader: inout JSONReader, where isSought: Bool) throws(JSONError) {
            if !isSought || isFound { return try reader.skipValue() }
            isFound = true
            try find(path.dropFirst(), in: &reader, &found)
        }
        switch kind {
        case .array:
            try reader.array { reader, index throws(JSONError) in try enter(&reader, where: index == key.intValue) }
        case .object:
            try reader.object { reader, name throws(JSONError) in try enter(&reader, where: name == key.stringValue) }
        default: try reader.skipValue()
        }
    }
}
