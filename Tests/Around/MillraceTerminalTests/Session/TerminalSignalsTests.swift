#if os(macOS) || os(Linux)
import Foundation
import MillraceBase
import MillraceProcess
import MillraceSignals
import Synchronization
import TestSupport
import Testing

@testable import MillraceTerminal

/// Signals that somebody else is told of before they take effect: the terminal is restored when they do, whichever of
/// the two came first.
struct TerminalSignalsTests {
    enum Order: CaseIterable, Codable { case terminalFirst, terminalLast }

    @Test("The terminal is given back when the signal takes effect, and not before", arguments: Order.allCases)
    func ending(order: Order) async throws {
        let terminal = try PseudoTerminal()
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [path = terminal.path as String, order = order as Order] in
            PseudoTerminal.attach(path)
            let early = order == .terminalFirst ? try TerminalSession() : nil
            let (arrivals, continuation) = AsyncStream.makeStream(of: Int32.self)
            let follower = ProcessSignals.follow([SIGTERM]) { continuation.yield($0) }
            let session = try early ?? TerminalSession()
            kill(getpid(), SIGTERM)
            for await number in arrivals {
                #expect(PseudoTerminal.flags() & tcflag_t(ECHO) == 0)
                FileHandle.standardError.write(Data("told".utf8))
                follower?.takeEffect(number)
            }
            session.close()
        }
        #expect(result?.exitStatus == .signal(SIGTERM))
        #expect(unfinishedLine(result) == "told")
        #expect(terminal.isGivenBack())
    }

    @Test("A second signal gives the terminal back where whoever is told of the first hangs", arguments: Order.allCases)
    func endingTwice(order: Order) async throws {
        let terminal = try PseudoTerminal()
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [path = terminal.path as String, order = order as Order] in
            PseudoTerminal.attach(path)
            let early = order == .terminalFirst ? try TerminalSession() : nil
            let (arrivals, continuation) = AsyncStream.makeStream(of: Int32.self)
            let follower = ProcessSignals.follow([SIGTERM], ending: [SIGTERM]) { continuation.yield($0) }
            let session = try early ?? TerminalSession()
            kill(getpid(), SIGTERM)
            for await _ in arrivals.prefix(2) {
                FileHandle.standardError.write(Data("told".utf8))
                kill(getpid(), SIGTERM)
            }
            try await Task.sleep(for: .seconds(1))
            withExtendedLifetime((follower, session)) {}
        }
        #expect(result?.exitStatus == .signal(SIGTERM))
        #expect(unfinishedLine(result) == "told")
        #expect(terminal.isGivenBack())
    }

    @Test("A stop gives the terminal back, and takes it again", arguments: Order.allCases)
    func stopping(order: Order) async throws {
        let terminal = try PseudoTerminal()
        await #expect(processExitsWith: .success) {
            [path = terminal.path as String, order = order as Order] in
            PseudoTerminal.attach(path)
            let early = order == .terminalFirst ? try TerminalSession() : nil
            let (arrivals, continuation) = AsyncStream.makeStream(of: Int32.self)
            let follower = ProcessSignals.follow([SIGTSTP]) { continuation.yield($0) }
            let session = try early ?? TerminalSession()
            let script = "awaitStop; stty -a <$1 | grep -qw echo || kill -KILL $0; kill -CONT $0"
            _ = try watch(with: script, path)
            var events = arrivals.makeAsyncIterator()
            // Twice, since a handler is to be there again after the first time.
            kill(getpid(), SIGTSTP)
            follower?.takeEffect(try #require(await events.next()))
            #expect(PseudoTerminal.flags() & tcflag_t(ECHO) == 0)
            #expect(TerminalSession.makeInput().next() == .resize(session.size))
            kill(getpid(), SIGTSTP)
            #expect(await events.next() == SIGTSTP)
            session.close()
        }
        #expect(terminal.isGivenBack())
    }

    @Test("In the background a session leaves the terminal alone, and nothing puts off the end")
    func background() async throws {
        let terminal = try PseudoTerminal()
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [path = terminal.path as String] in
            try #require(PseudoTerminal.control(path))
            let follower = ProcessSignals.follow([SIGTERM]) { _ in }
            let session = try TerminalSession()
            let other = try OtherJob()
            other.takesTerminal()
            FileHandle.standardError.write(Data("away".utf8))
            kill(getpid(), SIGTERM)
            try await Task.sleep(for: .seconds(5))  // another thread handles it
            withExtendedLifetime((follower, session, other)) {}
            FileHandle.standardError.write(Data(" and still there".utf8))
        }
        #expect(result?.exitStatus == .signal(SIGTERM))
        #expect(unfinishedLine(result) == "away")
        #expect(!terminal.output().contains("\u{1B}[?1049l"))
    }

    @Test("A session that begins in the background waits for the foreground")
    func beginningInBackground() async throws {
        let terminal = try PseudoTerminal()
        await #expect(processExitsWith: .success) { [path = terminal.path as String] in
            try #require(PseudoTerminal.control(path))
            let other = try OtherJob()
            other.takesTerminal()
            let wasEchoing = Mutex(false)
            Thread.detachNewThread {
                Thread.sleep(forTimeInterval: 0.3)
                wasEchoing.withLock { $0 = PseudoTerminal.flags() & tcflag_t(ECHO) != 0 }
                other.givesTerminalBack()
            }
            let session = try TerminalSession()
            let hasWaited = wasEchoing.withLock { $0 }
            #expect(hasWaited)
            #expect(PseudoTerminal.flags() & tcflag_t(ECHO) == 0)
            session.close()
        }
        #expect(terminal.isGivenBack())
    }
}

/// Another job of the same shell: a process in a group of its own.
private final class OtherJob: Sendable {
    private let process = Process()

    init() throws {
        process.executableURL = URL(filePath: "/bin/sleep")
        process.arguments = ["60"]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        setpgid(process.processIdentifier, process.processIdentifier)
    }

    deinit { process.terminate() }

    func takesTerminal() { tcsetpgrp(STDIN_FILENO, process.processIdentifier) }

    /// Called by the job that is in the background, which may do so where it blocks what would stop it.
    func givesTerminalBack() {
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &mask, nil)
        tcsetpgrp(STDIN_FILENO, getpgrp())
    }
}
#endif
