extension String {
    /// The text on one line, for a message or a row of a screen.
    ///
    /// Line breaks and tabs become single spaces, and are removed at both ends. Characters that a terminal would obey
    /// instead of showing (control characters, overrides of the writing direction) are removed. O(length); a text that
    /// is already on one line is returned unchanged.
    public var oneLine: String {
        guard unicodeScalars.contains(where: { $0.isBreak || $0.isUnprintable }) else { return self }
        var result = String.UnicodeScalarView()
        var wantsSpace = false
        for scalar in unicodeScalars where !scalar.isUnprintable {
            if scalar.isBreak {
                wantsSpace = !result.isEmpty
            } else {
                if wantsSpace, scalar != " ", result.last != " " { result.append(" ") }
                wantsSpace = false
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// The text with its line breaks, all of one kind, and each of its lines as ``oneLine`` has it. O(length).
    public var keepingLines: String {
        split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { String($0).oneLine }
            .joined(separator: "\n")
    }
}

extension Unicode.Scalar {
    fileprivate var isBreak: Bool {
        switch value {
        case 0x09...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    fileprivate var isUnprintable: Bool {
        switch value {
        case 0x09...0x0D, 0x85: false
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
