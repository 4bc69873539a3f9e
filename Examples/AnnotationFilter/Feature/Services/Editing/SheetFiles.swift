/// The files of sheets as commands read and write them: the machine's, where no others are handed in.
struct SheetFiles: Sendable {
    /// Reads the sheet at a path.
    var read: @Sendable (_ path: String) async throws -> Sheet = { try await XFDFFileService().read($0) }

    /// Writes the edits that are shown to the sheet's own file.
    var save: @Sendable (Sheet, SheetEdits, SheetPlace) async throws -> SheetSaving.Outcome = { sheet, edits, place in
        try await SheetSaving.save(sheet, edits, in: place)
    }

    /// Writes the sheet with its edits to a new file, and returns the sheet that it holds.
    var saveInNewFile: @Sendable (Sheet, SheetEdits, _ path: String) async throws -> Sheet = { sheet, edits, path in
        try await SheetSaving.save(sheet, edits, as: path)
    }
}
