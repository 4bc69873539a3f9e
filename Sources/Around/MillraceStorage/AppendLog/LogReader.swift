import Foundation

/// Reads a log: the newest whole snapshot, and the tails behind it.
struct LogReader {
    /// The findings about a tail.
    private struct Tail {
        let name: LogFileName
        /// Nil if it is damaged or missing.
        let header: LogHeader?
        /// The first record that a later tail makes void.
        var end = UInt64.max
    }

    private struct Damage: Error { let finding: LogFinding }

    /// An error of those to whom entries are delivered.
    private struct Refusal: Error { let error: any Error }

    private let folder: LogFolder
    private let claim: LogClaim
    private let body: (LogEntry) throws -> Void
    private(set) var contents = LogContents()
    /// Where the last file that was read ends, or is damaged.
    private var end: (file: String, offset: Int)?

    init(_ folder: LogFolder, _ claim: LogClaim, _ body: @escaping (LogEntry) throws -> Void) {
        (self.folder, self.claim, self.body) = (folder, claim, body)
    }

    mutating func read(_ policy: LogDamagePolicy) throws {
        do {
            let (files, leftBehind) = try folder.names()
            contents.findings = leftBehind.map { finding(.leftBehind, folder.path(of: $0), 0) }
            let snapshots = files.filter { $0.kind == .snapshot }.sorted { $0.place > $1.place }
            var tails = try files.filter { $0.kind == .tail }.sorted { $0.place < $1.place }
                .map { name in Tail(name: name, header: try header(of: name)) }
            if let missing = missingTail(tails, snapshots) { tails.append(missing) }
            let places = files.map(\.place) + tails.map(\.name.place)
            contents.place(behind: places + leftBehind.compactMap(Self.place(ofLeftBehind:)))
            contents.lastKept = tails.last { $0.header?.isBehindDamage ?? true }?.name.place
            let base = try readSnapshot(snapshots)
            tails.removeAll { $0.name.place.generation < base }
            try setEnds(&tails)
            for tail in tails { try read(tail) }
            if contents.noted > contents.last, let end { throw damage(end.file, end.offset) }
            if claim.isNew, !files.isEmpty { throw damage(claim.path, 0) }
        } catch let damage as Damage {
            if policy == .refuse { throw AppendLogError.damaged(damage.finding) }
            contents.findings.append(damage.finding)
            contents.forgetBehindDamage()
        } catch let refusal as Refusal {
            throw refusal.error
        } catch let error as FileError {
            throw AppendLogError.file(error)
        }
    }

    private func header(of name: LogFileName) throws -> LogHeader? {
        switch LogHeader.find(in: try folder.read(name, count: LogHeader.size), of: name) {
        case .header(let header): return header
        case .damaged: return nil
        case .newer: throw AppendLogError.newerFormat(file: folder.path(of: name.text))
        }
    }

    /// The newest tail, if it is known to have been there: it was noted, or a snapshot is not begun without one.
    private func missingTail(_ tails: [Tail], _ snapshots: [LogFileName]) -> Tail? {
        let known = [claim.newest, snapshots.first?.place].compactMap(\.self).max()
        guard let known, tails.last.map({ $0.name.place < known }) ?? true else { return nil }
        return Tail(name: LogFileName(.tail, known), header: nil)
    }

    private static func place(ofLeftBehind name: String) -> LogPlace? {
        LogFileName(String(name.dropLast(LogFolder.damagedSuffix.count)))?.place
    }

    // MARK: The snapshot

    /// Reads the newest whole snapshot, and returns its generation.
    private mutating func readSnapshot(_ names: [LogFileName]) throws -> UInt64 {
        for name in names {
            let file = folder.path(of: name.text)
            guard let header = try header(of: name) else {
                note(damage: file, 0)
                continue
            }
            let bytes = try folder.read(name)
            var scanner = RecordScanner(bytes, header)
            if !scanner.isWholeSnapshot() {
                note(damage: file, scanner.offset)
            } else {
                scanner = RecordScanner(bytes, header)
                while case .record(let head, let payload) = scanner.next() {
                    if head.kind == .piece { try deliver(.snapshot(Data(payload))) }
                }
                contents.begin(with: header, size: bytes.count)
                end = (file, bytes.count)
                return name.place.generation
            }
        }
        return 0
    }

    private mutating func note(damage file: String, _ offset: Int) {
        if end == nil { end = (file, offset) }
        contents.findings.append(finding(.damaged, file, offset))
    }

    // MARK: The tails

    /// Finds the void records of each tail.
    private func setEnds(_ tails: inout [Tail]) throws {
        var end = UInt64.max
        for index in tails.indices.reversed() {
            tails[index].end = end
            if let header = tails[index].header {
                end = min(end, header.sequence)
            } else {
                // The records that it makes void are not known, but none was on the medium.
                var noted = contents.noted
                for tail in tails[..<index] { noted = max(noted, try latestNote(in: tail)) }
                end = min(end, noted + 1)
            }
        }
    }

    private func latestNote(in tail: Tail) throws -> UInt64 {
        guard let header = tail.header else { return 0 }
        return max(header.sequence - 1, RecordScanner(try folder.read(tail.name), header).latestNote())
    }

    private mutating func read(_ tail: Tail) throws {
        let file = folder.path(of: tail.name.text)
        // All of it is void, or was read.
        if contents.last + 1 >= tail.end { return }
        guard let header = tail.header else { throw damage(file, 0) }
        if header.sequence > contents.last + 1 { throw damage(end?.file ?? file, end?.offset ?? 0) }
        contents.note(header.sequence - 1)
        var scanner = RecordScanner(try folder.read(tail.name), header)
        defer {
            end = (file, scanner.offset)
            contents.tails.append((tail.name.place, scanner.size))
        }
        while scanner.nextSequence < tail.end {
            switch scanner.next() {
            case .record(let head, let payload):
                if head.kind == .record, head.sequence > contents.last {
                    let payload = Data(payload)
                    try deliver(.record(sequence: head.sequence, payload))
                    contents.add(payload)
                }
                contents.note(head.synced)
            case .end: return
            case .bad:
                let sequence = scanner.nextSequence
                // A later tail begins behind the records on the medium.
                let isOver = tail.end == .max && max(contents.noted, scanner.latestNote()) < sequence
                if !isOver { throw damage(file, scanner.offset) }
                contents.findings.append(finding(.torn, file, scanner.offset))
                return
            }
        }
    }

    private func deliver(_ entry: LogEntry) throws {
        do { try body(entry) } catch { throw Refusal(error: error) }
    }

    private func damage(_ file: String, _ offset: Int) -> Damage { Damage(finding: finding(.damaged, file, offset)) }

    private func finding(_ kind: LogFinding.Kind, _ file: String, _ offset: Int) -> LogFinding {
        LogFinding(kind: kind, file: file, offset: offset, sequence: contents.last + 1)
    }
}

extension RecordScanner {
    /// Whether this is a snapshot from beginning to end.
    fileprivate mutating func isWholeSnapshot() -> Bool {
        while true {
            guard case .record(let head, _) = next() else { return false }
            if head.kind == .end { return offset == size }
        }
    }
}
