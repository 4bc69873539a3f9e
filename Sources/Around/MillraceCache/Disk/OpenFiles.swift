import MillraceStorage

/// The chunks of a folder that are open: those that were used last, a few of them however many there are. One queue uses
/// them.
final class OpenFiles {
    static let limit = 4

    let calls: FileCalls

    /// The one that was used last at the end.
    private var open: [(number: Int, file: OpenFile)] = []

    init(_ calls: FileCalls) { self.calls = calls }

    /// A chunk, which is opened unless it is open.
    func file(_ number: Int, _ path: String) throws(FileError) -> OpenFile {
        if let last = open.last, last.number == number { return last.file }
        if let index = open.firstIndex(where: { $0.number == number }) {
            open.append(open.remove(at: index))
        } else {
            if open.count >= Self.limit { open.removeFirst() }
            open.append((number, try OpenFile(path, .existing, calls: calls)))
        }
        return open[open.count - 1].file
    }

    func close(_ number: Int) { open.removeAll { $0.number == number } }

    func closeAll() { open = [] }
}
