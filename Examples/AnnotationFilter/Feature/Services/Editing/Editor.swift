import Foundation

/// Who edits, and what edits are made with: a name, a clock, and names that nobody else gives.
public struct Editor {
    /// The name that stands at what is edited.
    let author: String
    private let now: () -> Date
    private let zone: TimeZone
    private let newName: () -> String

    /// An editor, by default the one who is logged in.
    public init(
        author: String? = nil,
        zone: TimeZone = .current,
        now: @escaping () -> Date = { Date() },
        newName: @escaping () -> String = { UUID().uuidString.lowercased() }
    ) {
        let login = [NSFullUserName(), NSUserName()].first { !$0.isEmpty }
        self.author = author ?? login ?? ""
        (self.zone, self.now, self.newName) = (zone, now, newName)
    }

    /// A new edit of this moment.
    func edit(_ annotation: String, _ change: SheetEdit.Change) -> SheetEdit {
        SheetEdit(newName(), of: annotation, change, by: author, at: PDFDate(now(), in: zone))
    }
}

extension PDFDate {
    /// A moment on the clock of a place, as PDF writes it.
    init(_ moment: Date, in zone: TimeZone) {
        let offset = zone.secondsFromGMT(for: moment) / 60 * 60
        var seconds = time_t(moment.timeIntervalSince1970) + offset
        var time = tm()
        gmtime_r(&seconds, &time)
        let date = String(
            format: "D:%04d%02d%02d%02d%02d%02d",
            Int(time.tm_year) + 1900,
            Int(time.tm_mon) + 1,
            Int(time.tm_mday),
            Int(time.tm_hour),
            Int(time.tm_min),
            Int(time.tm_sec)
        )
        let minutes = abs(offset) / 60
        let ahead = String(format: "%@%02d'%02d'", offset < 0 ? "-" : "+", minutes / 60, minutes % 60)
        self.init(offset == 0 ? "\(date)Z" : "\(date)\(ahead)")
    }
}
