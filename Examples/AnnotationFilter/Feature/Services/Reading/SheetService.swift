import Foundation

/// A source of sheets, which the store receives at construction.
public protocol SheetService: Sendable {
    /// Reads the file at `path`. The stream's last event is the sheet; if the file cannot be read it throws a
    /// ``SheetError``.
    ///
    /// Reading begins with the call, outside the caller's isolation, and is cancelled when the stream is no longer
    /// iterated.
    func open(_ path: String) -> AsyncThrowingStream<SheetOpening, any Error>
}

/// What happens while a sheet is opened.
public enum SheetOpening: Equatable, Sendable {
    /// This percentage of the file has been read, from 0 to 100. Not reported for small files.
    case progress(percent: Int)
    /// The first annotations have been read, to be looked at meanwhile. Not reported for small files.
    case began(Sheet)
    /// The file has been read.
    case opened(Sheet)
}

/// Reads sheets from XFDF files.
public struct XFDFFileService: SheetService {
    /// A service. It has no state.
    public init() {}

    /// Reads the XFDF file at `path`.
    public func open(_ path: String) -> AsyncThrowingStream<SheetOpening, any Error> {
        AsyncThrowingStream { continuation in
            let reading = Task.detached {
                do {
                    let sheet = try sheet(at: path) { continuation.yield($0) }
                    continuation.yield(.opened(sheet))
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in reading.cancel() }
        }
    }

    /// Reads the sheet in the XFDF file at `path`, and blocks the caller until it is read.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - onProgress: Told what happens while a large file is read.
    public func sheet(
        at path: String,
        onProgress: @escaping (SheetOpening) -> Void = { _ in }
    ) throws(SheetError) -> Sheet {
        try XFDFReader.read(data(at: path), file: path, onProgress: onProgress)
    }

    /// Reads the sheet in the XFDF file at `path` beside the caller. Where the task is cancelled, a `CancellationError`
    /// is thrown.
    @concurrent
    func read(_ path: String) async throws -> Sheet {
        do {
            return try sheet(at: path)
        } catch {
            try Task.checkCancellation()
            throw error
        }
    }

    /// The bytes of the file at `path`, which may also be a pipe. `-` is standard input.
    public func data(at path: String) throws(SheetError) -> Data {
        do {
            if path == "-" { return try FileHandle.standardInput.readToEnd() ?? Data() }
            let place = URL(fileURLWithPath: (path as NSString).expandingTildeInPath)
            return try FileHandle(forReadingFrom: place).readToEnd() ?? Data()
        } catch {
            throw SheetError.unreadable(file: path, reason: reason(at: path))
        }
    }

    private func reason(at path: String) -> String {
        let path = (path as NSString).expandingTildeInPath
        let files = FileManager.default
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: path, isDirectory: &isFolder) else { return "there is no such file" }
        if isFolder.boolValue { return "it is a folder" }
        return files.isReadableFile(atPath: path) ? "reading it failed" : "permission denied"
    }
}

extension XFDFFileService {
    /// The sample that comes with the example: a construction sheet, marked up and reviewed.
    public func sample() throws(SheetError) -> Sheet {
        guard let path = Self.samplePath else {
            throw .unreadable(file: "sheet.xfdf", reason: "it is missing from the example's resources")
        }
        return try sheet(at: path)
    }

    static var samplePath: String? { Bundle.module.url(forResource: "sheet", withExtension: "xfdf")?.path }
}
