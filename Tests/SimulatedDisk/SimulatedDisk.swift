import Foundation
import MillraceBase
import MillraceStorage

/// A disk in memory whose power can fail, with folders that need not be made.
///
/// ```swift
/// let disk = SimulatedDisk(seed: 1)
/// let log = try AppendLog("/log", syncing: .never, calls: disk.boot()) { _ in }
/// // … and then the power fails: the next process finds what was on the medium.
/// let next = try AppendLog("/log", syncing: .never, calls: disk.boot(.everything)) { entry in … }
/// ```
///
/// What was written is seen by all at once. On the medium it is when it was synchronized; of the rest, a power failure
/// keeps some sectors, loses some, and leaves zeros in others. A synchronization that fails does the same there and then,
/// and what it has lost is still seen, until the power fails: so does Linux. Names are kept or lost likewise.
package final class SimulatedDisk: Sendable {
    /// What of that which is not on the medium a power failure keeps.
    package enum Loss: CaseIterable, Sendable {
        case nothing, everything, end, anything
    }

    /// How a disk behaves as long as a process runs.
    package struct Behaviour: Sendable {
        /// The process ends at this call, of which a half is done if it writes, and all if it renames.
        package var callsLeft = Int.max
        /// The call that fails, of which as much is done.
        package var failingCall: Int?
        /// One in so many calls fails.
        package var failures: Int?
        /// One in so many synchronizations fails.
        package var failedSynchronizations: Int?
        /// How many bytes can be written until the disk is full.
        package var room = Int.max

        package init(
            callsLeft: Int = .max,
            failingCall: Int? = nil,
            failures: Int? = nil,
            failedSynchronizations: Int? = nil,
            room: Int = .max
        ) {
            (self.callsLeft, self.failingCall, self.failures) = (callsLeft, failingCall, failures)
            (self.failedSynchronizations, self.room) = (failedSynchronizations, room)
        }
    }

    struct State: Sendable {
        var random: SplitMix64
        var files: [Int: SimulatedFile] = [:]
        var names: [String: Int] = [:]
        var mediumNames: [String: Int] = [:]
        /// Changes of names that are not on the medium: nil takes one away.
        var nameChanges: [[(name: String, file: Int?)]] = []
        var open: [Int32: Int] = [:]
        var claimed: Set<Int> = []
        var number = 0
        var boot = 0
        var calls = 0
        var behaviour = Behaviour()
        var isStopped = false
        /// What no log may do.
        var violations: [String] = []

        mutating func one(in count: Int?) -> Bool { count.map { Int.random(in: 0..<$0, using: &random) == 0 } ?? false }

        mutating func changeNames(_ change: [(name: String, file: Int?)]) {
            for (name, file) in change { names[name] = file }
            nameChanges.append(change)
        }

        mutating func keep(_ changes: some Sequence<[(name: String, file: Int?)]>) {
            for change in changes { for (name, file) in change { mediumNames[name] = file } }
        }
    }

    let state: Locked<State>

    package init(seed: UInt64) { state = Locked(State(random: SplitMix64(seed: seed))) }

    /// What was done that a log never does: a file was overwritten, or replaced.
    package var violations: [String] { state.withLock { $0.violations } }
    /// Whether the process has ended.
    package var isStopped: Bool { state.withLock { $0.isStopped } }
    /// How many calls the process has made.
    package var calls: Int { state.withLock { $0.calls } }

    /// How the disk behaves from now on.
    package var behaviour: Behaviour {
        get { state.withLock { $0.behaviour } }
        set { state.withLock { $0.behaviour = newValue } }
    }

    /// All files by their paths, as a process sees them. What is set is on the medium.
    package var files: [String: [UInt8]] {
        get { state.withLock { state in state.names.mapValues { state.files[$0]?.bytes ?? [] } } }
        set {
            state.withLock { state in
                (state.files, state.names, state.nameChanges) = ([:], [:], [])
                for (name, bytes) in newValue {
                    state.number += 1
                    state.names[name] = state.number
                    state.files[state.number] = SimulatedFile(bytes: bytes, medium: bytes)
                }
                state.mediumNames = state.names
            }
        }
    }

    /// Replaces files by others, which are on the medium: those that the closure does not change stay the same files.
    package func replace(_ change: (inout [String: [UInt8]]) -> Void) {
        let former = files
        var present = former
        change(&present)
        state.withLock { state in
            for (name, bytes) in present where bytes != former[name] {
                state.number += 1
                (state.names[name], state.mediumNames[name]) = (state.number, state.number)
                state.files[state.number] = SimulatedFile(bytes: bytes, medium: bytes)
            }
            for name in former.keys where present[name] == nil {
                (state.names[name], state.mediumNames[name]) = (nil, nil)
            }
        }
    }

    /// Ends the process, and begins the next one, which calls what this returns.
    package func boot(_ loss: Loss? = nil, _ behaviour: Behaviour = Behaviour()) -> FileCalls {
        state.withLock { state in
            if let loss { state.failPower(loss) }
            (state.open, state.claimed, state.isStopped, state.behaviour) = ([:], [], false, behaviour)
            (state.calls, state.boot) = (0, state.boot + 1)
            return SimulatedCalls(self, boot: state.boot).calls
        }
    }

    /// Ends the process.
    package func stop() { state.withLock { $0.isStopped = true } }
}

/// A file of a simulated disk.
struct SimulatedFile: Sendable {
    static let sector = 16

    var bytes: [UInt8] = []
    var medium: [UInt8] = []
    /// What was written and is not on the medium.
    var pieces: [(offset: Int, bytes: [UInt8])] = []

    mutating func write(_ new: [UInt8], at offset: Int) {
        Self.write(new, at: offset, to: &bytes)
        var start = 0
        while start < new.count {
            let end = min(new.count, start + Self.sector - (offset + start) % Self.sector)
            pieces.append((offset + start, Array(new[start..<end])))
            start = end
        }
    }

    private static func write(_ new: [UInt8], at offset: Int, to bytes: inout [UInt8]) {
        if bytes.count < offset + new.count {
            bytes += [UInt8](repeating: 0, count: offset + new.count - bytes.count)
        }
        bytes.replaceSubrange(offset..<offset + new.count, with: new)
    }

    /// Puts on the medium what can be kept.
    mutating func settle(_ loss: SimulatedDisk.Loss, _ random: inout SplitMix64) {
        let kept = Int.random(in: 0...pieces.count, using: &random)
        for (index, piece) in pieces.enumerated() {
            let fate =
                switch loss {
                case .nothing: 0
                case .everything: 1
                case .end: index < kept ? 0 : index == kept ? Int.random(in: 0..<3, using: &random) : 1
                case .anything: Int.random(in: 0..<3, using: &random)
                }
            let new = fate == 0 ? piece.bytes : [UInt8](repeating: 0, count: piece.bytes.count)
            if fate != 1 { Self.write(new, at: piece.offset, to: &medium) }
        }
        pieces = []
    }
}

extension SimulatedDisk.State {
    mutating func failPower(_ loss: SimulatedDisk.Loss) {
        let kept = Int.random(in: 0...nameChanges.count, using: &random)
        for (index, change) in nameChanges.enumerated() {
            switch loss {
            case .nothing: keep([change])
            case .everything: break
            case .end: if index < kept { keep([change]) }
            case .anything: if one(in: 2) { keep([change]) }
            }
        }
        (names, nameChanges) = (mediumNames, [])
        files = files.filter { names.values.contains($0.key) }
        for number in files.keys.sorted() {
            files[number]?.settle(loss, &random)
            if let medium = files[number]?.medium { files[number]?.bytes = medium }
        }
    }
}
