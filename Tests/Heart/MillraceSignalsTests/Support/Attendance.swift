import MillraceSignals
import MillraceSpecs

/// How long signals were observed, in columns of a scheduler's time.
final class Attendance {
    private let scheduler: TestScheduler

    /// The signals that were observed and are so no more, in the order in which that ended, as `"name 2-7"`.
    private(set) var log: [String] = []

    init(on scheduler: TestScheduler) { self.scheduler = scheduler }

    /// The same signal, whose being observed is noted down.
    func of<Value>(_ name: String, _ signal: Signal<Value>) -> Signal<Value> {
        var start = 0
        let end = { self.log.append("\(name) \(start)-\(self.column)") }
        return signal.handleEvents(onStart: { start = self.column }, onFinish: end, onCancel: end)
    }

    private var column: Int { Int(scheduler.now / scheduler.column) }
}
