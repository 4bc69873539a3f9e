import Foundation

/// Where a file of a log stands among the others: a generation begins with each snapshot, a part of it with each tail.
struct LogPlace: Hashable, Comparable, Sendable {
    var generation: UInt64
    var part: UInt64 = 0

    static func < (one: LogPlace, other: LogPlace) -> Bool {
        (one.generation, one.part) < (other.generation, other.part)
    }
}

/// The name of a file of a log: `7.snapshot`, `7.tail`, `7.1.tail`.
struct LogFileName: Hashable, Sendable {
    let kind: LogHeader.Kind
    let place: LogPlace

    init(_ kind: LogHeader.Kind, _ place: LogPlace) { (self.kind, self.place) = (kind, place) }

    /// Nil if a log has no file of this name.
    init?(_ text: String) {
        let pieces = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let generation = pieces.first.flatMap({ UInt64($0) }) else { return nil }
        switch (pieces.count, pieces.last) {
        case (2, "snapshot"): self.init(.snapshot, LogPlace(generation: generation))
        case (2, "tail"): self.init(.tail, LogPlace(generation: generation))
        case (3, "tail"):
            guard let part = UInt64(pieces[1]) else { return nil }
            self.init(.tail, LogPlace(generation: generation, part: part))
        default: return nil
        }
        if max(place.generation, place.part) >> 62 > 0 { return nil }
        // Not a number that is written in another way.
        if self.text != text { return nil }
    }

    var text: String {
        switch kind {
        case .snapshot: "\(place.generation).snapshot"
        case .tail: place.part == 0 ? "\(place.generation).tail" : "\(place.generation).\(place.part).tail"
        }
    }
}
