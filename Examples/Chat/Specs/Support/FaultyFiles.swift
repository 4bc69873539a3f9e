import Foundation
import Synchronization

@testable import MatrixChat

/// Files in memory that can fail at a certain write, as if the disk were full or the power gone.
final class FaultyFiles: ChatFiles {
    struct Failure: Error {}

    private struct State {
        var files: [String: Data] = [:]
        var isOn = true
        var writes: [String] = []
        var failing: Range<Int> = 0..<0

        mutating func fails(_ write: String) throws -> Bool {
            guard isOn else { throw Failure() }
            writes.append(write)
            return failing.contains(writes.count - 1)
        }
    }

    private let state = Mutex(State())

    init(_ files: [String: Data] = [:]) { state.withLock { $0.files = files } }

    /// Whether anything can be written.
    var isOn: Bool {
        get { state.withLock { $0.isOn } }
        set { state.withLock { $0.isOn = newValue } }
    }
    /// The files that were written, one after the other: "+" where something was added.
    var writes: [String] { state.withLock { $0.writes } }
    /// The numbers of the writes that fail: what is added is cut in the middle, what is written anew stays as it was.
    var failing: Range<Int> {
        get { state.withLock { $0.failing } }
        set { state.withLock { $0.failing = newValue } }
    }

    subscript(name: String) -> Data? {
        get { state.withLock { $0.files[name] } }
        set { state.withLock { $0.files[name] = newValue } }
    }

    func read(_ name: String) -> Data? { self[name] }

    func append(_ data: Data, to name: String) throws {
        try state.withLock { state in
            let fails = try state.fails("+\(name)")
            state.files[name, default: Data()] += fails ? data.prefix(data.count / 2) : data
            if fails { throw Failure() }
        }
    }

    func replace(_ name: String, writing body: (_ write: (Data) throws -> Void) throws -> Void) throws -> Int {
        var new = Data()
        try body { new += $0 }
        try state.withLock { [new] state in
            if try state.fails(name) { throw Failure() }
            state.files[name] = new
        }
        return new.count
    }

    func remove(_ name: String) throws {
        try state.withLock { state in
            guard state.isOn else { throw Failure() }
            state.files[name] = nil
        }
    }

    func names(in folder: String) -> [String] {
        state.withLock { $0.files.keys }.filter { $0.hasPrefix("\(folder)/") }
            .map { String($0.dropFirst(folder.count + 1)) }
    }
}
