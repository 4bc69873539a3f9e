#if os(macOS) || os(Linux)
import Foundation
import MillraceBase
import MillraceSignals
import TestSupport
import Testing

@testable import MillraceTerminal

/// Sessions in processes of their own, each on a terminal whose other end the test holds.
struct TerminalSessionTests {
    @Test("A closed session has given the terminal back")
    func closing() async throws {
        let terminal = try PseudoTerminal()
        await #expect(processExitsWith: .success) { [path = terminal.path as String] in
            PseudoTerminal.attach(path)
            let before = PseudoTerminal.flags()
            let session = try TerminalSession()
            #expect(PseudoTerminal.flags() & tcflag_t(ICANON | ECHO) == 0)
            session.close()
            session.close()
            #expect(PseudoTerminal.flags() == before)
        }
        #expect(terminal.isGivenBack())
    }

    @Test("A session that is released has given the terminal back, also for an error that is thrown")
    func releasing() async throws {
        let terminal = try PseudoTerminal()
        await #expect(processExitsWith: .success) { [path = terminal.path as String] in
            PseudoTerminal.attach(path)
            func failing() throws {
                let session = try TerminalSession()
                defer { session.close() }
                throw CancellationError()
            }
            #expect(throws: CancellationError.self) { try failing() }
            _ = try TerminalSession()
            #expect(PseudoTerminal.flags() & tcflag_t(ECHO) != 0)
        }
        #expect(terminal.isGivenBack())
    }

    @Test("exit gives the terminal back")
    func exiting() async throws {
        let terminal = try PseudoTerminal()
        await #expect(processExitsWith: .exitCode(3)) { [path = terminal.path as String] in
            PseudoTerminal.attach(path)
            let session = try TerminalSession()
            session.draw(TerminalCanvas(size: session.size))
            exit(3)
        }
        #expect(terminal.isGivenBack())
    }

    @Test("Nothing is written once the terminal was given back, and it is given back when a write is over")
    func writingAfterwards() async throws {
        let terminal = try PseudoTerminal()
        await #expect(processExitsWith: .success) { [path = terminal.path as String] in
            PseudoTerminal.attach(path)
            let session = try TerminalSession()
            var canvas = TerminalCanvas(size: session.size)
            canvas.draw("the last canvas", row: 0, column: 0)
            let (begun, isLeaving) = (DispatchSemaphore(value: 0), Locked(false))
            Thread.detachNewThread {
                TerminalModes.whileShown {
                    begun.signal()
                    while !isLeaving.withLock(\.self) { usleep(100) }
                    usleep(20_000)
                    try? writeAll("still shown".utf8, to: STDOUT_FILENO)
                }
            }
            begun.wait()
            session.draw(canvas)
            isLeaving.withLock { $0 = true }
            session.close()
            TerminalModes.whileShown { try? writeAll("too late".utf8, to: STDOUT_FILENO) }
            session.draw(canvas)
        }
        let parts = terminal.output().components(separatedBy: "\u{1B}[?1049l")
        #expect(parts.count == 2 && !parts[1].contains("too late"))
        #expect(parts[0].contains("still shown") && parts[0].contains("the last canvas"))
    }

    @Test("A terminal that reads nothing does not keep the process from ending")
    func writingForever() async throws {
        let terminal = try PseudoTerminal()
        let result = await #expect(processExitsWith: .failure) { [path = terminal.path as String] in
            PseudoTerminal.attach(path)
            let session = try TerminalSession()
            let begun = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                TerminalModes.whileShown {
                    begun.signal()
                    while true { usleep(1_000_000) }
                }
            }
            begun.wait()
            kill(getpid(), SIGTERM)
            withExtendedLifetime(session) { _ = TerminalSession.makeInput().next() }
        }
        #expect(result?.exitStatus == .signal(SIGTERM))
        #expect(terminal.isGivenBack())
    }

    @Test("A signal gives the terminal back and ends the process", arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func dying(signal: Int32) async throws {
        let terminal = try PseudoTerminal()
        let result = await #expect(processExitsWith: .failure) {
            [path = terminal.path as String, signal = signal as Int32] in
            PseudoTerminal.attach(path)
            let session = try TerminalSession()
            Thread.detachNewThread { kill(getpid(), signal) }
            withExtendedLifetime(session) { _ = TerminalSession.makeInput().next() }
        }
        #expect(result?.exitStatus == .signal(signal))
        #expect(terminal.isGivenBack())
    }

    @Test("A trap of the package gives the terminal back, ends the process by its signal, and tells why")
    func trap() async throws {
        let terminal = try PseudoTerminal()
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [path = terminal.path as String] in
            PseudoTerminal.attach(path)
            let session = try TerminalSession()
            withExtendedLifetime(session) { stop("TerminalSessionTests.trap: this is one. To fix: nothing.") }
        }
        #expect(result?.exitStatus == .signal(SIGTRAP))
        expect(result, says: "Fatal error: TerminalSessionTests.trap: this is one.")
        // The toolchain's backtrace is not there.
        #expect(standardError(result).split(separator: "\n").count == 1)
        #expect(terminal.isGivenBack())
    }

    @Test("The message of a trap stands on the terminal that was given back")
    func trapMessage() async throws {
        let terminal = try PseudoTerminal()
        await #expect(processExitsWith: .failure) { [path = terminal.path as String] in
            PseudoTerminal.attach(path)
            dup2(STDOUT_FILENO, STDERR_FILENO)
            let session = try TerminalSession()
            withExtendedLifetime(session) { stop("TerminalSessionTests.trap: this is one. To fix: nothing.") }
        }
        let parts = terminal.output().components(separatedBy: "\u{1B}[?25h\u{1B}[?1049l")
        #expect(parts.count == 2 && !parts[0].contains("Fatal error") && parts[1].contains("Fatal error"))
    }

    @Test("A crash gives the terminal back", arguments: [SIGILL, SIGTRAP, SIGBUS, SIGSEGV])
    func crashing(signal: Int32) async throws {
        let terminal = try PseudoTerminal()
        await #expect(processExitsWith: .failure) { [path = terminal.path as String, signal = signal as Int32] in
            PseudoTerminal.attach(path)
            let session = try TerminalSession(hasMouse: true)
            raise(signal)
            session.close()
        }
        #expect(terminal.isGivenBack())
    }

    @Test("A trap gives the terminal back")
    func trapping() async throws {
        let terminal = try PseudoTerminal()
        await #expect(processExitsWith: .failure) { [path = terminal.path as String] in
            PseudoTerminal.attach(path)
            let session = try TerminalSession()
            if session.size.columns > 0 { preconditionFailure("as a library would") }
        }
        #expect(terminal.isGivenBack())
    }

    @Test("The mouse is asked for only where it is wanted, and given back")
    func mouse() async throws {
        let terminal = try PseudoTerminal()
        await #expect(processExitsWith: .success) { [path = terminal.path as String] in
            PseudoTerminal.attach(path)
            try TerminalSession().close()
        }
        #expect(!terminal.output().contains("\u{1B}[?1000h"))
        let other = try PseudoTerminal()
        await #expect(processExitsWith: .success) { [path = other.path as String] in
            PseudoTerminal.attach(path)
            try TerminalSession(hasMouse: true).close()
        }
        let output = other.output()
        #expect(output.contains("\u{1B}[?1000h\u{1B}[?1006h") && output.contains("\u{1B}[?1006l\u{1B}[?1000l"))
    }

    @Test("There is no session on a terminal that shows no screen, and nothing is written to it")
    func dumb() async throws {
        let terminal = try PseudoTerminal()
        await #expect(processExitsWith: .success) { [path = terminal.path as String] in
            PseudoTerminal.attach(path)
            setenv("TERM", "dumb", 1)
            #expect(throws: ProgramExit.noScreen) { try TerminalSession() }
        }
        #expect(!terminal.output().contains("\u{1B}["))
    }

    @Test("A signal that was ignored before stays ignored")
    func ignoring() async throws {
        let terminal = try PseudoTerminal()
        await #expect(processExitsWith: .success) { [path = terminal.path as String] in
            PseudoTerminal.attach(path)
            signal(SIGHUP, SIG_IGN)
            let session = try TerminalSession()
            kill(getpid(), SIGHUP)
            session.close()
            kill(getpid(), SIGHUP)
        }
        #expect(terminal.isGivenBack())
    }

    @Test("A stopped process has given the terminal back and takes it again when it goes on")
    func suspending() async throws {
        let terminal = try PseudoTerminal()
        await #expect(processExitsWith: .success) { [path = terminal.path as String] in
            PseudoTerminal.attach(path)
            let session = try TerminalSession()
            let canvas = TerminalCanvas(size: session.size)
            session.draw(canvas)
            let script = "awaitStop; stty -a <$1 | grep -qw echo || kill -KILL $0; kill -CONT $0"
            _ = try watch(with: script, path)
            kill(getpid(), SIGTSTP)
            #expect(TerminalSession.makeInput().next() == .resize(canvas.size))
            #expect(PseudoTerminal.flags() & tcflag_t(ECHO) == 0)
            session.draw(canvas)
        }
        #expect(terminal.output().components(separatedBy: "\u{1B}[?1049h").last?.contains("\u{1B}[2J") == true)
    }

    @Test("A size that no screen has is cut to one whose cells there is memory for")
    func hugeSize() async throws {
        let terminal = try PseudoTerminal(columns: .max, rows: .max)
        await #expect(processExitsWith: .success) { [path = terminal.path as String] in
            PseudoTerminal.attach(path)
            let session = try TerminalSession()
            #expect(session.size == TerminalSize(columns: 1024, rows: 1024))
        }
    }

    @Test("A session tells keys, sizes and the end")
    func events() async throws {
        let terminal = try PseudoTerminal(columns: 33, rows: 7)
        terminal.type("a\u{1B}[A")
        await #expect(processExitsWith: .success) { [path = terminal.path as String] in
            PseudoTerminal.attach(path)
            let session = try TerminalSession()
            let size = TerminalSize(columns: 33, rows: 7)
            #expect(session.size == size)
            kill(getpid(), SIGWINCH)
            let input = TerminalSession.makeInput()
            let events = Set((0..<3).map { _ in input.next() })
            #expect(events == [.resize(size), .key(.character("a")), .key(.up)])
        }
        #expect(terminal.isGivenBack())
    }

    @Test("The asynchronous events are the same, and end when the session is closed")
    func asynchronousEvents() async throws {
        let terminal = try PseudoTerminal(columns: 33, rows: 7)
        terminal.type("ab")
        await #expect(processExitsWith: .success) { [path = terminal.path as String] in
            PseudoTerminal.attach(path)
            let session = try TerminalSession()
            var events: [TerminalEvent] = []
            for await event in session.events() {
                events.append(event)
                if events.count == 1 { kill(getpid(), SIGWINCH) }
                if events.count == 3 { session.close() }
            }
            #expect(
                Set(events.prefix(3)) == [
                    .key(.character("a")), .key(.character("b")), .resize(TerminalSize(columns: 33, rows: 7)),
                ]
            )
        }
        #expect(terminal.isGivenBack())
    }

    @Test("There is one session at a time, and none without a terminal")
    func errors() async throws {
        let terminal = try PseudoTerminal()
        await #expect(processExitsWith: .success) { [path = terminal.path as String] in
            PseudoTerminal.attach(path)
            let session = try TerminalSession()
            #expect(throws: ProgramExit.alreadyOpen) { try TerminalSession() }
            session.close()
            try TerminalSession().close()
            PseudoTerminal.attach("/dev/null")
            #expect(throws: ProgramExit.notATerminal) { try TerminalSession() }
        }
        #expect(terminal.isGivenBack())
    }
}
#endif
