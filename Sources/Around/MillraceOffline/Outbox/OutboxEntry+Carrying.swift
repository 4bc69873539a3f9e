import Foundation

extension OutboxEntry {
    /// Makes an entry of one with an edit of another version. All else of it stays as it was, but for an answer of the
    /// server that cannot be read any more: then it is sent again, and answered again.
    init(carrying old: JournaledValue, _ carry: (JournaledValue) throws -> Edit) throws {
        var entry = try JSONSerialization.jsonObject(with: old.data) as? [String: Any] ?? [:]
        let data = try JSONSerialization.data(withJSONObject: entry["edit"] ?? NSNull(), options: .fragmentsAllowed)
        let edit = try carry(JournaledValue(version: old.version, data: data))
        let encoded = try JournalCoding.encode(edit)
        entry["edit"] = try JSONSerialization.jsonObject(with: encoded, options: .fragmentsAllowed)
        func decoded() throws -> Self {
            try JournalCoding.decode(Self.self, from: try JSONSerialization.data(withJSONObject: entry))
        }
        do {
            self = try decoded()
        } catch {
            let told = ["prepared", "problem"].compactMap { entry.removeValue(forKey: $0) }
            if told.isEmpty { throw error }
            self = try decoded()
        }
    }
}
