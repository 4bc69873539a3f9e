import Foundation
import MillraceTerminal

/// What stands on the rows of all annotations, and their subjects, one behind the other without case and diacritics, so that one run over plain
/// bytes finds where a text occurs. 100,000 remarks of a line each take some 10 MB and a few milliseconds.
struct SearchIndex: Sendable {
    /// The folded texts in UTF-8, each followed by a byte that occurs in no text.
    private let bytes: [UInt8]
    /// Where each text ends in `bytes`.
    private let ends: [Int]

    private static let separator: UInt8 = 0xFF

    init(_ annotations: [Annotation]) {
        var bytes: [UInt8] = []
        var ends: [Int] = []
        ends.reserveCapacity(annotations.count)
        for annotation in annotations {
            bytes += annotation.searchable.foldedForSearch.utf8
            ends.append(bytes.count)
            bytes.append(Self.separator)
        }
        self.bytes = bytes
        self.ends = ends
    }

    /// For each annotation, whether `text` occurs in its contents; nil where there is nothing to search for.
    func matches(of text: String) -> [Bool]? {
        let needle = Array(text.oneLine.trimmingCharacters(in: .whitespaces).foldedForSearch.utf8)
        guard !needle.isEmpty else { return nil }
        var matches = [Bool](repeating: false, count: ends.count)
        var row = 0
        var start = 0
        while let place = bytes.firstPlace(of: needle, from: start) {
            while ends[row] < place { row += 1 }
            matches[row] = true
            start = ends[row]
        }
        return matches
    }
}

extension Annotation {
    /// What a search looks into: what its row shows, as it shows it, then its subject and its label.
    fileprivate var searchable: String {
        let rest = [text.isEmpty ? nil : subject, label].compactMap(\.self).joined(separator: " ")
        let row = "\(heading): \(text.isEmpty ? subject ?? "" : text)".oneLine
        return rest.isEmpty ? row : "\(row) \(rest.oneLine)"
    }
}
