import Foundation
import MillraceBase
import MillraceStorage

/// The calls of one process to a simulated disk. Once it has ended, they do nothing any more.
struct SimulatedCalls: Sendable {
    private let disk: SimulatedDisk
    private let boot: Int

    init(_ disk: SimulatedDisk, boot: Int) { (self.disk, self.boot) = (disk, boot) }

    var calls: FileCalls {
        var calls = FileCalls()
        calls.open = { path, flags, _ in call { $0.open(path, flags) } ?? -1 }
        calls.close = { descriptor in
            _ = call(counts: false) { state in
                if let file = state.open.removeValue(forKey: descriptor) { state.claimed.remove(file) }
            }
        }
        calls.claim = { descriptor in
            call { state in
                guard let file = state.open[descriptor] else { return -1 }
                errno = EWOULDBLOCK
                return state.claimed.insert(file).inserted ? 0 : -1
            } ?? -1
        }
        calls.size = { descriptor in call { $0.file(descriptor)?.bytes.count ?? -1 } ?? -1 }
        calls.identity = { descriptor in
            call(counts: false) { $0.open[descriptor].map { FileIdentity(number: UInt64($0)) } } ?? nil
        }
        calls.identityAtPath = { path in
            call(counts: false) { state in
                errno = ENOENT
                return state.names[path].map { FileIdentity(number: UInt64($0)) }
            } ?? nil
        }
        // Of a file that is not changed.
        calls.changeTime = { path in call(counts: false) { $0.names[path].map { UInt64($0) } } ?? nil }
        calls.read = { descriptor, target, offset in
            call { state in
                guard let bytes = state.file(descriptor)?.bytes else { return -1 }
                let part = bytes[min(Int(offset), bytes.count)...].prefix(target.count)
                target.copyBytes(from: part)
                return part.count
            } ?? -1
        }
        calls.write = { descriptor, bytes, offset in
            call(halved: { _ = $0.write(Array(bytes.prefix(bytes.count / 2)), at: Int(offset), to: descriptor) }) {
                $0.write(Array(bytes), at: Int(offset), to: descriptor)
            } ?? -1
        }
        calls.synchronize = { descriptor in call { $0.synchronize(descriptor) } ?? -1 }
        calls.synchronizeFolder = { _ in call { $0.synchronizeNames() } ?? -1 }
        calls.rename = { old, new in
            // One that fails may have been done nonetheless, as over a network.
            call(halved: { _ = $0.rename(old, new) }) { $0.rename(old, new) } ?? -1
        }
        calls.unlink = { path in
            call { state in
                errno = ENOENT
                guard state.names[path] != nil else { return -1 }
                state.changeNames([(path, nil)])
                return 0
            } ?? -1
        }
        calls.makeFolder = { _, _ in
            errno = EEXIST
            return -1
        }
        calls.names = { folder in
            call { state in
                let paths = state.names.keys.filter { $0.hasPrefix(folder + "/") }
                return Set(paths.compactMap { $0.dropFirst(folder.count + 1).split(separator: "/").first })
                    .map(String.init).sorted()
            }
        }
        return calls
    }

    /// Makes a call, unless it fails.
    private func call<Result>(
        counts: Bool = true,
        halved: (inout SimulatedDisk.State) -> Void = { _ in },
        _ body: (inout SimulatedDisk.State) -> Result
    ) -> Result? {
        disk.state.withLock { state in
            errno = EIO
            if state.boot != boot || state.isStopped { return nil }
            if counts {
                state.calls += 1
                if state.behaviour.callsLeft == 0 {
                    halved(&state)
                    state.isStopped = true
                    return nil
                }
                state.behaviour.callsLeft -= 1
                let isChosen = state.behaviour.failingCall == state.calls - 1
                if isChosen || state.one(in: state.behaviour.failures) {
                    if isChosen || state.one(in: 2) { halved(&state) }
                    errno = EIO
                    return nil
                }
            }
            return body(&state)
        }
    }
}

extension SimulatedDisk.State {
    fileprivate func file(_ descriptor: Int32) -> SimulatedFile? { open[descriptor].flatMap { files[$0] } }

    fileprivate mutating func open(_ name: String, _ flags: Int32) -> Int32 {
        if let there = names[name] {
            errno = EEXIST
            if flags & O_EXCL != 0 { return -1 }
            return open(there)
        }
        errno = ENOENT
        if flags & O_CREAT == 0 { return -1 }
        errno = ENOSPC
        if behaviour.room <= 0 { return -1 }
        number += 1
        files[number] = SimulatedFile()
        changeNames([(name, number)])
        return open(number)
    }

    private mutating func open(_ file: Int) -> Int32 {
        number += 1
        open[Int32(number)] = file
        return Int32(number)
    }

    fileprivate mutating func write(_ bytes: [UInt8], at offset: Int, to descriptor: Int32) -> Int {
        guard let file = open[descriptor] else { return -1 }
        let isLock = names.contains { $0.value == file && $0.key.hasSuffix("/lock") }
        if let there = files[file], offset != there.bytes.count, !isLock {
            violations.append("a write at \(offset) of a file of \(there.bytes.count) bytes")
        }
        let count = min(bytes.count, behaviour.room)
        if count > 0 { files[file]?.write(Array(bytes.prefix(count)), at: offset) }
        if behaviour.room != .max { behaviour.room -= count }
        errno = ENOSPC
        return count > 0 ? count : -1
    }

    fileprivate mutating func synchronize(_ descriptor: Int32) -> Int32 {
        guard let file = open[descriptor] else { return -1 }
        let fails = one(in: behaviour.failedSynchronizations)
        files[file]?.settle(fails ? .anything : .nothing, &random)
        errno = EIO
        return fails ? -1 : 0
    }

    fileprivate mutating func synchronizeNames() -> Int32 {
        errno = EIO
        if one(in: behaviour.failedSynchronizations) { return -1 }
        keep(nameChanges)
        nameChanges = []
        return 0
    }

    fileprivate mutating func rename(_ old: String, _ new: String) -> Int32 {
        errno = ENOENT
        guard let file = names[old] else { return -1 }
        if names[new] != nil { violations.append("\(new) was replaced") }
        changeNames([(old, nil), (new, file)])
        return 0
    }
}
