import Foundation

/// Reads XFDF (ISO 19444-1), the XML in which PDF viewers export annotations.
///
/// It takes files as they are: with or without the namespace, names, authors and colours; with names that repeat, and
/// with annotation kinds of which it has never heard. What it cannot use it reports in ``Sheet/notices``, and reads
/// on. What is no XFDF at all it refuses with an error that says where and why.
enum XFDFReader {
    /// The sheet that `data` holds. Where the task is cancelled it cannot be read. Cost: O(bytes).
    ///
    /// - Parameters:
    ///   - data: The bytes of the file.
    ///   - file: What errors and the sheet call it.
    ///   - onProgress: Told of a large file how much has been read, whenever that has changed, and its beginning.
    static func read(
        _ data: Data,
        file: String,
        onProgress: @escaping (SheetOpening) -> Void = { _ in }
    ) throws(SheetError) -> Sheet {
        var document = try XFDFParser(SafeXML(data, file: file), file: file, onProgress: onProgress).parse()
        var sheet = document.takeSheet(file: file)
        sheet.origin = SheetOrigin(data: data, elements: document.elements, sheet: sheet)
        return sheet
    }
}
