import Foundation
import MillraceBase

/// Where a recorder writes its lines, each with its checksum, until that fails or the recording ends.
///
/// An object, since the code that it hands lines and problems to may use the recorder: it may end it, for instance.
final class SealedOutput {
    private let output: (Data) throws -> Void
    private let onFailure: (RecordingError) -> Void
    private var chain = RecordedChain()

    /// Lines that are still to be written: as a rule one, while it is.
    private var waiting = Queue<[UInt8]>()
    private var isWriting = false

    /// Whether nothing more is written.
    private(set) var isOver = false

    init(to output: @escaping (Data) throws -> Void, onFailure: @escaping (RecordingError) -> Void) {
        (self.output, self.onFailure) = (output, onFailure)
    }

    /// Writes the JSON of objects, each as a line, which ends the recording if it fails. What comes while a line is
    /// being written follows that line and those that belong to it.
    func write(_ objects: [UInt8]...) {
        if isOver { return }
        for object in objects { waiting.append(chain.seal(object)) }
        if isWriting { return }
        isWriting = true
        defer { isWriting = false }
        while let line = waiting.popFirst() {
            do {
                try withoutPipeSignal { try output(Data(line)) }
            } catch {
                isOver = true
                waiting = Queue()
                onFailure(.notWritten(reason: "\(error)"))
            }
        }
    }

    /// Writes nothing more than what waits.
    func end() { isOver = true }
}
