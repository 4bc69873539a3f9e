import MillraceSpecs

/// A line of a picture.
struct MarbleLine {
    enum Kind {
        /// Values happen: marbles on a line.
        case signal
        /// There is always a value: bars.
        case observable
        /// Happens whenever it is called for: marbles on a dashed line.
        case template
    }

    let name: String
    let kind: Kind
    let marbles: Marbles

    var values: [(column: Int, name: String)] {
        marbles.events.compactMap { event in
            if case .value(let name) = event.mark { (event.column, name) } else { nil }
        }
    }

    var end: Int? { marbles.events.first { $0.mark == .finish }?.column }

    /// What it does, in words.
    var description: String {
        let verb = kind == .observable ? "is" : "emits"
        let parts = values.map { "\($0.name) at \($0.column)" } + (end.map { ["ends at \($0)"] } ?? [])
        return "\(name.isEmpty ? "The result" : name) "
            + (parts.isEmpty ? "emits nothing" : (values.isEmpty ? "" : "\(verb) ") + parts.joined(separator: ", "))
    }
}

/// The lines of what an operator is given, its source text in a box, and the line of what it makes of them.
struct MarblePicture {
    let title: String
    let inputs: [MarbleLine]
    let code: [String]
    let result: MarbleLine

    /// What there is to see, in words.
    var description: String {
        (inputs + [result]).map { "\($0.description)." }.joined(separator: " ")
    }

    /// The picture as a file, which follows light and dark by itself.
    var svg: String {
        let layout = MarbleLayout(of: inputs + [result], code: code)
        let colours = MarbleColours(of: inputs)
        var drawing = MarbleDrawing(layout, colours)
        for line in inputs { drawing.add(line) }
        drawing.add(code)
        drawing.add(result)
        return drawing.svg(title: title, description: description)
    }
}

/// Where the columns are.
struct MarbleLayout {
    /// The place of column zero, the width of a column, and that of the picture.
    let (origin, column, width): (Int, Int, Int)
    private let steps: Int

    init(of lines: [MarbleLine], code: [String]) {
        let names = lines.map { $0.name.count * 8 }.max() ?? 0
        origin = names + (names > 0 ? 30 : 24)
        steps = max(1, (lines.map(\.marbles.length).max() ?? 1) - 1)
        let right = 44
        let codeWidth = (code.map(\.count).max() ?? 0) * 8 + 40
        // Marbles must not touch, and the code must fit.
        var column = 28
        for line in lines where line.kind != .observable {
            for (left, right) in zip(line.values, line.values.dropFirst()) where left.column < right.column {
                let room = (Self.width(of: left.name) + Self.width(of: right.name)) / 2 + 4
                column = max(column, (room + right.column - left.column - 1) / (right.column - left.column))
            }
        }
        column = max(column, min(64, (codeWidth - origin - right) / steps))
        self.column = column
        width = max(origin + steps * column + right, codeWidth)
    }

    /// The place of the last column.
    var last: Int { x(steps) }

    func x(_ column: Int) -> Int { origin + column * self.column }

    /// The parts of a tuple or an array, or the value itself.
    static func parts(of name: String) -> [String] {
        guard name.count > 2, let first = name.first, "([".contains(first) else { return [name] }
        return name.dropFirst().dropLast().split(separator: ", ").map(String.init)
    }

    static func width(of name: String) -> Int { parts(of: name).map(partWidth).reduce(0, +) }

    static func partWidth(_ part: String) -> Int { max(24, part.count * 8 + 8) }
}
