import Foundation
import MillraceJSON

/// A post in a ``PostServer``: its JSON, as the file has it, and what the server has to know of it.
struct StoredPost: Sendable {
    private(set) var id = ""
    private(set) var author: StoredAccount?
    /// The post that it answers.
    private(set) var answered: String?
    private(set) var favourites = 0
    private(set) var isFavourite = false
    /// The posts within it.
    private(set) var within: [StoredPost] = []
    private(set) var json = Data()

    /// The posts in a file: one, an array of them, or an object that has such arrays.
    ///
    /// Of a post only what is to be known is made, so a file takes little more time than to look at its bytes.
    ///
    /// - Throws: Why there is something else, with its line.
    static func posts(in file: Data) throws -> [StoredPost] {
        try JSONReader.read(file) { reader throws(JSONError) in
            if try reader.kind() == .array { return try posts(in: file, &reader) }
            let start = reader
            if let post = try StoredPost(in: file, &reader) { return [post] }
            reader = start
            return try arrays(in: file, &reader)
        }
    }

    /// The posts of an array.
    private static func posts(in file: Data, _ reader: inout JSONReader) throws(JSONError) -> [StoredPost] {
        guard try reader.kind() == .array else { throw reader.mistake("an array of posts is expected") }
        var posts: [StoredPost] = []
        try reader.array { reader, _ throws(JSONError) in
            _ = try reader.kind()
            let start = reader
            guard let post = try StoredPost(in: file, &reader) else {
                throw start.mistake("it is no post, which has an id and an account")
            }
            posts.append(post)
        }
        return posts
    }

    /// The posts of all arrays of an object, in the order of their names.
    private static func arrays(in file: Data, _ reader: inout JSONReader) throws(JSONError) -> [StoredPost] {
        guard try reader.kind() == .object else { throw reader.mistake("an array of posts is expected") }
        var parts: [String: [StoredPost]] = [:]
        try reader.object { reader, name throws(JSONError) in parts[name] = try posts(in: file, &reader) }
        return parts.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    /// Reads a post; nil if the next value is none, which is passed over.
    private init?(in file: Data, _ reader: inout JSONReader) throws(JSONError) {
        guard try reader.kind() == .object else {
            try reader.skipValue()
            return nil
        }
        let start = reader.position
        var (id, isPost): (String?, Bool) = (nil, false)
        try reader.object { reader, name throws(JSONError) in
            switch name {
            case "id": id = try reader.text()
            case "account":
                author = try StoredAccount(in: file, &reader)
                isPost = isPost || author != nil
            case "content":
                isPost = try reader.kind() != .null || isPost
                try reader.skipValue()
            case "in_reply_to_id": answered = try reader.text()
            case "favourites_count": favourites = max(0, Int(try reader.text() ?? "") ?? 0)
            case "favourited": isFavourite = !["false", "0", nil].contains(try reader.text())
            case "reblog", "quote": if let post = try StoredPost(in: file, &reader) { within.append(post) }
            default: try reader.skipValue()
            }
        }
        guard let id, isPost else { return nil }
        (self.id, json) = (id, file.slice(start..<reader.position))
    }
}

/// Who has written a post in a ``PostServer``.
struct StoredAccount: Sendable {
    private(set) var id = ""
    /// "kim", or "kim@pond.example" of another server.
    private(set) var handle = ""
    private(set) var json = Data()

    /// Reads an account; nil if the next value is none, which is passed over.
    fileprivate init?(in file: Data, _ reader: inout JSONReader) throws(JSONError) {
        guard try reader.kind() == .object else {
            try reader.skipValue()
            return nil
        }
        let start = reader.position
        try reader.object { reader, name throws(JSONError) in
            switch name {
            case "id": id = try reader.text() ?? ""
            case "acct": handle = try reader.text() ?? ""
            default: try reader.skipValue()
            }
        }
        json = file.slice(start..<reader.position)
    }
}

extension JSONReader {
    /// A text, or a number or a truth value as text; nil if the next value is none of these, which is passed over.
    fileprivate mutating func text() throws(JSONError) -> String? {
        switch try kind() {
        case .string: return try string()
        case .number:
            switch try number() {
            case .integer(let number): return "\(number)"
            case .double(let number): return "\(number)"
            case .decimal(let text): return text
            }
        case .bool: return try bool() ? "true" : "false"
        case .null, .array, .object:
            try skipValue()
            return nil
        }
    }
}

extension Data {
    /// A part, by offsets from the start: no copy.
    fileprivate func slice(_ offsets: Range<Int>) -> Data {
        self[startIndex + offsets.lowerBound..<startIndex + offsets.upperBound]
    }
}
