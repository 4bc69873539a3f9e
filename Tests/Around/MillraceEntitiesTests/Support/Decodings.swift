import Synchronization

/// Counts how often a type is decoded.
final class Decodings: Sendable {
    @TaskLocal static var current: Decodings?
    private let stored = Mutex(0)
    var count: Int { stored.withLock { $0 } }
    func add() { stored.withLock { $0 += 1 } }
}

/// The title of a pin, whose decodings are counted.
struct CountedTitle: Decodable {
    let title: String

    enum Keys: CodingKey { case title }

    init(from decoder: any Decoder) throws {
        Decodings.current?.add()
        title = try decoder.container(keyedBy: Keys.self).decode(String.self, forKey: .title)
    }
}
