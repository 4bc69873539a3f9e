#if os(macOS) || os(Linux) || os(Android)
import Foundation
import MillraceBase
import MillraceProcess
import MillraceSignals

extension Application {
    /// Passes the signals of the process to the services, as life-cycle events, before the signals take effect.
    ///
    /// | signal | events | then |
    /// | --- | --- | --- |
    /// | SIGTSTP (Ctrl-Z) | `willResignActive`, `enteredBackground` | the process stops |
    /// | | `willEnterForeground`, `becameActive` | when it goes on |
    /// | SIGWINCH | `resized` | |
    /// | SIGTERM, SIGHUP, SIGINT (Ctrl-C) | `willTerminate` | the process ends |
    ///
    /// The process ends as soon as no service answers `.notYet` to `willTerminate`. Until then the event is sent again
    /// every 50 ms, for at most `grace`. A second signal that ends the process does so at once, also while the scheduler
    /// hangs, as when its thread is busy for good: no service is asked again. The process is
    /// terminated by the signal itself. A terminal session is restored before; it does not matter whether the
    /// application or the session was created first.
    ///
    /// The process goes on at once where nothing can stop it: if SIGCONT has arrived in the meantime, and where no
    /// shell could continue it, as in the only window of a terminal (POSIX: an orphaned process group). SIGSTOP, and
    /// SIGCONT without a stop before, are not reported.
    ///
    /// A program with a terminal session that is ended in the background, where Ctrl-Z has stopped it, ends without
    /// `willTerminate`: it has got `enteredBackground`.
    ///
    /// Signals that are ignored stay ignored, as under `nohup`. The events come in the isolation of the scheduler,
    /// until the application is released. Only one application of a process may follow its signals. A
    /// second call does nothing.
    ///
    /// - Parameter grace: How long the services may delay the end of the process.
    public func followProcessSignals(grace: Duration = .seconds(5)) {
        guard processSignals == nil else { return }
        let arrivals = Emitter<Int32>()
        let inlet = arrivals.inlet(on: scheduler)
        let ending: Set = [SIGTERM, SIGHUP, SIGINT]
        let numbers = [SIGTSTP, SIGCONT, SIGWINCH] + ending
        guard let follower = ProcessSignals.follow(numbers, ending: ending, { inlet.send($0) }) else { return }
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
            reception.follower.takeEffect(number)
            // Not at SIGCONT, which does not come where the process was not stopped.
            handle(.willEnterForeground)
            handle(.becameActive)
        case SIGCONT: reception.follower.takeEffect(number)
        case SIGWINCH:
            handle(.resized)
            reception.follower.takeEffect(number)
        default: end(by: number, reception, before: scheduler.now + reception.grace)
        }
    }

    /// Ends the process when the services are ready, and at the deadline whatever they say.
    private func end(by number: Int32, _ reception: SignalReception, before deadline: Duration) {
        if handle(.willTerminate) < .notYet || scheduler.now >= deadline {
            return reception.follower.takeEffect(number)
        }
        weak let me = self
        weak let waiting = reception
        scheduler.schedule(after: .milliseconds(50)) {
            if let me, let waiting { me.end(by: number, waiting, before: deadline) }
        }
    }
}

/// The signals on their way to an application.
private final class SignalReception {
    let follower: ProcessSignals.Follower
    let grace: Duration
    private let arrivals: Emitter<Int32>
    var observation: Subscription?

    init(_ follower: ProcessSignals.Follower, _ arrivals: Emitter<Int32>, grace: Duration) {
        self.follower = follower
        self.arrivals = arrivals
        self.grace = grace
    }
}
#endif
