/// An element of the tables in these specs. Identities of the same remainder have the same hash.
struct Item: Identifiable, Equatable, Sendable, Codable, CustomStringConvertible {
    struct ID: Hashable, Comparable, Sendable, Codable, CustomStringConvertible {
        var number: Int

        init(_ number: Int) { self.number = number }

        func hash(into hasher: inout Hasher) { hasher.combine(number % 50) }

        static func < (left: ID, right: ID) -> Bool { left.number < right.number }

        var description: String { "\(number)" }
    }

    var id: ID
    var text: String
    var rank: Int

    init(_ number: Int, _ text: String = "", rank: Int = 0) {
        id = ID(number)
        self.text = text
        self.rank = rank
    }

    var description: String { "\(id)\(text.isEmpty ? "" : ":\(text)")/\(rank)" }
}
