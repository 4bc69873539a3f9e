#if os(macOS) || os(Linux) || os(Android)
import Foundation
import MillraceSignals

extension Application {
    /// Tells the services of the signals of the process, as events, before they take effect.
    ///
    /// | signal | events | then |
    /// | --- | --- | --- |
    /// | SIGTSTP (Ctrl-Z) | `willResignActive`, `enteredBackground` | the process stops |
    /// | SIGCONT | `willEnterForeground`, `becameActive` | |
    /// | SIGWINCH | `resized` | |
    /// | SIGTERM, SIGHUP, SIGINT (Ctrl-C) | `willTerminate` | the process ends |
    ///
    /// The process ends when no service answers `.notYet` any more: they are asked again every 50 ms, for as long as the
    /// grace lasts. A second signal ends it at once. It ends by the signal itself, and a terminal that is open is restored
    /// before; it does not matter which of the two comes first.
    ///
    /// Signals that are ignored stay so, as under `nohup`. The events come in the isolation of the scheduler, and stop
    /// coming when the application is released. One application of a process can follow its signals.
    ///
    /// - Parameter grace: How long the services may put off the end.
    public func followProcessSignals(grace: Duration = .seconds(5)) {
        guard processSignals == nil else { return }
        let arrivals = Emitter<Int32>()
        let inlet = arrivals.inlet(on: scheduler)
        let follower = ProcessSignals.follow([SIGTSTP, SIGCONT, SIGWINCH, SIGTERM, SIGHUP, SIGINT]) { inlet.send($0) }
        guard let follower else { return }
        let reception = SignalReception(follower, arrivals, grace: grace)
        reception.observation = arrivals.observe { [weak self, weak reception] number in
            if let self, let reception { receive(number, reception) }
        }
        processSignals = reception
    }

    private func receive(_ number: Int32, _ reception: SignalReception) {
        switch number {
        case SIGTSTP:
            handle(.willResignActive)
            handle(.enteredBackground)
        case SIGCONT:
            handle(.willEnterForeground)
            handle(.becameActive)
        case SIGWINCH: handle(.resized)
        default: return end(by: number, reception)
        }
        reception.follower.takeEffect(number)
    }

    private func end(by number: Int32, _ reception: SignalReception) {
        if reception.deadline != nil { return reception.follower.takeEffect(number) }
        reception.deadline = scheduler.now + reception.grace
        endIfReady(by: number, reception)
    }

    private func endIfReady(by number: Int32, _ reception: SignalReception) {
        let isOver = reception.deadline.map { scheduler.now >= $0 } ?? false
        if handle(.willTerminate) < .notYet || isOver { return reception.follower.takeEffect(number) }
        weak let me = self
        weak let waiting = reception
        scheduler.schedule(after: .milliseconds(50)) {
            if let me, let waiting { me.endIfReady(by: number, waiting) }
        }
    }
}

/// The signals on their way to an application.
private final class SignalReception {
    let follower: ProcessSignals.Follower
    let grace: Duration
    private let arrivals: Emitter<Int32>
    var observation: Subscription?

    /// When the process ends, whatever the services say; nil if it was not asked to end.
    var deadline: Duration?

    init(_ follower: ProcessSignals.Follower, _ arrivals: Emitter<Int32>, grace: Duration) {
        self.follower = follower
        self.arrivals = arrivals
        self.grace = grace
    }
}
#endif
