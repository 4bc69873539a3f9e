/// What is known of one entity: the fields that were told, each with the time at which it was asked for.
struct EntityRecord: Identifiable, Hashable, Sendable {
    let id: EntityID

    /// Whether the server has said that the entity is gone. Then it has no fields.
    private(set) var isDeleted = false

    /// The fields that are known. The values are in the order of their numbers.
    private(set) var known = FieldSet()
    private(set) var values: ContiguousArray<FieldValue> = []

    /// The time of all fields, and of the record itself, if they have the same.
    private(set) var time: UInt64

    /// The times of the fields, parallel to the values, if they differ.
    private var times: ContiguousArray<UInt64> = []

    /// When it was deleted last; 0 if it never was. What was told before is gone, also if it exists again.
    private var deletion: UInt64 = 0

    /// When it was told of or observed last.
    var lastUse: UInt64

    init(id: EntityID, time: UInt64) {
        self.id = id
        self.time = time
        lastUse = time
    }

    /// Makes room for so many fields, if there are none yet.
    mutating func reserve(_ count: Int) {
        if values.isEmpty { values.reserveCapacity(count) }
    }

    /// The value of a field; nil if it is not known.
    subscript(number: Int) -> FieldValue? { known.contains(number) ? values[known.rank(of: number)] : nil }

    /// The time of a field; nil if it is not known.
    func time(of number: Int) -> UInt64? {
        guard known.contains(number) else { return nil }
        return times.isEmpty ? time : times[known.rank(of: number)]
    }

    /// Sets a field that was told at a time, unless a later one is known. Returns whether the value is another.
    mutating func set(_ number: Int, to value: FieldValue, at now: UInt64) -> Bool {
        let rank = known.rank(of: number)
        guard known.contains(number) else {
            if now < deletion { return false }
            if now != time || !times.isEmpty { makeTimes(inserting: now, at: rank) }
            known.insert(number)
            values.insert(value, at: rank)
            return true
        }
        if now < (times.isEmpty ? time : times[rank]) { return false }
        if now != time || !times.isEmpty {
            if times.isEmpty { times = ContiguousArray(repeating: time, count: values.count) }
            times[rank] = now
        }
        if values[rank] == value { return false }
        values[rank] = value
        return true
    }

    private mutating func makeTimes(inserting now: UInt64, at rank: Int) {
        if values.isEmpty {
            time = now
            return
        }
        if times.isEmpty { times = ContiguousArray(repeating: time, count: values.count) }
        times.insert(now, at: rank)
    }

    /// Notes that all fields were told at the same time, which needs less memory.
    mutating func uniteTimes() {
        guard let first = times.first, times.allSatisfy({ $0 == first }) else { return }
        time = first
        times = []
    }

    /// The latest time at which anything was told.
    var latest: UInt64 { max(time, times.max() ?? 0) }

    /// Marks the entity as deleted, unless something later is known. Returns whether it was not.
    mutating func delete(at now: UInt64) -> Bool {
        if now < latest { return false }
        let wasDeleted = isDeleted
        replace(at: now)
        (isDeleted, deletion) = (true, now)
        return !wasDeleted
    }

    /// Makes a deleted entity one that exists, if what is told is later. Returns whether it exists now.
    mutating func revive(at now: UInt64) -> Bool {
        guard isDeleted else { return true }
        if now < time { return false }
        let deletion = deletion
        replace(at: now)
        self.deletion = deletion
        return true
    }

    private mutating func replace(at now: UInt64) {
        let use = lastUse
        self = EntityRecord(id: id, time: now)
        lastUse = use
    }

    /// Two records are equal if the same is known of the same entity, whenever it was told.
    static func == (left: EntityRecord, right: EntityRecord) -> Bool {
        left.id == right.id && left.isDeleted == right.isDeleted && left.known == right.known
            && left.values == right.values
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(isDeleted)
        hasher.combine(known)
        hasher.combine(values)
    }
}

extension EntityRecord {
    /// About the number of bytes that it takes.
    var byteCount: Int { values.reduce(160 + id.key.utf8.count) { $0 + 24 + $1.byteCount } }
}
