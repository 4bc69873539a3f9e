import Foundation

/// How figures are written.
enum Figures {
    /// Four digits at most of nanoseconds.
    static func time(_ nanoseconds: Double?) -> String {
        guard let nanoseconds else { return "" }
        return nanoseconds < 100 ? String(format: "%.1f", nanoseconds) : Int(nanoseconds.rounded()).grouped
    }

    static func ratio(_ ratio: Double?) -> String { ratio.map { String(format: "%.2f", $0) } ?? "" }

    /// A count that is an average.
    static func count(_ count: Double?) -> String {
        guard let count else { return "" }
        if abs(count) < 0.05 { return "0" }
        return abs(count - count.rounded()) < 0.05 ? Int(count.rounded()).grouped : String(format: "%.1f", count)
    }
}

extension Row.Verdict {
    /// The aim, and whether it is met.
    var sentence: String {
        switch isMet {
        case true?: "\(text): met"
        case false?: "\(text): not met"
        case nil: text
        }
    }
}
