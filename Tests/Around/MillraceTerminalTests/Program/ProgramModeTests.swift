#if os(macOS) || os(Linux)
import Foundation
import Testing

@testable import MillraceTerminal

/// How a program works that has no command, in processes with all kinds of standard streams.
struct ProgramModeTests {
    /// The mode in one line: "screen", "overview", or the lines of a script.
    static func mode(showsScreen: Bool = true, _ environment: [String: String] = ["TERM": "xterm"]) throws -> String {
        switch try ProgramOutput(of: "greet").mode(showsScreen: showsScreen, environment: environment) {
        case .screen: return "screen"
        case .overview: return "overview"
        case .script(var lines):
            if InputLines.areTyped { return "typed" }
            var all: [String] = []
            while let line = try lines.next() { all.append(line) }
            return "script: " + all.joined(separator: "|")
        }
    }

    /// Has standard input have a text, and then end.
    static func input(_ text: String) {
        let pipe = Pipe()
        dup2(pipe.fileHandleForReading.fileDescriptor, STDIN_FILENO)
        try? pipe.fileHandleForWriting.writeAll(Data(text.utf8))
        try? pipe.fileHandleForWriting.close()
    }

    @Test("A terminal is a screen, unless it says that it has none, or nobody looks at it")
    func terminal() async throws {
        let terminal = try PseudoTerminal()
        await #expect(processExitsWith: .success) { [path = terminal.path as String] in
            PseudoTerminal.attach(path)
            for environment in [["TERM": "xterm"], ["TERM": "xterm", "CI": ""], ["TERM": "vt100", "CI": "false"]] {
                try #require(ProgramModeTests.mode(environment) == "screen")
            }
            for environment in [[:], ["TERM": ""], ["TERM": "dumb"], ["TERM": "xterm", "CI": "true"]] {
                try #require(ProgramModeTests.mode(environment) == "overview")
                try #require(ProgramModeTests.mode(showsScreen: false, environment) == "typed")
            }
            dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO)
            try #require(ProgramModeTests.mode() == "overview")
        }
    }

    @Test("Lines are a script from the first of them, also behind blank ones, and on a terminal's output")
    func script() async throws {
        let terminal = try PseudoTerminal()
        await #expect(processExitsWith: .success) { [path = terminal.path as String] in
            PseudoTerminal.attach(path)
            ProgramModeTests.input("\n \t\r\n\u{2003}\ncount\n\nshow")
            try #require(ProgramModeTests.mode() == "script: | \t\r|\u{2003}|count||show")
            ProgramModeTests.input("count")
            try #require(ProgramModeTests.mode([:]) == "script: count")
        }
    }

    @Test("Nothing, or nothing but blanks, is an overview; what cannot be read is an error")
    func overview() async {
        await #expect(processExitsWith: .success) {
            for text in ["", "\n\n", " \n\t"] {
                ProgramModeTests.input(text)
                try #require(ProgramModeTests.mode() == "overview")
            }
            dup2(open("/dev/null", O_RDONLY), STDIN_FILENO)
            try #require(ProgramModeTests.mode(showsScreen: false) == "overview")
            dup2(open("/", O_RDONLY), STDIN_FILENO)
            #expect(throws: ProgramExit.self) { try ProgramModeTests.mode() }
        }
    }

    @Test("Closed streams are an overview that nobody reads, which is no failure")
    func closed() async {
        await #expect(processExitsWith: .success) {
            for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] { close(stream) }
            let output = ProgramOutput(of: "greet")
            guard case .overview = try output.mode() else { exit(EXIT_FAILURE) }
            output.write("Hello")
            output.report("greet: hello")
            exit(output.exitCode(0))
        }
    }
}
#endif
