import MillraceSpecs

/// The colour of each value: the same wherever it occurs, and for what an operator makes of a value that of the value.
struct MarbleColours {
    private static let palette = [
        "#ffd33d", "#79c0ff", "#7ee787", "#ffa657", "#d2a8ff", "#f9a8d4", "#5eead4", "#d9f99d", "#93a7ff",
    ]
    private static let special = ["✕": "#ff8e86", "nil": "#d0d7de", "true": "#7ee787", "false": "#d0d7de"]
    private static let neutral = "#d0d7de"

    /// All values of the inputs, in the order in which they come.
    private let values: [(column: Int, name: String)]
    private var colours = special

    init(of inputs: [MarbleLine]) {
        // What a template gives is named after other values, and coloured like these.
        let others = inputs.filter { $0.kind != .template }
        let lines = others.isEmpty ? inputs : others
        values = lines.flatMap(\.values).sorted { $0.column < $1.column }
        var isUsed = 0
        // Line by line, so that those of one signal differ.
        for name in lines.flatMap(\.values).map(\.name) where colours[name] == nil {
            colours[name] = Self.palette[isUsed % Self.palette.count]
            isUsed += 1
        }
    }

    /// Returns the colour of a value: its own, or that of the last value that is a part of its name, or that came at the
    /// same instant.
    func colour(of name: String, at column: Int, in kind: MarbleLine.Kind) -> String {
        if let own = colours[name] { return own }
        if kind == .template { return Self.neutral }
        let before = values.filter { $0.column <= column }
        let origin =
            before.last { name.lowercased().contains($0.name.lowercased()) } ?? before.last { $0.column == column }
        return origin.flatMap { colours[$0.name] } ?? Self.neutral
    }
}
