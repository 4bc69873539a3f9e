import Foundation

extension OutboxEntry {
    /// What is the same in all versions of an entry.
    private struct Shell: Decodable {
        let key: OutboxKey
        let base: String?
        let brought: String?
        let attempts: Int
    }

    /// Makes an entry of one with an edit of another version. It is refused again, if it was.
    init(carrying old: JournaledValue, _ carry: (JournaledValue) throws -> Edit) throws {
        let shell = try old.decode(Shell.self)
        let object = try JSONSerialization.jsonObject(with: old.data) as? [String: Any]
        let edit = try JSONSerialization.data(withJSONObject: object?["edit"] ?? NSNull(), options: .fragmentsAllowed)
        let carried = try carry(JournaledValue(version: old.version, data: edit))
        self.init(shell.key, carried, base: shell.base, brought: shell.brought)
        attempts = shell.attempts
        // What the server has told in a form that is not known any more, it tells again.
        func told<Value: Decodable>(_ name: String) throws -> Value? {
            guard let value = object?[name], !(value is NSNull) else { return nil }
            let data = try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
            return try? JournalCoding.decode(Value.self, from: data)
        }
        (prepared, problem) = (try told("prepared"), try told("problem"))
    }
}
