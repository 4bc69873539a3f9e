import Foundation

/// A tail that has no name yet, into which the records are written that it begins with.
struct TailDraft {
    let header: LogHeader
    private let draft: AtomicFile
    private(set) var records: RecordFile
    /// The next record to be written.
    private var next: UInt64

    /// Makes the file, with its header. Nothing in the log has changed then.
    init(_ header: LogHeader, in folder: LogFolder) throws(FileError) {
        draft = try folder.draft(header.name)
        records = try RecordFile(draft.file, header: header)
        (self.header, next) = (header, header.sequence)
    }

    var file: OpenFile { draft.file }

    /// Adds the records of a log that are not in it yet.
    mutating func add(_ contents: LogContents) throws(FileError) {
        for payload in contents.recent.suffix(Int(contents.last + 1 - min(next, contents.last + 1))) {
            try records.append(RecordHead(kind: .record, sequence: next, synced: contents.noted), payload)
            next += 1
        }
    }

    /// Gives it its name, which is on the medium after ``LogFolder/synchronize()``.
    func commit() throws(FileError) { try draft.commitUnsynchronized() }
}
