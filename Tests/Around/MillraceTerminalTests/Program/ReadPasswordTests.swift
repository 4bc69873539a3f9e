#if os(macOS) || os(Linux)
import Foundation
import MillraceTerminal
import Testing

/// A password that is read, in processes with and without a terminal.
struct ReadPasswordTests {
    private static let missing = ProgramExit(
        "there is no password. To fix: set GREET_PASSWORD, or run it in a terminal.",
        exitCode: 77
    )

    @Test("A variable has the password, and nobody is asked")
    func variable() throws {
        let password = try readPassword("Password: ", variable: "WORD", environment: ["WORD": "sesame"])
        #expect(password.text == "sesame")
    }

    @Test("The terminal does not show what is typed, also where standard input is something else")
    func terminal() async {
        await #expect(processExitsWith: .success) {
            let terminal = try PseudoTerminal()
            try #require(PseudoTerminal.control(terminal.path))
            signal(SIGHUP, SIG_IGN)  // the terminal goes before its process
            let before = PseudoTerminal.flags()
            dup2(open("/dev/null", O_RDONLY), STDIN_FILENO)
            terminal.answer("Password of ada: ", with: "sesame, öffne\n")
            let password = try readPassword("Password\u{1B} of ada: ", variable: "WORD", environment: ["WORD": ""])
            #expect(password.text == "sesame, öffne")
            #expect(!terminal.output().contains("sesame"))
            #expect(PseudoTerminal.flags(STDOUT_FILENO) == before)
        }
    }

    @Test("Ctrl-C ends the process")
    func interrupted() async {
        await #expect(processExitsWith: .signal(SIGINT)) {
            let terminal = try PseudoTerminal()
            try #require(PseudoTerminal.control(terminal.path))
            signal(SIGHUP, SIG_IGN)  // the terminal goes before its process
            signal(SIGINT, SIG_DFL)  // ignored where the tests run in the background of a shell
            terminal.answer("Password: ", with: "sesame\u{3}")
            _ = try readPassword("Password: ", variable: "GREET_PASSWORD", environment: [:])
        }
    }

    @Test("Ctrl-C is no password where the process goes on, and the terminal is as it was")
    func interruptedInVain() async {
        await #expect(processExitsWith: .success) {
            let terminal = try PseudoTerminal()
            try #require(PseudoTerminal.control(terminal.path))
            for number in [SIGHUP, SIGINT] { signal(number, SIG_IGN) }
            let before = PseudoTerminal.flags()
            terminal.answer("Password: ", with: "\u{3}")
            #expect(throws: ProgramExit("interrupted.", exitCode: 130)) {
                try readPassword("Password: ", variable: "GREET_PASSWORD", environment: [:])
            }
            #expect(PseudoTerminal.flags() == before)
        }
    }

    @Test("Nothing typed is no password")
    func nothing() async {
        await #expect(processExitsWith: .success) {
            let terminal = try PseudoTerminal()
            try #require(PseudoTerminal.control(terminal.path))
            signal(SIGHUP, SIG_IGN)  // the terminal goes before its process
            terminal.answer("Password: ", with: "\n")
            #expect(throws: ReadPasswordTests.missing) {
                try readPassword("Password: ", variable: "GREET_PASSWORD", environment: [:])
            }
        }
    }

    @Test("Without a terminal there is no password, whatever standard input has")
    func noTerminal() async {
        await #expect(processExitsWith: .success) {
            try #require(setsid() > 0)
            #expect(throws: ReadPasswordTests.missing) {
                try readPassword("Password: ", variable: "GREET_PASSWORD", environment: [:])
            }
        }
    }
}
#endif
