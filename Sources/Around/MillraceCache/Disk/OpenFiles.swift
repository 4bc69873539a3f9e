import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The chunks of a folder that are open: those that were used last, a few of them however many there are. One queue uses
/// them.
final class OpenFiles {
    static let limit = 4

    let calls: FileCalls

    /// The one that was used last at the end.
    private var open: [(number: Int, descriptor: Int32)] = []

    init(_ calls: FileCalls) { self.calls = calls }

    deinit { closeAll() }

    /// The descriptor of a chunk, which is opened unless it is open.
    func descriptor(of number: Int, _ path: String) throws -> Int32 {
        if let last = open.last, last.number == number { return last.descriptor }
        if let index = open.firstIndex(where: { $0.number == number }) {
            open.append(open.remove(at: index))
            return open[open.count - 1].descriptor
        }
        makeRoom()
        let descriptor = try calls.opened(path, O_RDWR | O_CLOEXEC)
        open.append((number, descriptor))
        return descriptor
    }

    /// Adds a chunk that was just made.
    func add(_ descriptor: Int32, of number: Int) {
        makeRoom()
        open.append((number, descriptor))
    }

    func close(_ number: Int) {
        guard let index = open.firstIndex(where: { $0.number == number }) else { return }
        closeDescriptor(open.remove(at: index).descriptor)
    }

    func closeAll() {
        for file in open { closeDescriptor(file.descriptor) }
        open = []
    }

    private func makeRoom() {
        if open.count >= Self.limit { closeDescriptor(open.removeFirst().descriptor) }
    }
}

/// `close(2)`, which has the name of a method.
private func closeDescriptor(_ descriptor: Int32) { close(descriptor) }
