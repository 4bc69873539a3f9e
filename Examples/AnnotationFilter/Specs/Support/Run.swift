import Foundation

/// One run of the program, to its end.
struct Run {
    /// Where a stream of the program goes.
    enum Place {
        /// To the spec.
        case here
        /// To a pipe that nobody reads.
        case closedPipe
        /// To a file that is there.
        case file(String)
    }

    private(set) var output = ""
    private(set) var errors = ""
    private(set) var exitCode: Int32 = 0

    init(_ arguments: String..., input: String = "") throws {
        try self.init(arguments, input: input)
    }

    init(_ arguments: [String], input: String = "", output: Place = .here, errors: Place = .here) throws {
        try self.init(Self.program, arguments, input, output, errors)
    }

    /// Runs a line of the shell, in which `$0` is the program.
    init(shell line: String, _ arguments: String...) throws {
        let shell = URL(fileURLWithPath: "/bin/sh")
        try self.init(shell, ["-c", line, Self.program.path] + arguments, "", .here, .here)
    }

    private init(_ program: URL, _ arguments: [String], _ input: String, _ output: Place, _ errors: Place) throws {
        let process = Process()
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        process.executableURL = program
        process.arguments = arguments
        process.standardInput = stdin
        process.standardOutput = try Self.stream(output, stdout)
        process.standardError = try Self.stream(errors, stderr)
        try process.run()
        if !input.isEmpty { try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8)) }
        try stdin.fileHandleForWriting.close()
        if case .here = output {
            self.output = String(decoding: stdout.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        if case .here = errors {
            self.errors = String(decoding: stderr.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        process.waitUntilExit()
        exitCode = process.terminationStatus
    }

    private static func stream(_ place: Place, _ pipe: Pipe) throws -> Any {
        switch place {
        case .here: return pipe
        case .closedPipe:
            try pipe.fileHandleForReading.close()
            return pipe.fileHandleForWriting
        case .file(let path):
            return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        }
    }

    /// The program stands beside the tests: on Linux in the folder of their executable, on macOS beside their bundle.
    static var program: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let folder = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
        return folder.appendingPathComponent("annotation-filter")
    }
}

/// A device that takes nothing, where the system has one.
enum FullDevice {
    static var path: String? { FileManager.default.fileExists(atPath: "/dev/full") ? "/dev/full" : nil }
}
