#if os(macOS) || os(Linux) || os(Android)
import Foundation
import Synchronization

/// The output of a program: standard output and standard error, with detection of failed writes.
///
/// ```swift
/// let output = ProgramOutput(of: "greet")
/// output.write("Hello")
/// exit(output.exitCode(0))     // 74 if the disk is full
/// ```
///
/// Every call writes at once. A failed write is reported on standard error and by ``exitCode(_:)``; if a pipe's reader
/// is gone, by the exit code alone.
///
/// Writing to a closed pipe is an error of the call and does not end the program, so the program can finish its files
/// and restore the terminal. May be used on any thread.
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

    let program: String
    private let state = Mutex(State())

    /// Creates the output of a program with this name. Create one per program, before anything is opened.
    public init(of program: String) {
        self.program = program
        Self.occupyClosedStreams()
    }

    /// Whether writing to standard output still succeeds.
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

    /// Holds reports back until ``releaseReports()``, if they would be written into a screen on the terminal.
    public func holdReports() {
        guard isatty(STDERR_FILENO) != 0 else { return }
        state.withLock { $0.heldReports = $0.heldReports ?? [] }
    }

    /// Writes the reports that were held back.
    public func releaseReports() {
        state.withLock { state in
            let reports = state.heldReports ?? []
            state.heldReports = nil
            for line in reports { state.report(line) }
        }
    }

    /// Runs a program to its end, and returns its exit status as ``exitCode(_:)`` has it. The text of an early end is
    /// written: the help to standard output, anything else, with the program's name, to standard error.
    ///
    /// ```swift
    /// exit(await output.run { () throws(ProgramExit) in
    ///     let greeting = try options.read(CommandLine.arguments.dropFirst(), into: Greeting())
    ///     return try await greet(greeting)
    /// })
    /// ```
    public nonisolated(nonsending) func run(_ program: () async throws(ProgramExit) -> Int32) async -> Int32 {
        do throws(ProgramExit) {
            return exitCode(try await program())
        } catch {
            if error.exitCode == 0 { write(error.description) } else { report("\(self.program): \(error)") }
            return exitCode(error.exitCode)
        }
    }

    /// Returns the exit status of a program that would end with `code`, if all its output was written. Otherwise
    /// returns 74, as in `sysexits.h`, or 141 if a pipe's reader is gone, which a shell reports for a program that
    /// SIGPIPE ended.
    public func exitCode(_ code: Int32) -> Int32 {
        state.withLock { state in
            if let error = state.outputError { return error.exitCode }
            return code == 0 ? state.reportError?.exitCode ?? 0 : code
        }
    }

    /// Opens a substitute, which can be neither read nor written, for each standard stream that is closed. Otherwise
    /// the next file to be opened would get the stream's number, and with it the stream's output.
    private static func occupyClosedStreams() {
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) == -1 {
            _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    /// Has writing to a standard stream that was closed succeed, without effect.
    static func dropOutputOfClosedStreams() {
        for stream in [STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFL) & O_ACCMODE == O_RDONLY {
            let nowhere = open("/dev/null", O_WRONLY)
            dup2(nowhere, stream)
            close(nowhere)
        }
    }
}
#endif
