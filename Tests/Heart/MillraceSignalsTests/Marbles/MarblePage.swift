import Foundation

extension MarbleFamily {
    /// The chapters of the page, in its order.
    static var all: [MarbleFamily] {
        [
            making, changing, selecting, cutting, combining, flattening, calling, waiting, results, watching, crossing,
            deriving, uniting, calming,
        ]
    }
}

/// Documentation/Operators.md and its pictures: all rows, for readers.
enum MarblePage {
    private static let package = (0..<5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }
    /// Beside the page of the module, where every builder of its reference finds them.
    private static let folder = "Sources/Heart/MillraceSignals/MillraceSignals.docc/Marbles"

    static let url = package.appendingPathComponent("Documentation/Operators.md")
    static let pictures = package.appendingPathComponent(folder)

    static func text(of families: [MarbleFamily]) throws -> String {
        let chapters = try families.map { family in
            let entries = try family.rows.map { row in
                let picture = "![\(try row.picture().description)](../\(folder)/\(row.fileName))"
                return "### \(heading(of: row))\n\n\(row.does)\n\n\(picture)"
            }
            return (["## \(family.title)\n\n\(family.text)"] + entries).joined(separator: "\n\n")
        }
        return ([introduction, table(of: families)] + chapters).joined(separator: "\n\n")
    }

    /// The name as code, and behind the comma what tells it from others.
    static func heading(of row: MarbleRow) -> String {
        // Within parentheses it tells parameters apart.
        guard let comma = row.name.firstMatch(of: /, [a-z ]+$/) else { return "`\(row.name)`" }
        return "`\(row.name[..<comma.startIndex])`\(comma.output)"
    }

    private static func table(of families: [MarbleFamily]) -> String {
        let lines = families.map { family in
            let names = family.rows.map { row in
                "[\(heading(of: row))](#\(anchor(of: heading(of: row))))"
            }
            return "| [\(family.title)](#\(anchor(of: family.title))) | \(names.joined(separator: " · ")) |"
        }
        return (["| to | there is |", "| --- | --- |"] + lines).joined(separator: "\n")
    }

    /// The anchor that a heading gets.
    static func anchor(of heading: String) -> String {
        String(
            heading.lowercased().compactMap { character in
                character == " "
                    ? "-" : character.isLetter || character.isNumber || "-_".contains(character) ? character : nil
            }
        )
    }

    private static let introduction = """
        # Operators in marbles

        Every operator on signals and observables, by what it is for, each with a picture.

        Time goes to the right, a mark each second. Above the box are the signals that the code in it is given, below it is
        what it makes of them.

        - A marble is a value. Marbles above each other come at one instant, the upper one first.
        - A thick bar is the end.
        - An observable is a row of bars: each lasts from one change to the next.
        - A marble of several colours is a tuple, one with corners an array.
        - A dashed line shows what begins each time that the code calls for it.

        Each picture is drawn from a row of `MarblePicturesSpec`, which runs the code in the box. It also writes this page
        (with `MILLRACE_RECORD=1`). For such lines in tests see [Testing](Testing.md#marbles), for the signatures, and what
        other libraries call it, [Operators compared](Comparisons/OperatorsCompared.md).
        """
}
