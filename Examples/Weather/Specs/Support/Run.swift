import Foundation

/// The program, started with pipes.
private struct Started {
    let process = Process()
    let input = Pipe()
    let output = Pipe()
    let errors = Pipe()

    /// The program is beside the tests: on Linux in the folder of their executable, on macOS beside their bundle.
    init(
        _ arguments: [String],
        environment: [String: String] = [:],
        input file: FileHandle? = nil,
        output place: FileHandle? = nil
    ) throws {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let folder = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
        process.executableURL = folder.appendingPathComponent("weather")
        process.arguments = arguments
        var inherited = ProcessInfo.processInfo.environment
        for name in inherited.keys where name == "OPENWEATHERMAP_API_KEY" || name.lowercased().hasSuffix("_proxy") {
            inherited[name] = nil
        }
        process.environment = inherited.merging(environment) { $1 }
        process.standardInput = file ?? input
        process.standardOutput = place ?? output
        process.standardError = errors
        try process.run()
    }
}

/// One run of the program, to its end. What the environment says of keys and proxies does not reach it.
struct Run {
    let output: String
    let errors: String
    let exitCode: Int32

    init(_ arguments: String..., environment: [String: String] = [:], input: String = "") throws {
        try self.init(arguments, environment: environment, input: input)
    }

    init(_ arguments: [String], environment: [String: String] = [:], input: String = "") throws {
        let started = try Started(arguments, environment: environment)
        // A program that takes no input may have ended before.
        try? started.input.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try started.input.fileHandleForWriting.close()
        self.init(started)
    }

    init(input: FileHandle?) throws {
        self.init(try Started([], input: input))
    }

    /// A run whose standard output is a file, or a pipe; with an empty input.
    init(_ arguments: String..., output: FileHandle) throws {
        self.init(try Started(arguments, input: FileHandle(forReadingAtPath: "/dev/null"), output: output))
    }

    private init(_ started: Started) {
        try? started.output.fileHandleForWriting.close()
        output = String(decoding: started.output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        errors = String(decoding: started.errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        started.process.waitUntilExit()
        exitCode = started.process.terminationStatus
    }
}

/// A run of the program in which each question waits for the answer before.
struct Conversation {
    private let started: Started

    init() throws { started = try Started([]) }

    /// Asks, and waits for the answer.
    func ask(_ line: String) throws -> String {
        try started.input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
        return String(decoding: started.output.fileHandleForReading.availableData, as: UTF8.self)
    }

    /// Ends the input, and returns the exit status.
    func end() throws -> Int32 {
        try started.input.fileHandleForWriting.close()
        started.process.waitUntilExit()
        return started.process.terminationStatus
    }
}
