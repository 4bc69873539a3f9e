import Foundation

/// Python's own HTTP server, which answers every question for the weather with the same file.
struct PythonServer {
    /// The address before `/data/2.5/weather`.
    let address: String
    private let process = Process()
    private let folder: URL

    /// Starts the server. Nil where there is no Python.
    init?(_ answer: String) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let file = folder.appendingPathComponent("data/2.5/weather")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(answer.utf8).write(to: file)
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
        process.currentDirectoryURL = folder
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // Serving HTTP on 127.0.0.1 port 43210 (http://127.0.0.1:43210/) …
        let greeting = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = greeting.split(separator: " ").first(where: { Int($0) != nil }) else {
            address = ""
            stop()
            return nil
        }
        address = "http://127.0.0.1:\(port)"
    }

    /// Ends the server.
    func stop() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }
}
