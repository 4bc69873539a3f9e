extension String {
    /// Calls a closure with the code of each glyph, in order, until it returns false.
    ///
    /// Line breaks and tabs are passed as such. Other characters that would act on the terminal are replaced, and those
    /// without a width of their own left out: see ``TerminalText``. O(length).
    ///
    /// - Parameter body: Receives a code and, if it is that of a cluster, the cluster, which the code has no index of.
    func forEachGlyph(_ body: (GlyphCode, Character?) -> Bool) {
        var contiguous = self
        contiguous.makeContiguousUTF8()
        let text = contiguous
        _ = text.utf8.withContiguousStorageIfAvailable { bytes in
            var offset = 0
            while offset < bytes.count {
                let byte = bytes[offset]
                // A character before ASCII stands for itself.
                if 0x20..<0x7F ~= byte, offset + 1 == bytes.count || bytes[offset + 1] < 0x80 {
                    guard body(GlyphCode(ascii: byte), nil) else { return }
                    offset += 1
                } else {
                    let start = text.utf8.index(text.startIndex, offsetBy: offset)
                    let end = text.index(after: start)
                    guard text[start..<end].passGlyph(to: body) else { return }
                    offset += text.utf8.distance(from: start, to: end)
                }
            }
        }
    }
}

extension Substring {
    /// The most scalars of a cluster that are shown: more than any emoji or syllable has.
    private static var mostScalars: Int { 32 }

    /// Passes the code of a single cluster on, if it has a width.
    fileprivate func passGlyph(to body: (GlyphCode, Character?) -> Bool) -> Bool {
        guard let first = unicodeScalars.first else { return true }
        if let replacement = first.replacement { return body(replacement, nil) }
        let scalars = unicodeScalars.prefix(Self.mostScalars)
        if scalars.dropFirst().isEmpty {
            let columns = first.terminalColumns
            return columns == 0 || body(GlyphCode(first, columns: columns), nil)
        }
        let columns = scalars.terminalColumns
        guard columns > 0, let cluster = String(scalars).first else { return true }
        return body(GlyphCode(cluster: 0, columns: columns), cluster)
    }
}

extension Unicode.Scalar {
    /// The substitute for a character that would act on the terminal. Such characters are clusters of their own.
    fileprivate var replacement: GlyphCode? {
        switch value {
        case 0x09: .tab
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: .lineBreak
        case 0x00...0x1F: Unicode.Scalar(0x2400 + value).map { GlyphCode($0, columns: 1) }
        case 0x7F: GlyphCode("␡", columns: 1)
        case 0x80...0x9F: GlyphCode("�", columns: 1)
        default: nil
        }
    }
}

extension Substring.UnicodeScalarView {
    /// The number of columns of a cluster of several scalars.
    fileprivate var terminalColumns: Int {
        guard let first else { return 0 }
        let isJoined = contains("\u{200D}") && first.properties.isEmoji
        let isPresentedAsEmoji = contains("\u{FE0F}") && first.properties.isEmoji
        if first.isRegionalIndicator || isJoined || isPresentedAsEmoji || first.properties.isEmojiPresentation {
            return 2
        }
        return reduce(0) { $0 + $1.terminalColumns }
    }
}
