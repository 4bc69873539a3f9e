/// Finds the name for a value: the one that the test gave it, that of the value itself, or a new one.
struct MarbleNames<Value: Equatable> {
    private let given: [(name: String, value: Value)]
    private let spare: [String]
    private let nameOfItself: (Value) -> String?

    /// Values without a given name that have no names of themselves, and the characters that represent them.
    private(set) var legend: [(key: String, value: Value)] = []

    init(_ values: [String: Value], naming nameOfItself: @escaping (Value) -> String?) {
        given = values.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        spare = "?!#%&*+=~^".map { String($0) }.filter { !values.keys.contains($0) }
        self.nameOfItself = nameOfItself
    }

    /// Returns the first name in a line that no value has.
    func firstMissing(in marbles: Marbles) -> String? {
        marbles.names.first { value(of: $0) == nil }
    }

    /// Returns the events of a line with one name per value: of names for equal values, the first.
    func canonical(_ marbles: Marbles) -> [Marbles.Event] {
        marbles.events.map { event in
            guard case .value(let name) = event.mark, let value = value(of: name),
                let first = given.first(where: { $0.value == value })
            else { return event }
            return Marbles.Event(column: event.column, mark: .value(first.name))
        }
    }

    private func value(of name: String) -> Value? { given.first { $0.name == name }?.value }

    mutating func name(for value: Value) -> String {
        if let known = given.first(where: { $0.value == value }) { return known.name }
        if let name = nameOfItself(value) { return name }
        if let known = legend.first(where: { $0.value == value }) { return known.key }
        let name = legend.count < spare.count ? spare[legend.count] : "?"
        legend.append((name, value))
        return name
    }
}
