extension TerminalCanvas {
    /// A cell: what is in it, and how. 16 bytes without any reference.
    package struct Cell: Equatable, Sendable {
        let code: GlyphCode
        // Without it there would be a gap of undefined bytes.
        private let spare: UInt32 = 0
        package let style: TerminalStyle

        static var blank: Cell { Cell(.space, TerminalStyle()) }

        init(_ code: GlyphCode, _ style: TerminalStyle) { (self.code, self.style) = (code, style) }
    }

    /// A row of cells. Copies are equal in O(1), and others in a comparison of bits a cell.
    package struct Row: Sendable {
        private(set) var cells: [Cell]
        /// The glyphs of several scalars, which the codes have the indices of.
        private(set) var clusters: [Character] = []

        init(columns: Int, style: TerminalStyle = TerminalStyle()) {
            cells = Array(repeating: Cell(.space, style), count: columns)
        }

        /// The text, without styles and trailing blanks.
        var text: String {
            let end = cells.lastIndex { $0.code != .space }.map { $0 + 1 } ?? 0
            var text = ""
            for cell in cells[..<end] where cell.code != .further {
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
            let code = cells[column].code
            return code == .further ? nil : TerminalGlyph(code, cluster(of: code))
        }

        /// Makes a part blank, in a style.
        mutating func clear(_ range: Range<Int>, style: TerminalStyle) {
            blankEdges(of: range)
            for column in range { cells[column] = Cell(.space, style) }
        }

        /// Copies a line, from a column on, which may lie outside.
        mutating func draw(_ line: TerminalLine, at column: Int, isReversed: Bool) {
            guard column < cells.count, column > -line.columns else { return }
            let range = (column..<(column + line.columns)).clamped(to: 0..<cells.count)
            blankEdges(of: range)
            let base = add(line.clusters)
            // Through a buffer, since this is done for each column that is drawn.
            cells.withUnsafeMutableBufferPointer { cells in
                line.forEachStyle(in: (range.lowerBound - column)..<(range.upperBound - column)) { part, style in
                    var style = style
                    if isReversed { style.isReversed.toggle() }
                    for index in part { cells[column + index] = Cell(line.codes[index].shifted(by: base), style) }
                }
            }
            // Of a glyph that begins further to the left there is only an end.
            for place in range {
                guard cells[place].code == .further else { break }
                cells[place] = Cell(.space, cells[place].style)
            }
        }

        /// Blanks the glyphs that stand across the edges of a range, so that no half of one is left.
        private mutating func blankEdges(of range: Range<Int>) {
            guard let last = range.last else { return }
            blankGlyph(at: range.lowerBound)
            blankGlyph(at: last)
        }

        /// Blanks the whole glyph that a cell is part of, if it is a wide one.
        private mutating func blankGlyph(at column: Int) {
            var start = column
            while cells[start].code == .further, start > 0 { start -= 1 }
            let columns = cells[start].code.columns
            guard columns > 1 else { return }
            for part in start..<(start + columns) { cells[part] = Cell(.space, cells[part].style) }
        }

        /// Adds clusters, and forgets those that have been drawn over if there are many. Returns the index of the first.
        private mutating func add(_ added: [Character]) -> Int {
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
    package var endIndex: Int { cells.count }
    package subscript(column: Int) -> TerminalCanvas.Cell { cells[column] }
}

extension TerminalCanvas.Row: Equatable {
    package static func == (left: Self, right: Self) -> Bool {
        if left.clusters.isEmpty, right.clusters.isEmpty { return left.cells == right.cells }
        if left.cells == right.cells, left.clusters == right.clusters { return true }
        // The same clusters may stand in another order, or beside some that have been drawn over.
        return left.count == right.count && zip(left, right).allSatisfy { left.isEqual($0, $1, in: right) }
    }

    /// Whether a cell shows what one of another row does.
    func isEqual(_ cell: TerminalCanvas.Cell, _ other: TerminalCanvas.Cell, in row: Self) -> Bool {
        guard cell.code.isCluster, other.code.isCluster else { return cell == other }
        return cell.style == other.style && cell.code.columns == other.code.columns
            && cluster(of: cell.code) == row.cluster(of: other.code)
    }
}
