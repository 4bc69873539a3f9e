import MillraceSignals

extension TerminalCanvas {
    /// A cell: its glyph, and its style. 16 bytes without any reference.
    package struct Cell: Equatable, Sendable {
        let code: GlyphCode
        // Without it there would be a gap of undefined bytes.
        private let spare: UInt32 = 0
        package let style: TerminalStyle

        static var blank: Cell { Cell(.space, TerminalStyle()) }

        init(_ code: GlyphCode, _ style: TerminalStyle) { (self.code, self.style) = (code, style) }
    }

    /// A row of cells. Copies are equal in O(1), and others in a comparison of bits a cell.
    ///
    /// Most rows are one line on blanks. Such a row is kept as that, and has no cells of its own until it is drawn on
    /// again: drawing a line then costs as much as to keep it, and writing it reads nothing but the line.
    package struct Row: Sendable {
        /// Cells, and the glyphs of several scalars that their codes have the indices of.
        private struct Drawn: Equatable {
            var cells: [Cell]
            var clusters: [Character]
        }

        private let columns: Int
        /// The style behind the line.
        private var blank: TerminalStyle
        private var line = TerminalLine()
        private var lineColumn = 0
        private var isLineReversed = false
        /// The cells, once they are more than a line on blanks.
        private var drawn: Drawn?

        init(columns: Int, style: TerminalStyle = TerminalStyle()) {
            self.columns = columns
            blank = style
        }

        /// The glyphs of several scalars, which the codes have the indices of.
        var clusters: [Character] { drawn?.clusters ?? line.clusters }

        /// The columns of the line.
        private var lineRange: Range<Int> { lineColumn..<(lineColumn + line.columns) }

        /// The code of a column.
        func code(at column: Int) -> GlyphCode {
            if let drawn { return drawn.cells[column].code }
            return lineRange.contains(column) ? line.code(at: column - lineColumn) : .space
        }

        func style(at column: Int) -> TerminalStyle {
            if let drawn { return drawn.cells[column].style }
            guard lineRange.contains(column) else { return blank }
            return shown(line.style(at: column - lineColumn))
        }

        /// A style of the line as it is shown.
        private func shown(_ style: TerminalStyle) -> TerminalStyle {
            var style = style
            if isLineReversed { style.isReversed.toggle() }
            return style
        }

        /// Whether nothing is drawn on blanks in a style. O(1).
        func isBlank(_ style: TerminalStyle) -> Bool { drawn == nil && line.columns == 0 && blank == style }

        /// A column behind which all are blank, without a style.
        var endOfLine: Int { drawn == nil && blank == TerminalStyle() ? lineRange.upperBound : columns }

        /// Calls a closure with each style of a part, and where it stands.
        func forEachStyle(in range: Range<Int>, _ body: (Range<Int>, TerminalStyle) -> Void) {
            guard let cells = drawn?.cells else {
                let inner = range.clamped(to: lineRange)
                let start = Swift.min(inner.lowerBound, range.upperBound)
                let end = Swift.max(inner.upperBound, range.lowerBound)
                if range.lowerBound < start { body(range.lowerBound..<start, blank) }
                if !inner.isEmpty {
                    line.forEachStyle(in: (inner.lowerBound - lineColumn)..<(inner.upperBound - lineColumn)) {
                        body(($0.lowerBound + lineColumn)..<($0.upperBound + lineColumn), shown($1))
                    }
                }
                if end < range.upperBound { body(Swift.max(start, end)..<range.upperBound, blank) }
                return
            }
            var start = range.lowerBound
            for column in range where cells[column].style != cells[start].style {
                body(start..<column, cells[start].style)
                start = column
            }
            if start < range.upperBound { body(start..<range.upperBound, cells[start].style) }
        }

        /// Copies characters of ASCII from a part up to the first other glyph. Returns how many there are.
        func copyASCII(_ range: Range<Int>, to bytes: UnsafeMutableBufferPointer<UInt8>) -> Int {
            if drawn == nil, lineRange.contains(range.lowerBound), range.upperBound <= lineRange.upperBound {
                return line.copyASCII((range.lowerBound - lineColumn)..<(range.upperBound - lineColumn), to: bytes)
            }
            func copy(_ code: (Int) -> GlyphCode) -> Int {
                for (index, column) in range.enumerated() {
                    guard let byte = code(column).ascii else { return index }
                    bytes[index] = byte
                }
                return range.count
            }
            // Through a buffer, since this is done for each column that is written.
            guard let drawn else { return copy { code(at: $0) } }
            return drawn.cells.withUnsafeBufferPointer { cells in copy { cells[$0].code } }
        }

        /// Whether two rows are known to show the same: copies, and lines that are equal. O(columns).
        func isSame(as other: Row) -> Bool {
            if let drawn, let other = other.drawn { return drawn == other }
            guard drawn == nil, other.drawn == nil, columns == other.columns, blank == other.blank else { return false }
            return line == other.line
                && (line.columns == 0 || lineColumn == other.lineColumn && isLineReversed == other.isLineReversed)
        }

        /// The text, without styles and trailing blanks.
        var text: String {
            let end = lastIndex { $0.code != .space }.map { $0 + 1 } ?? 0
            var text = ""
            for cell in self[..<end] where cell.code != .further {
                if let cluster = cluster(of: cell.code) {
                    text.append(cluster)
                } else {
                    text.unicodeScalars.append(cell.code.scalar)
                }
            }
            return text
        }

        /// The cluster that a code stands for; nil for that of a scalar.
        func cluster(of code: GlyphCode) -> Character? { code.isCluster ? clusters[code.index] : nil }

        /// The glyph that begins in a column; nil for the further columns of a wide one.
        package func glyph(at column: Int) -> TerminalGlyph? {
            let code = code(at: column)
            return code == .further ? nil : TerminalGlyph(code, cluster(of: code))
        }

        /// Makes a part blank, in a style.
        mutating func clear(_ range: Range<Int>, style: TerminalStyle) {
            if range == 0..<columns {
                self = Row(columns: columns, style: style)
                return
            }
            changeCells { cells, _ in
                Self.blankEdges(of: range, in: &cells)
                for column in range { cells[column] = Cell(.space, style) }
            }
        }

        /// Copies a line, from a column on, which may lie outside.
        mutating func draw(_ line: TerminalLine, at column: Int, isReversed: Bool) {
            guard column < columns, column > -line.columns else { return }
            if drawn == nil, self.line.columns == 0, column >= 0, column + line.columns <= columns {
                (self.line, lineColumn, isLineReversed) = (line, column, isReversed)
                return
            }
            let range = (column..<(column + line.columns)).clamped(to: 0..<columns)
            changeCells { cells, clusters in
                Self.blankEdges(of: range, in: &cells)
                let base = Self.add(line.clusters, to: &clusters, of: &cells)
                // Through a buffer, since this is done for each column that is drawn.
                cells.withUnsafeMutableBufferPointer { cells in
                    line.forEachStyle(in: (range.lowerBound - column)..<(range.upperBound - column)) { part, style in
                        var style = style
                        if isReversed { style.isReversed.toggle() }
                        for index in part {
                            cells[column + index] = Cell(line.code(at: index).shifted(by: base), style)
                        }
                    }
                }
                // Of a glyph that begins further to the left there is only an end.
                for place in range {
                    guard cells[place].code == .further else { break }
                    cells[place] = Cell(.space, cells[place].style)
                }
            }
        }

        /// Changes the cells in place. A line gets cells first.
        private mutating func changeCells(_ body: (inout [Cell], inout [Character]) -> Void) {
            var drawn = exchange(&self.drawn, with: nil) ?? Drawn(cells: map { $0 }, clusters: line.clusters)
            line = TerminalLine()
            body(&drawn.cells, &drawn.clusters)
            self.drawn = drawn
        }

        /// Blanks the glyphs that stand across the edges of a range, so that no half of one is left.
        private static func blankEdges(of range: Range<Int>, in cells: inout [Cell]) {
            guard let last = range.last else { return }
            blankGlyph(at: range.lowerBound, in: &cells)
            blankGlyph(at: last, in: &cells)
        }

        /// Blanks the whole glyph that a cell is part of, if it is a wide one.
        private static func blankGlyph(at column: Int, in cells: inout [Cell]) {
            var start = column
            while cells[start].code == .further, start > 0 { start -= 1 }
            let columns = cells[start].code.columns
            guard columns > 1 else { return }
            for part in start..<(start + columns) { cells[part] = Cell(.space, cells[part].style) }
        }

        /// Adds clusters, and forgets those that have been drawn over if there are many. Returns the index of the first.
        private static func add(_ added: [Character], to clusters: inout [Character], of cells: inout [Cell]) -> Int {
            guard !added.isEmpty else { return 0 }
            if clusters.count > 2 * cells.count {
                let former = clusters
                clusters = []
                for (column, cell) in cells.enumerated() where cell.code.isCluster {
                    let code = GlyphCode(cluster: clusters.count, columns: cell.code.columns)
                    clusters.append(former[cell.code.index])
                    cells[column] = Cell(code, cell.style)
                }
            }
            clusters += added
            return clusters.count - added.count
        }
    }
}

extension TerminalCanvas.Row: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { columns }
    package subscript(column: Int) -> TerminalCanvas.Cell { TerminalCanvas.Cell(code(at: column), style(at: column)) }
}

extension TerminalCanvas.Row: Equatable {
    package static func == (left: Self, right: Self) -> Bool {
        if left.isSame(as: right) { return true }
        // The same clusters may stand in another order, or beside some that have been drawn over.
        return left.count == right.count && zip(left, right).allSatisfy { left.isEqual($0, $1, in: right) }
    }

    /// Whether a cell shows the same as one of another row.
    func isEqual(_ cell: TerminalCanvas.Cell, _ other: TerminalCanvas.Cell, in row: Self) -> Bool {
        guard cell.code.isCluster, other.code.isCluster else { return cell == other }
        return cell.style == other.style && cell.code.columns == other.code.columns
            && cluster(of: cell.code) == row.cluster(of: other.code)
    }
}
