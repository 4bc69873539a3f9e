/// The events of a signal over the columns of a line of marbles, compared with that line.
package struct MarbleComparison<Value: Equatable> {
    /// Whether it follows exactly the line.
    package let isSame: Bool

    /// The two lines below each other, and the differences that they cannot show.
    package let finding: String

    /// Records a signal from now on, while time advances by as many columns as the line has.
    ///
    /// - Parameters:
    ///   - values: The values of the names.
    ///   - name: Returns the name that a value has of itself, if it has one, for the finding.
    /// - Throws: If the line cannot be read, or contains a name that is not in the values; then nothing is recorded.
    package init(
        _ marbles: String,
        _ values: [String: Value],
        naming name: @escaping (Value) -> String? = { _ in nil },
        on scheduler: TestScheduler,
        _ record: () -> Recording<Value>
    ) throws(MarbleError) {
        let expected = try Marbles(marbles)
        var names = MarbleNames(values, naming: name)
        if let missing = names.firstMissing(in: expected) { throw MarbleError(marbles, notInTable: missing) }

        let column = scheduler.column
        let recording = record()
        // Up to the instant of the last column, and no further.
        scheduler.advance(by: column * max(0, expected.length - 1))
        recording.cancel()

        let emitted = Marbles(
            recording.entries.map { entry in
                let mark = entry.value.map { Marbles.Mark.value(names.name(for: $0)) } ?? .finish
                return Marbles.Event(column: Int(entry.time.attoseconds / column.attoseconds), mark: mark)
            },
            length: expected.length
        )
        // Values at instants that no column represents.
        let betweenColumns = recording.entries.filter { !$0.time.attoseconds.isMultiple(of: column.attoseconds) }
        isSame = emitted.events == names.canonical(expected) && betweenColumns.isEmpty

        let (wanted, got) = Marbles.underEachOther(expected, emitted)
        var lines = ["got:", "  expected  \(wanted)", "  got       \(got)"]
        lines += names.legend.map { "  where \($0.key) is \(shown($0.value))" }
        lines += betweenColumns.map { entry in
            "  \(entry.value.map { shown($0) } ?? "the end") came at \(entry.time), between two columns"
        }
        finding = lines.joined(separator: "\n")
    }
}
