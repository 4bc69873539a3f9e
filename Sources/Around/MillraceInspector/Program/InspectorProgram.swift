#if os(macOS) || os(Linux) || os(Android)
import Foundation
import MillraceStorage
import MillraceTerminal

/// The program: writes a page, serves one, or writes a file for another tool.
package struct InspectorProgram {
    private let tell: (String) -> Void

    /// Creates the program.
    ///
    /// - Parameter tell: Called with each line for standard output.
    package init(tell: @escaping (String) -> Void) {
        self.tell = tell
    }

    /// Runs the program with the arguments behind its name.
    package func run(_ arguments: [String]) throws(ProgramExit) {
        let options = try InspectorOptions(arguments)
        let file = try Self.open(options.recording)
        if let page = options.page {
            try write(file, to: page)
        } else if let redux = options.redux {
            try export(file, last: options.last ?? 500, to: redux, name: options.recording)
        } else {
            try follow(options)
        }
    }

    // MARK: The page

    private func write(_ file: FileHandle, to path: String) throws(ProgramExit) {
        let page = InspectorPage(.file)
        try Self.writing(to: path) { output in
            try output.write(Data(page.head.utf8))
            try file.seek(toOffset: 0)
            while let bytes = try file.read(upToCount: InspectorPage.elementSize), !bytes.isEmpty {
                try output.write(Data(InspectorPage.element(bytes).utf8))
            }
            try output.write(Data(page.tail.utf8))
        }
    }

    // MARK: For Redux DevTools

    private func export(_ file: FileHandle, last count: Int, to path: String, name: String) throws(ProgramExit) {
        let session: InspectedSession
        do {
            try file.seek(toOffset: 0)
            session = try InspectedSession(try file.readToEnd() ?? Data(), keepingLast: count)
        } catch let problem as InspectedSession.Problem {
            throw ProgramExit("\(name.oneLine): \(problem.description)", exitCode: 65)
        } catch {
            throw .unreadable(name)
        }
        try Self.writing(to: path) { output in
            do {
                try ReduxFile(session).write { try output.write($0) }
            } catch let problem as InspectedSession.Problem {
                throw ProgramExit("\(name.oneLine): \(problem.description)", exitCode: 65)
            }
        }
        if let trouble = session.trouble { tell("\(name.oneLine): \(trouble)") }
    }

    // MARK: Following

    private func follow(_ options: InspectorOptions) throws(ProgramExit) {
        let server: FollowServer
        do throws(FollowServer.Problem) {
            server = try FollowServer(of: options.recording, port: UInt16(options.port))
        } catch {
            throw ProgramExit("\(error.description). To fix: name another --port, or none.", exitCode: 69)
        }
        tell(server.address)
        server.run()
    }

    // MARK: Files

    /// Opens a recording, and looks whether it is one.
    private static func open(_ path: String) throws(ProgramExit) -> FileHandle {
        guard let file = FileHandle(forReadingAtPath: path) else { throw .unreadable(path) }
        let start: Data
        do { start = try file.read(upToCount: 64) ?? Data() } catch { throw .unreadable(path) }
        // A file that is empty may be one of an app that has just begun.
        guard start.isEmpty || RecordingStart.isInspection(start) else {
            let other = RecordingStart.isReplay(start) ? ": it is one for replay" : ""
            throw ProgramExit("\(path.oneLine) is no recording for inspection\(other)", exitCode: 65)
        }
        return file
    }

    private static func writing(to path: String, _ body: (AtomicFile) throws -> Void) throws(ProgramExit) {
        // A file put in the place of a device or a folder would take it away.
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw ProgramExit("\(path.oneLine) is no file. To fix: name a new one.", exitCode: 74)
        }
        do {
            let output = try AtomicFile(URL(fileURLWithPath: path))
            try body(output)
            try output.commit()
        } catch let exit as ProgramExit {
            throw exit
        } catch {
            throw ProgramExit("\(path.oneLine) cannot be written: \(error)", exitCode: 74)
        }
    }
}

/// How recordings begin.
enum RecordingStart {
    /// Whether it is one for inspection, as far as one sees.
    static func isInspection(_ start: Data) -> Bool { key(start).starts(with: Data("inspection\":".utf8)) }

    /// Whether it is one for replay.
    static func isReplay(_ start: Data) -> Bool {
        start.contains(Data("\"millrace\":".utf8)) || key(start).starts(with: Data("digests\":".utf8))
    }

    /// The first key behind the checksum: `{"sum":"0123456789abcdef","key`.
    private static func key(_ start: Data) -> Data {
        guard start.starts(with: Data("{\"sum\":\"".utf8)) else { return Data() }
        return start.dropFirst(27)
    }
}

extension Data {
    fileprivate func contains(_ part: Data) -> Bool { range(of: part) != nil }
}

extension ProgramExit {
    fileprivate static func unreadable(_ name: String) -> ProgramExit {
        ProgramExit("\(name.oneLine) cannot be read", exitCode: 66)
    }
}
#endif
