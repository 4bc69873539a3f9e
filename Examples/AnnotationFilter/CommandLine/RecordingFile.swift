import Foundation
import MillraceTerminal

/// The file in which a session is recorded: always a new one, since what stands in another would be lost. A device or
/// a pipe, in which nothing stands, will do too.
struct RecordingFile {
    private let handle: FileHandle

    /// Makes the file.
    ///
    /// - Parameters:
    ///   - path: Where.
    ///   - sheets: The paths of the sheets that are open: to say so where one is the same file, by whatever names.
    init(_ path: String, sheets: [String]) throws(ProgramExit) {
        let new = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        if new >= 0 {
            handle = FileHandle(fileDescriptor: new, closeOnDealloc: true)
            return
        }
        guard errno == EEXIST else { throw Self.unwritable(path) }
        // Opened without truncating it: what it holds stays, and what it is can be told for sure.
        let found = open(path, O_WRONLY | O_CLOEXEC)
        guard found >= 0 else { throw Self.unwritable(path) }
        handle = FileHandle(fileDescriptor: found, closeOnDealloc: true)
        var facts = stat()
        guard fstat(found, &facts) == 0 else { throw Self.unwritable(path) }
        guard facts.st_mode & S_IFMT == S_IFREG else { return }
        let isSheet = sheets.contains { sheet in
            var sheetFacts = stat()
            return stat(sheet, &sheetFacts) == 0
                && (facts.st_dev, facts.st_ino) == (sheetFacts.st_dev, sheetFacts.st_ino)
        }
        throw ProgramExit(
            """
            \(path) is \(isSheet ? "the sheet itself" : "there already"), and a recording would destroy it. \
            To fix: name a file that does not exist.
            """,
            exitCode: 73
        )
    }

    private static func unwritable(_ path: String) -> ProgramExit {
        ProgramExit(
            "\(path) cannot be written: \(WriteError(code: errno)). To fix: name a file in a folder that can be.",
            exitCode: 73
        )
    }

    /// Writes bytes behind those that are there.
    func write(_ bytes: Data) throws(WriteError) { try handle.writeAll(bytes) }

    /// Closes the file. What was written may turn out not to have been: some file systems tell then.
    func close() throws { try handle.close() }
}
