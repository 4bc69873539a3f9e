import Foundation

/// Where sheets come from. The store is handed one at construction.
public protocol SheetService: Sendable {
    /// Reads the file at `path`: the events of it, of which the last is the sheet, or the ``SheetError``.
    ///
    /// Reading begins with the call, elsewhere than in the caller's isolation, and ends with whoever iterates.
    func open(_ path: String) -> AsyncThrowingStream<SheetOpening, any Error>
}

/// What happens while a sheet is opened.
public enum SheetOpening: Equatable, Sendable {
    /// So much of it has been read, from 0 to 100. Small files are not worth telling.
    case progress(percent: Int)
    /// It is there.
    case opened(Sheet)
}

/// Reads sheets from XFDF files.
public struct XFDFFileService: SheetService {
    /// A service. It has no state.
    public init() {}

    /// Reads the XFDF file at `path`. Who is slow to iterate is told of the newest progress alone.
    public func open(_ path: String) -> AsyncThrowingStream<SheetOpening, any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let reading = Task.detached {
                do {
                    let sheet = try sheet(at: path) { continuation.yield(.progress(percent: $0)) }
                    continuation.yield(.opened(sheet))
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in reading.cancel() }
        }
    }

    /// The sheet in the XFDF file at `path`, for who can do nothing else meanwhile.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - onProgress: Told how much has been read of a large file, in percent, whenever that has changed.
    public func sheet(
        at path: String,
        onProgress: @escaping (Int) -> Void = { _ in }
    ) throws(SheetError) -> Sheet {
        try XFDFReader().read(data(at: path), file: path, onProgress: onProgress)
    }

    /// The bytes of the file at `path`, which may also be a pipe.
    /// `-` is standard input.
    public func data(at path: String) throws(SheetError) -> Data {
        do {
            if path == "-" { return try FileHandle.standardInput.readToEnd() ?? Data() }
            let path = (path as NSString).expandingTildeInPath
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? file.close() }
            return try file.readToEnd() ?? Data()
        } catch {
            throw .unreadable(file: path, reason: reason(at: path))
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
        guard let url = Bundle.module.url(forResource: "sheet", withExtension: "xfdf") else {
            throw .unreadable(file: "sheet.xfdf", reason: "it is missing from the example's resources")
        }
        return try sheet(at: url.path)
    }
}
