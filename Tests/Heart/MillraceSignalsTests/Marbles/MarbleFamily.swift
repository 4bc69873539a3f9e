import MillraceSignals
import MillraceSpecs

/// Operators for one purpose: a chapter of Documentation/Operators.md.
struct MarbleFamily {
    let title: String
    let text: String

    /// What the timed operators of the rows run on. A column is a second.
    let scheduler: TestScheduler
    private(set) var rows: [MarbleRow] = []

    /// - Parameter addRows: Adds the rows; called with the scheduler that their closures use.
    init(_ title: String, _ text: String, _ addRows: (inout MarbleFamily, TestScheduler) -> Void) {
        self.title = title
        self.text = text
        scheduler = TestScheduler(column: .seconds(1))
        addRows(&self, scheduler)
    }

    /// Adds an operator, or one of the ways in which it can be used.
    ///
    /// - Parameters:
    ///   - name: The operator as a reader knows it. Names the picture, so no other row has it.
    ///   - does: What the operator does, in a sentence or two.
    ///   - inputs: What the parameters of the closure do: a line of marbles each.
    ///   - result: What the closure's result does.
    ///   - operate: The closure, whose source text is in the picture.
    mutating func row<each Input: MarbleInput, Output: MarbleOutput>(
        _ name: String,
        _ does: String,
        _ inputs: String...,
        gives result: String,
        file: StaticString = #filePath,
        line: UInt = #line,
        _ operate: @escaping (repeat each Input) -> Output
    ) {
        var kinds: [MarbleLine.Kind] = []
        for input in repeat (each Input).self { kinds.append(input.kind) }
        let scheduler = scheduler
        let row = MarbleRow(
            name: name,
            does: does,
            inputs: Array(zip(kinds, inputs)),
            result: (Output.kind, result),
            place: (file, line)
        ) {
            var lines = inputs.makeIterator()
            let played = (repeat (each Input).played(lines.next() ?? "", on: scheduler) as! each Input)
            operate(repeat each played).expect(result, on: scheduler, file: file, line: line)
            withExtendedLifetime(played) {}
        }
        rows.append(row)
    }
}

/// An operator, what it is given and what it makes of that. It is run as a spec, and drawn as a picture.
struct MarbleRow {
    let name: String
    let does: String
    let inputs: [(kind: MarbleLine.Kind, marbles: String)]
    let result: (kind: MarbleLine.Kind, marbles: String)
    let place: (file: StaticString, line: UInt)

    /// Fails the running example unless the operator does what the row says.
    let run: () -> Void

    /// The name of the picture: `marbles-prefix-while.svg` for `prefix(while:)`.
    var fileName: String {
        let words = name.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
        return (["marbles"] + words).joined(separator: "-") + ".svg"
    }

    /// The picture: the lines of the inputs, the source of the closure, and the line of the result.
    func picture() throws -> MarblePicture {
        let code = try MarbleCode(in: "\(place.file)", at: place.line)
        if code.parameters.count != inputs.count {
            throw MarbleCode.Unreadable("\(name) has lines for \(inputs.count) of \(code.parameters.count) parameters")
        }
        return MarblePicture(
            title: "\(name): \(does)",
            inputs: try zip(code.parameters, inputs).map { name, input in
                MarbleLine(name: name, kind: input.kind, marbles: try Marbles(input.marbles))
            },
            code: code.lines,
            result: MarbleLine(name: "", kind: result.kind, marbles: try Marbles(result.marbles))
        )
    }
}
