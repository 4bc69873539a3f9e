/// Finds the character for a value: the one that the test gave it, or a new one.
struct MarbleTable<Value: Equatable> {
    private let given: [(character: Character, value: Value)]
    private let spare: [Character]

    /// Values that were not in the table, and the characters that represent them.
    private(set) var legend: [(key: Character, value: Value)] = []

    init(_ values: [Character: Value]) {
        given = values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        spare = "?!#%&*+=~^".filter { !values.keys.contains($0) }.map { $0 }
    }

    /// Returns the first character of a line that is not in the table.
    func firstMissing(in marbles: Marbles) -> Character? {
        marbles.values.first { value(of: $0) == nil }
    }

    /// Returns the events of a line with one character per value: of characters for equal values, the first.
    func canonical(_ marbles: Marbles) -> [Marbles.Event] {
        marbles.events.map { event in
            guard case .value(let character) = event.mark, let value = value(of: character),
                let first = given.first(where: { $0.value == value })
            else { return event }
            return Marbles.Event(column: event.column, mark: .value(first.character))
        }
    }

    private func value(of character: Character) -> Value? { given.first { $0.character == character }?.value }

    mutating func character(for value: Value) -> Character {
        if let known = given.first(where: { $0.value == value }) { return known.character }
        if let known = legend.first(where: { $0.value == value }) { return known.key }
        let character = legend.count < spare.count ? spare[legend.count] : "?"
        legend.append((character, value))
        return character
    }
}
