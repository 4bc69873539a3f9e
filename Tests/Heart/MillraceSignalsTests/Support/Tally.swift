/// Notes which closures run, in order.
final class Tally {
    private var names: [String] = []

    /// Notes that a closure has run, and passes on what it made.
    func note<Value>(_ name: String, _ value: Value) -> Value {
        names.append(name)
        return value
    }

    /// What has run since the last time this was asked.
    func take() -> [String] {
        defer { names = [] }
        return names
    }
}
