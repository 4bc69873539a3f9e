import Foundation

/// The columns of a line in one block of memory: the changes of its style, and the code of each column, in one byte
/// where all are characters of ASCII, and else in four.
///
/// So to copy a line is to count one reference, and to write one of ASCII is to copy its bytes. All unsafe code of
/// lines is here.
///
/// `@unchecked Sendable` is safe: the memory is written before anybody else has it, and never again.
struct LineMemory: @unchecked Sendable {
    private struct Header {
        let columns: Int
        let changeCount: Int
        let isASCII: Bool
        /// The style of the first column.
        let style: TerminalStyle
        /// The glyphs of several scalars, in their order.
        let clusters: [Character]
    }

    private let buffer: ManagedBuffer<Header, StyleChange>

    /// Keeps columns; nil if there are none.
    ///
    /// - Parameters:
    ///   - codes: The code of each column. Codes of clusters have the indices of these.
    ///   - clusters: The glyphs of several scalars.
    ///   - style: The style of the first column.
    ///   - changes: The other styles. Their columns count as the indices of the codes do.
    init?(
        _ codes: ArraySlice<GlyphCode>,
        _ clusters: [Character],
        _ style: TerminalStyle,
        _ changes: ArraySlice<StyleChange>
    ) {
        guard !codes.isEmpty else { return nil }
        let isASCII = codes.allSatisfy(\.isASCII)
        self.init(codes.count, isASCII, clusters, style, changes, from: codes.startIndex) { memory in
            codes.withUnsafeBytes { bytes in
                if isASCII {
                    for (column, code) in codes.enumerated() {
                        memory.storeBytes(of: code.ascii ?? 0, toByteOffset: column, as: UInt8.self)
                    }
                } else if let first = bytes.baseAddress {
                    memory.copyMemory(from: first, byteCount: bytes.count)
                }
            }
        }
    }

    /// Keeps at most so many columns of a text in one style; nil if it is empty, or does not begin with as many
    /// printable characters of ASCII.
    init?(ascii text: String, _ style: TerminalStyle, upTo columns: Int) {
        let memory = text.utf8.withContiguousStorageIfAvailable { bytes -> LineMemory? in
            let part = bytes.prefix(columns)
            // A byte that does not follow ASCII may belong to its last character.
            let isWhole = part.endIndex == bytes.endIndex || bytes[part.endIndex] < 0x80
            guard let first = bytes.baseAddress, !part.isEmpty, isWhole, part.allSatisfy({ 0x20..<0x7F ~= $0 }) else {
                return nil
            }
            return LineMemory(part.count, true, [], style, [], from: 0) {
                $0.copyMemory(from: first, byteCount: part.count)
            }
        }
        guard let memory = memory ?? nil else { return nil }
        self = memory
    }

    private init(
        _ columns: Int,
        _ isASCII: Bool,
        _ clusters: [Character],
        _ style: TerminalStyle,
        _ changes: ArraySlice<StyleChange>,
        from start: Int,
        _ fill: (UnsafeMutableRawPointer) -> Void
    ) {
        let stride = MemoryLayout<StyleChange>.stride
        let byteCount = isASCII ? columns : columns * MemoryLayout<GlyphCode>.stride
        let capacity = changes.count + (byteCount + stride - 1) / stride
        buffer = .create(minimumCapacity: capacity) { _ in
            Header(columns: columns, changeCount: changes.count, isASCII: isASCII, style: style, clusters: clusters)
        }
        buffer.withUnsafeMutablePointerToElements { first in
            for (index, change) in changes.enumerated() {
                (first + index).initialize(to: StyleChange(column: change.column - start, style: change.style))
            }
            fill(UnsafeMutableRawPointer(first + changes.count))
        }
    }

    // The header and the elements by their addresses: an access to the property is checked, each time, for overlapping
    // ones. The pointers are used while the buffer is held.
    private var header: UnsafeMutablePointer<Header> { buffer.withUnsafeMutablePointerToHeader { $0 } }
    private var codes: UnsafeRawPointer {
        buffer.withUnsafeMutablePointers { UnsafeRawPointer($1 + $0.pointee.changeCount) }
    }

    /// The number of columns.
    var columns: Int { header.pointee.columns }

    /// The style of the first column.
    var style: TerminalStyle { header.pointee.style }

    /// The glyphs of several scalars, in their order.
    var clusters: [Character] { header.pointee.clusters }

    /// Calls a closure with the other styles.
    func withChanges<Result>(_ body: (UnsafeBufferPointer<StyleChange>) -> Result) -> Result {
        buffer.withUnsafeMutablePointers { body(UnsafeBufferPointer(start: $1, count: $0.pointee.changeCount)) }
    }

    /// The code of a column.
    func code(at column: Int) -> GlyphCode {
        precondition(0..<columns ~= column)
        if header.pointee.isASCII { return GlyphCode(ascii: codes.load(fromByteOffset: column, as: UInt8.self)) }
        return codes.load(fromByteOffset: column * MemoryLayout<GlyphCode>.stride, as: GlyphCode.self)
    }

    /// Copies characters of ASCII from a part up to the first other glyph. Returns how many there are.
    func copyASCII(_ range: Range<Int>, to bytes: UnsafeMutableBufferPointer<UInt8>) -> Int {
        precondition(range.clamped(to: 0..<columns) == range && range.count <= bytes.count)
        guard header.pointee.isASCII else {
            for column in range {
                guard let byte = code(at: column).ascii else { return column - range.lowerBound }
                bytes[column - range.lowerBound] = byte
            }
            return range.count
        }
        UnsafeMutableRawBufferPointer(bytes)
            .copyMemory(from: UnsafeRawBufferPointer(start: codes + range.lowerBound, count: range.count))
        return range.count
    }
}

extension LineMemory: Equatable {
    static func == (left: LineMemory, right: LineMemory) -> Bool {
        if left.buffer === right.buffer { return true }
        let (header, other) = (left.header.pointee, right.header.pointee)
        guard header.columns == other.columns, header.isASCII == other.isASCII, header.style == other.style,
            header.changeCount == other.changeCount, header.clusters == other.clusters
        else { return false }
        let width = header.isASCII ? 1 : MemoryLayout<GlyphCode>.stride
        return memcmp(left.codes, right.codes, header.columns * width) == 0
            && left.withChanges { changes in right.withChanges { changes.elementsEqual($0) } }
    }
}
