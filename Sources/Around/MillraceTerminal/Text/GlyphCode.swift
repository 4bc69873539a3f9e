/// The content of a cell, in 32 bits: a glyph in its first column, and nothing in the further columns of a wide one.
///
/// A glyph is a scalar, or the index of a cluster of several, which stands in a list beside the codes.
struct GlyphCode: Equatable, Sendable {
    /// The columns, then whether it is a cluster, then the scalar or the index.
    private let bits: UInt32

    private static var clusterFlag: UInt32 { 1 << 23 }

    /// Creates the code of a scalar, or that of a place in a text, such as a line break, which has no columns.
    init(_ scalar: Unicode.Scalar, columns: Int) {
        bits = UInt32(columns) << 24 | scalar.value
    }

    /// Creates the code of a printable character of ASCII.
    init(ascii byte: UInt8) {
        bits = 1 << 24 | UInt32(byte)
    }

    /// Creates the code of a cluster.
    ///
    /// - Parameter index: Where it stands in the list of clusters. Whoever has millions of them in a line sees the first
    ///   one in place of the last.
    init(cluster index: Int, columns: Int) {
        bits = UInt32(columns) << 24 | Self.clusterFlag | (index < Int(Self.clusterFlag) ? UInt32(index) : 0)
    }

    private init(bits: UInt32) { self.bits = bits }

    /// A further column of the glyph before it.
    static var further: GlyphCode { GlyphCode(bits: 0) }
    /// A space.
    static var space: GlyphCode { GlyphCode(ascii: 0x20) }
    /// The mark of cut text.
    static var ellipsis: GlyphCode { GlyphCode("…", columns: 1) }
    /// A line break in a text. It has no column.
    static var lineBreak: GlyphCode { GlyphCode("\n", columns: 0) }
    /// A tab in a text. It has no column.
    static var tab: GlyphCode { GlyphCode("\t", columns: 0) }

    /// The number of columns of a glyph; 0 for anything else.
    var columns: Int { Int(bits >> 24) }

    /// The number of columns in a line, where line breaks and tabs are spaces.
    var columnsInLine: Int { max(1, columns) }

    /// Whether terminals may disagree on its width: it has several scalars.
    var isCluster: Bool { bits & Self.clusterFlag != 0 }

    /// Whether it is that of a printable character of ASCII.
    var isASCII: Bool { bits & ~0x7F == 1 << 24 }

    /// The character of ASCII.
    var ascii: UInt8? { isASCII ? UInt8(truncatingIfNeeded: bits) : nil }

    /// The index of a cluster.
    var index: Int { Int(bits & (Self.clusterFlag - 1)) }

    /// The code of the same cluster where so many others stand before; any other code as it is.
    func shifted(by count: Int) -> GlyphCode {
        count > 0 && isCluster ? GlyphCode(cluster: index + count, columns: columns) : self
    }

    /// The scalar of a glyph that is no cluster.
    var scalar: Unicode.Scalar { Unicode.Scalar(bits & (Self.clusterFlag - 1)) ?? "\u{FFFD}" }
}
