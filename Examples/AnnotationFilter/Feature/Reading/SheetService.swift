import Foundation

/// Where sheets come from. The store is handed one at construction.
public protocol SheetService: Sendable {
    /// The sheet in the file at `path`.
    func sheet(at path: String) throws(SheetError) -> Sheet
}

/// Reads sheets from XFDF files.
public struct XFDFFileService: SheetService {
    /// A service. It has no state.
    public init() {}

    /// The sheet in the XFDF file at `path`.
    public func sheet(at path: String) throws(SheetError) -> Sheet {
        try XFDFReader().read(data(at: path), file: path)
    }

    /// The bytes of the file at `path`, which may also be a pipe.
    public func data(at path: String) throws(SheetError) -> Data {
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? file.close() }
            return try file.readToEnd() ?? Data()
        } catch {
            throw .unreadable(file: path, reason: reason(at: path))
        }
    }

    private func reason(at path: String) -> String {
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
