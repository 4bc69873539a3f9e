/// The record of one entity: its known fields, each with the time at which it was asked for.
struct EntityRecord: Identifiable, Hashable, Sendable {
    let id: EntityID

    /// Whether the server has said that the entity is gone, and has sent nothing of it since. Then it has no fields.
    private(set) var isDeleted = false

    /// The fields that are known. The values are in the order of their numbers.
    private(set) var known = FieldSet()
    private(set) var values: ContiguousArray<FieldValue> = []

    /// The time of all fields, and of the record itself, if they have the same.
    private(set) var time: UInt64

    /// The times of the fields, parallel to the values, if they differ.
    private var times: ContiguousArray<UInt64> = []

    /// When it was deleted last; 0 if it never was. Fields of an earlier time are gone, also if it exists again.
    private(set) var deletion: UInt64 = 0

    /// When it was received or observed last.
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

    /// Sets a field that was received at a time, unless a later one is known, or a later deletion.
    mutating func set(_ number: Int, to value: FieldValue, at now: UInt64) {
        let rank = known.rank(of: number)
        guard known.contains(number) else {
            if now < deletion { return }
            if now != time || !times.isEmpty { makeTimes(inserting: now, at: rank) }
            known.insert(number)
            values.insert(value, at: rank)
            return
        }
        if now < (times.isEmpty ? time : times[rank]) { return }
        if now != time || !times.isEmpty {
            if times.isEmpty { times = ContiguousArray(repeating: time, count: values.count) }
            times[rank] = now
        }
        // An equal value stays, with the copies that share its memory.
        if values[rank] != value { values[rank] = value }
    }

    private mutating func makeTimes(inserting now: UInt64, at rank: Int) {
        if values.isEmpty {
            time = now
            return
        }
        if times.isEmpty { times = ContiguousArray(repeating: time, count: values.count) }
        times.insert(now, at: rank)
    }

    /// Notes that all fields have the same time, which needs less memory.
    mutating func uniteTimes() {
        guard let first = times.first, times.allSatisfy({ $0 == first }) else { return }
        time = first
        times = []
    }

    /// The latest time of any field.
    var latest: UInt64 { times.max() ?? time }

    /// Notes that the entity was deleted at a time: fields up to that time are gone, and later ones stay.
    mutating func delete(at now: UInt64) {
        if now < deletion { return }
        deletion = now
        if latest > now { return keepFields(since: now) }
        (known, values, times, time) = (FieldSet(), [], [], now)
        isDeleted = true
    }

    /// Makes a deleted entity one that exists, if the news is later. Returns whether it exists now.
    mutating func revive(at now: UInt64) -> Bool {
        guard isDeleted else { return true }
        if now < deletion { return false }
        (isDeleted, time) = (false, now)
        return true
    }

    /// Drops the fields up to a time.
    private mutating func keepFields(since end: UInt64) {
        let fields = zip(known.numbers, zip(values, times)).filter { $1.1 > end }
        if fields.count == times.count { return }
        known = FieldSet()
        for (number, _) in fields { known.insert(number) }
        values = ContiguousArray(fields.map(\.1.0))
        times = ContiguousArray(fields.map(\.1.1))
        uniteTimes()
    }

    /// Two records are equal if the same fields of the same entity are known, whatever their times.
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
    /// A field that is known.
    struct Field {
        let number: Int
        let value: FieldValue
        var time: UInt64
    }

    /// The fields that are known, in the order of their numbers.
    var fields: [Field] {
        zip(known.numbers, values.indices).map { number, rank in
            Field(number: number, value: values[rank], time: times.isEmpty ? time : times[rank])
        }
    }

    /// Creates the record that has exactly these parts.
    ///
    /// - Parameters:
    ///   - fields: The fields, in the order of their numbers.
    ///   - time: The time of a record without fields.
    init(id: EntityID, isDeleted: Bool, fields: [Field], time: UInt64, deletion: UInt64, lastUse: UInt64) {
        (self.id, self.isDeleted, self.time, self.deletion, self.lastUse) = (id, isDeleted, time, deletion, lastUse)
        for field in fields { known.insert(field.number) }
        values = ContiguousArray(fields.map(\.value))
        times = ContiguousArray(fields.map(\.time))
        uniteTimes()
    }

    /// Whether an equal record was also told, deleted and used at the same times.
    func hasTimes(of other: EntityRecord) -> Bool {
        if deletion != other.deletion || lastUse != other.lastUse { return false }
        if values.isEmpty || times.isEmpty && other.times.isEmpty { return time == other.time }
        return values.indices.allSatisfy { rank in
            (times.isEmpty ? time : times[rank]) == (other.times.isEmpty ? other.time : other.times[rank])
        }
    }
}
