import Foundation
import MillraceBase
import MillraceStorage

/// The calls of one run to a simulated disk. Once it has ended, they do nothing any more.
struct SimulatedCalls: Sendable {
    private let disk: Locked<DiskState>
    private let run: Int

    init(_ disk: Locked<DiskState>, run: Int) { (self.disk, self.run) = (disk, run) }

    var fileSystem: FileSystem {
        var calls = FileSystem.system
        addQuestions(to: &calls)
        calls.open = { path, flags, _ in
            call { state in
                state.names[path] == nil && flags & O_CREAT != 0 ? "create \(FileTitle(path).text)" : nil
            } _: {
                $0.open(path, flags)
            } ?? -1
        }
        calls.close = { descriptor in
            _ = call(counts: false) { state in
                guard let file = state.open.removeValue(forKey: descriptor) else { return }
                if state.claims[file] == descriptor { state.claims[file] = nil }
            }
        }
        calls.claim = { descriptor in
            call { state in
                guard let file = state.open[descriptor] else { return -1 }
                errno = EWOULDBLOCK
                guard state.claims[file] ?? descriptor == descriptor else { return -1 }
                state.claims[file] = descriptor
                return 0
            } ?? -1
        }
        calls.write = { descriptor, bytes, offset in
            call {
                "write \($0.title(descriptor))"
            } halved: {
                _ = $0.write(Array(bytes.prefix(bytes.count / 2)), at: Int(offset), to: descriptor)
            } _: {
                $0.write(Array(bytes), at: Int(offset), to: descriptor)
            } ?? -1
        }
        calls.truncate = { descriptor, size in
            call {
                "truncate \($0.title(descriptor))"
            } _: {
                $0.truncate(descriptor, to: Int(size))
            } ?? -1
        }
        calls.synchronize = { descriptor in
            call { state in
                state.file(descriptor).flatMap { $0.pieces.isEmpty ? nil : "synchronize \(state.title(descriptor))" }
            } _: {
                $0.synchronize(descriptor)
            } ?? -1
        }
        calls.synchronizeFolder = { folder in
            call { state in
                state.hasNameChanges(in: folder) ? "synchronize the names in \(FileTitle(folder).text)" : nil
            } _: {
                $0.synchronizeNames(in: folder)
            } ?? -1
        }
        calls.rename = { old, new in
            call { state in
                state.names[old].map { _ in "rename \(FileTitle(old).text) to \(FileTitle(new).text)" }
            } halved: {
                // One that fails may have been done nonetheless, as over a network.
                _ = $0.rename(old, new)
            } _: {
                $0.rename(old, new)
            } ?? -1
        }
        calls.unlink = { path in
            call { state in
                state.names[path].map { _ in "remove \(FileTitle(path).text)" }
            } _: {
                $0.unlink(path)
            } ?? -1
        }
        return calls
    }

    /// The calls that change nothing.
    private func addQuestions(to calls: inout FileSystem) {
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
        calls.writeTimeAndSize = { path in
            call(counts: false) { state in
                state.names[path].flatMap { state.files[$0] }.map { ($0.lastWrite, $0.bytes.count) }
            } ?? nil
        }
        calls.read = { descriptor, target, offset in
            call { state in
                guard let bytes = state.file(descriptor)?.bytes else { return -1 }
                let part = bytes[min(Int(offset), bytes.count)...].prefix(target.count)
                target.copyBytes(from: part)
                return part.count
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
        calls.draftName = { disk.withLock { $0.nextDraft() } }
        calls.randomNumber = { disk.withLock { $0.numbers.next() } }
    }

    /// Makes a call, unless it fails.
    ///
    /// - Parameters:
    ///   - counts: Whether it is one of those that are counted, and fail.
    ///   - words: What it changes; nil if nothing.
    ///   - halved: Does a half of it.
    ///   - body: Does it.
    private func call<Result>(
        counts: Bool = true,
        _ words: (DiskState) -> String? = { _ in nil },
        halved: (inout DiskState) -> Void = { _ in },
        _ body: (inout DiskState) -> Result
    ) -> Result? {
        let isLast = counts && isLast(words)
        return disk.withLock { state in
            errno = EIO
            if state.run != run || state.isStopped { return nil }
            if counts {
                state.calls += 1
                if isLast || state.behaviour.callsLeft == 0 {
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

    /// Asks whether the run ends in a call, without the lock: who is asked may use the disk.
    private func isLast(_ words: (DiskState) -> String?) -> Bool {
        let question = disk.withLock { state -> (ask: @Sendable (String) -> Bool, words: String)? in
            guard let ask = state.onWrite, state.run == run, !state.isStopped else { return nil }
            return words(state).map { (ask, $0) }
        }
        return question.map { $0.ask($0.words) } ?? false
    }
}

extension DiskState {
    fileprivate func file(_ descriptor: Int32) -> SimulatedFile? { open[descriptor].flatMap { files[$0] } }

    /// What a file is called in words.
    fileprivate func title(_ descriptor: Int32) -> String {
        let file = open[descriptor]
        return names.filter { $0.value == file }.keys.min().map { FileTitle($0).text } ?? "a file without a name"
    }

    fileprivate mutating func nextDraft() -> String {
        repeat { draft += 1 } while names.keys.contains { $0.hasSuffix("/.\(draft)\(FileTitle.draft)") }
        return "\(draft)"
    }

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
        let file = add()
        changeNames([(name, file)])
        return open(file)
    }

    private mutating func open(_ file: Int) -> Int32 {
        descriptor += 1
        open[descriptor] = file
        return descriptor
    }

    fileprivate mutating func write(_ bytes: [UInt8], at offset: Int, to descriptor: Int32) -> Int {
        guard let file = open[descriptor] else { return -1 }
        let isLock = names.contains { $0.value == file && $0.key.hasSuffix("/lock") }
        if let there = files[file], offset != there.bytes.count, !isLock {
            violations.append("a write at \(offset) of a file of \(there.bytes.count) bytes")
        }
        let count = min(bytes.count, behaviour.room)
        if count > 0 {
            write += 1
            files[file]?.write(Array(bytes.prefix(count)), at: offset)
            files[file]?.lastWrite = write
        }
        if behaviour.room != .max { behaviour.room -= count }
        errno = ENOSPC
        return count > 0 ? count : -1
    }

    fileprivate mutating func truncate(_ descriptor: Int32, to size: Int) -> Int32 {
        guard let file = open[descriptor] else { return -1 }
        files[file]?.truncate(to: size)
        return 0
    }

    fileprivate mutating func synchronize(_ descriptor: Int32) -> Int32 {
        guard let file = open[descriptor] else { return -1 }
        let fails = one(in: behaviour.failedSynchronizations)
        files[file]?.settle(fails ? .anything : .nothing, &random)
        errno = EIO
        return fails ? -1 : 0
    }

    fileprivate mutating func synchronizeNames(in folder: String) -> Int32 {
        errno = EIO
        if one(in: behaviour.failedSynchronizations) { return -1 }
        keepNames(in: folder)
        return 0
    }

    fileprivate mutating func rename(_ old: String, _ new: String) -> Int32 {
        errno = ENOENT
        guard let file = names[old] else { return -1 }
        if names[new] != nil { violations.append("\(new) was replaced") }
        changeNames([(old, nil), (new, file)])
        return 0
    }

    fileprivate mutating func unlink(_ path: String) -> Int32 {
        errno = ENOENT
        guard names[path] != nil else { return -1 }
        changeNames([(path, nil)])
        return 0
    }
}
