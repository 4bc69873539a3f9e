import Foundation

/// Where the program writes. Every call writes at once, so that whoever waits for an answer gets it.
enum Output {
    /// Writes lines to standard output.
    static func write(_ text: String) {
        try? FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8))
    }

    /// Writes a line to standard error.
    static func report(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
    }
}
