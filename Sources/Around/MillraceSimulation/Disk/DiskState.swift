import MillraceBase

/// All that a simulated disk knows.
struct DiskState: Sendable {
    typealias NameChange = [(name: String, file: Int?)]

    var random: SplitMix64
    /// The numbers that logs ask for, apart from the others, which do not depend on how many there were.
    var numbers: SplitMix64
    var files: [Int: SimulatedFile] = [:]
    var names: [String: Int] = [:]
    var mediumNames: [String: Int] = [:]
    /// Changes of names that are not on the medium: nil takes one away.
    var nameChanges: [NameChange] = []

    // MARK: The run

    var run = 0
    var isStopped = false
    var calls = 0
    var behaviour = DiskBehaviour()
    var onWrite: (@Sendable (String) -> Bool)?
    /// The open files by their descriptors.
    var open: [Int32: Int] = [:]
    /// The descriptors by which files are claimed.
    var claims: [Int: Int32] = [:]
    /// What no log may do.
    var violations: [String] = []

    // MARK: The last numbers

    var file = 0
    var descriptor: Int32 = 0
    var draft = 0
    var write = 0

    init(seed: UInt64) { (random, numbers) = (SplitMix64(seed: seed), SplitMix64(seed: ~seed)) }

    mutating func start(_ behaviour: DiskBehaviour) {
        (open, claims, isStopped, self.behaviour) = ([:], [:], false, behaviour)
        (calls, run) = (0, run + 1)
    }

    mutating func one(in count: Int?) -> Bool { count.map { Int.random(in: 0..<$0, using: &random) == 0 } ?? false }

    // MARK: Names

    mutating func changeNames(_ change: NameChange) {
        for (name, file) in change { names[name] = file }
        nameChanges.append(change)
    }

    mutating func keep(_ changes: some Sequence<NameChange>) {
        for change in changes { for (name, file) in change { mediumNames[name] = file } }
    }

    func hasNameChanges(in folder: String) -> Bool {
        nameChanges.contains { $0.contains { FileTitle($0.name).isIn(folder) } }
    }

    /// Puts the names of a folder on the medium. With a name come its former changes, in whatever folder they began.
    mutating func keepNames(in folder: String) {
        var (kept, left): ([NameChange], [NameChange]) = ([], [])
        var names: Set<String> = []
        for change in nameChanges.reversed() {
            if change.contains(where: { names.contains($0.name) || FileTitle($0.name).isIn(folder) }) {
                names.formUnion(change.map(\.name))
                kept.append(change)
            } else {
                left.append(change)
            }
        }
        keep(kept.reversed())
        nameChanges = left.reversed()
    }

    /// Makes a file that is on the medium, and returns its number.
    mutating func add(_ bytes: [UInt8] = []) -> Int {
        file += 1
        files[file] = SimulatedFile(bytes: bytes, medium: bytes)
        return file
    }

    // MARK: A power failure

    mutating func failPower(_ loss: PowerLoss) {
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

    var isSynchronized: Bool {
        names == mediumNames && nameChanges.isEmpty
            && names.values.allSatisfy { files[$0].map { $0.bytes == $0.medium } ?? true }
    }
}
