#if os(macOS) || os(Linux) || os(Android)
import Foundation
import Synchronization

/// Where a program writes: standard output and standard error.
///
/// ```swift
/// let output = ProgramOutput(of: "greet")
/// output.write("Hello")
/// exit(output.exitCode(0))     // 74 if the disk is full
/// ```
///
/// Every call writes at once, so that whoever waits for an answer gets it. A write that fails is reported on standard
/// error and by ``exitCode(_:)``; where a pipe's reader has gone, by the exit code alone.
///
/// Making one ignores SIGPIPE for the whole process: a closed pipe is an error of the call that writes, and no signal
/// that ends the program. So the program can finish its files and give the terminal back. Any thread may write.
public final class ProgramOutput: Sendable {
    private struct State {
        var outputError: WriteError?
        var reportError: WriteError?
        var heldReports: [String]?

        mutating func report(_ line: String) {
            heldReports?.append(line)
            guard heldReports == nil, reportError == nil else { return }
            do throws(WriteError) {
                try writeAll("\(line)\n".utf8, to: STDERR_FILENO)
            } catch {
                reportError = error
            }
        }
    }

    private let program: String
    private let state = Mutex(State())

    /// The output of a program of this name. One is made, before anything is opened.
    public init(of program: String) {
        self.program = program
        signal(SIGPIPE, SIG_IGN)
        Self.occupyClosedStreams()
    }

    /// Whether what is written to standard output still arrives.
    public var isOpen: Bool { state.withLock { $0.outputError == nil } }

    /// Writes lines to standard output.
    public func write(_ lines: String) {
        state.withLock { state in
            guard state.outputError == nil else { return }
            do throws(WriteError) {
                try writeAll("\(lines)\n".utf8, to: STDOUT_FILENO)
            } catch {
                state.outputError = error
                guard !error.isClosedPipe else { return }
                let what = "\(program): standard output cannot be written: \(error)"
                state.report("\(what). To fix: give it room, or another place.")
            }
        }
    }

    /// Writes a line to standard error.
    public func report(_ line: String) { state.withLock { $0.report(line) } }

    /// Keeps reports until ``releaseReports()``, if they would be written into the screen that stands on the terminal.
    public func holdReports() {
        guard isatty(STDERR_FILENO) != 0 else { return }
        state.withLock { $0.heldReports = $0.heldReports ?? [] }
    }

    /// Writes the reports that were kept.
    public func releaseReports() {
        state.withLock { state in
            let reports = state.heldReports ?? []
            state.heldReports = nil
            for line in reports { state.report(line) }
        }
    }

    /// The exit status of a program that would end with `code`, if what it wrote has arrived: otherwise 74, after
    /// `sysexits.h`, or 141 where a pipe's reader has gone, which is what a shell says of a program that SIGPIPE ended.
    public func exitCode(_ code: Int32) -> Int32 {
        state.withLock { state in
            if let error = state.outputError { return error.exitCode }
            return code == 0 ? state.reportError?.exitCode ?? 0 : code
        }
    }

    /// A file that is opened while a standard stream is closed would take its number, and what is meant for the stream
    /// would go into the file. So closed streams get something that can be neither read nor written.
    private static func occupyClosedStreams() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) == -1 {
            _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
#endif
