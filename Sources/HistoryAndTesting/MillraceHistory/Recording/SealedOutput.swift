import Foundation
import MillraceBase

/// Where a recorder writes its lines, each with its checksum, until that fails or the recording ends.
struct SealedOutput {
    private let output: (Data) throws -> Void
    private let onProblem: (RecordingProblem) -> Void
    private var chain = RecordedChain()

    /// Whether nothing more is written.
    private(set) var isOver = false

    init(to output: @escaping (Data) throws -> Void, onProblem: @escaping (RecordingProblem) -> Void) {
        (self.output, self.onProblem) = (output, onProblem)
    }

    /// Writes the JSON of an object as a line, which ends the recording if it fails.
    mutating func write(_ object: some Sequence<UInt8>) {
        if isOver { return }
        do {
            try withoutPipeSignal { try output(Data(chain.seal(Array(object)))) }
        } catch {
            isOver = true
            onProblem(.notWritten(reason: "\(error)"))
        }
    }

    /// Writes nothing more.
    mutating func end() { isOver = true }
}
