#if os(macOS) || os(Linux)
import Foundation
import MillraceApp
import MillraceBase
import MillraceProcess
import MillraceSignals
import MillraceTesting
import TestSupport
import Testing

/// The signals of a process, each in a process of its own: they come as events before they take effect.
@Suite struct ProcessSignalsTests {
    /// Writes each event to standard error, and puts off the end as often as it is told to.
    final class Witness: Service {
        var delays = 0
        var events: [LifeCycleEvent] = []

        func handle(_ event: LifeCycleEvent) -> LifeCycleAnswer {
            events.append(event)
            FileHandle.standardError.write(Data("<\(event)>".utf8))
            guard event == .willTerminate, delays > 0 else { return .noted }
            delays -= 1
            return .notYet
        }
    }

    /// An application that follows the signals, on virtual time.
    struct Bench {
        let scheduler = TestScheduler()
        let witness = Witness()
        let application: Application

        init(delays: Int = 0) {
            witness.delays = delays
            application = Application(on: scheduler, [witness])
            application.followProcessSignals()
        }

        /// Turns the time until the process ends, or until something is over; for a minute at most.
        func wait(_ seconds: Double = 60, advancing step: Duration = .zero, until isOver: () -> Bool = { false }) {
            let end = Date(timeIntervalSinceNow: seconds)
            while Date() < end, !isOver() {
                scheduler.advance(by: step)
                Thread.sleep(forTimeInterval: 0.002)
            }
        }
    }

    @Test("A signal that ends the process is told first", arguments: [SIGTERM, SIGHUP, SIGINT])
    func ending(signal: Int32) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [signal = signal as Int32] in
            let bench = Bench()
            kill(getpid(), signal)
            bench.wait()
        }
        #expect(result?.exitStatus == .signal(signal))
        #expect(unfinishedLine(result) == "<willTerminate>")
    }

    @Test("The end is put off as long as a service asks for it")
    func puttingOff() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let bench = Bench(delays: 3)
            kill(getpid(), SIGTERM)
            bench.wait(advancing: .milliseconds(10))
        }
        #expect(result?.exitStatus == .signal(SIGTERM))
        #expect(unfinishedLine(result) == String(repeating: "<willTerminate>", count: 4))
    }

    @Test("The end is not put off for longer than the grace, and not for a second signal")
    func grace() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let bench = Bench(delays: .max)
            kill(getpid(), SIGTERM)
            bench.wait(advancing: .milliseconds(50))
        }
        #expect(result?.exitStatus == .signal(SIGTERM))
        #expect(unfinishedLine(result).count == 101 * "<willTerminate>".count)

        let second = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let bench = Bench(delays: .max)
            kill(getpid(), SIGTERM)
            bench.wait { bench.witness.delays < .max }
            kill(getpid(), SIGTERM)
            bench.wait()
        }
        #expect(second?.exitStatus == .signal(SIGTERM))
        #expect(unfinishedLine(second) == "<willTerminate>")
    }

    /// Never answers.
    final class Hanging: Service {
        func handle(_ event: LifeCycleEvent) -> LifeCycleAnswer {
            FileHandle.standardError.write(Data("<\(event)>".utf8))
            Thread.detachNewThread { kill(getpid(), SIGTERM) }
            Thread.sleep(forTimeInterval: 20)
            exit(0)
        }
    }

    @Test("A second signal ends a process whose thread hangs, so that no scheduler is ever told")
    func hanging() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let scheduler = TestScheduler()
            let application = Application(on: scheduler, [Hanging()])
            application.followProcessSignals()
            kill(getpid(), SIGTERM)
            withExtendedLifetime(application) { while true { scheduler.advance(by: .milliseconds(1)) } }
        }
        #expect(result?.exitStatus == .signal(SIGTERM))
        #expect(unfinishedLine(result) == "<willTerminate>")
    }

    @Test("A stop and what follows it are told")
    func stopping() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let bench = Bench()
            _ = try watch(with: "awaitStop; kill -CONT $0")
            kill(getpid(), SIGTSTP)
            bench.wait { bench.witness.events.contains(.becameActive) }
            kill(getpid(), SIGWINCH)
            bench.wait { bench.witness.events.contains(.resized) }
        }
        #expect(
            unfinishedLine(result)
                == "<willResignActive><enteredBackground><willEnterForeground><becameActive><resized>"
        )
    }

    @Test("A process that cannot be stopped, since nobody could continue it, is told that it goes on")
    func stoppingWithoutShell() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try #require(setsid() > 0)
            let bench = Bench()
            kill(getpid(), SIGTSTP)
            bench.wait { bench.witness.events.contains(.becameActive) }
        }
        #expect(unfinishedLine(result) == "<willResignActive><enteredBackground><willEnterForeground><becameActive>")
    }

    @Test("A process that is continued before its stop takes effect, does not stop")
    func continuedBeforeStopping() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let bench = Bench()
            let watcher = try watch(with: "while isAlive; do isStopped && kill -KILL $0; sleep 0.02; done")
            // Each handler is called at once, on this thread: what is sent to the process may find it later.
            ProcessSignals.raiseUnblocked(SIGTSTP)
            ProcessSignals.raiseUnblocked(SIGCONT)
            bench.wait { bench.witness.events.contains(.becameActive) }
            bench.wait(0.2)
            watcher.terminate()
        }
        #expect(unfinishedLine(result) == "<willResignActive><enteredBackground><willEnterForeground><becameActive>")
    }

    @Test("A signal that is ignored stays so, and one that is not followed any more takes effect at once")
    func ignoring() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            signal(SIGHUP, SIG_IGN)
            var bench: Bench? = Bench()
            kill(getpid(), SIGHUP)
            bench?.wait(1)
            bench = nil
            FileHandle.standardError.write(Data("released".utf8))
            kill(getpid(), SIGTERM)
            sleep(60)
        }
        #expect(result?.exitStatus == .signal(SIGTERM))
        #expect(unfinishedLine(result) == "released")
    }
}
#endif
