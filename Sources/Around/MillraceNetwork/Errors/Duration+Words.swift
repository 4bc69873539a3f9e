extension Duration {
    /// When it is over, for a message: "now", "in 1 second", "in 5 minutes".
    ///
    /// Rounded up, so that who waits so long has waited long enough.
    public var fromNow: String { self <= .zero ? "now" : "in \(inWords)" }

    /// Its length, for a message, rounded up: "300 milliseconds", "1 second", "5 minutes", "3 days".
    public var inWords: String {
        let milliseconds = Int(min(max(0, (self / .milliseconds(1)).rounded(.up)), 1e15))
        let seconds = (milliseconds + 999) / 1000
        return switch milliseconds {
        case ..<1000: counted(milliseconds, "millisecond")
        case ..<120_000: counted(seconds, "second")
        case ..<7_200_000: counted((seconds + 59) / 60, "minute")
        case ..<172_800_000: counted((seconds + 3599) / 3600, "hour")
        default: counted((seconds + 86_399) / 86_400, "day")
        }
    }

    private func counted(_ count: Int, _ unit: String) -> String { "\(count) \(unit)\(count == 1 ? "" : "s")" }
}
