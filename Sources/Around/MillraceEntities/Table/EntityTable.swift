import MillraceData
import MillraceSignals

/// A point in the time of a table of entities. Take one when a request is sent, and pass it to `merge` with the answer.
///
/// An answer that arrives late then does not overwrite the answers of later requests.
public struct EntityTicket: Hashable, Sendable, Codable {
    let time: UInt64
}

/// All that is known of entities, field by field, with one record for each entity, whatever answers it came in.
///
/// ```swift
/// struct State {
///     var entities = EntityTable(schema: schema)
///     var feed: [EntityID] = []
/// }
///
/// state.feed = try state.entities.merge(response.body, as: .many("pin"))
/// ```
///
/// It is a value that is stored in a store's state and changed by its handlers. A copy is O(1), an old version never
/// changes, and a change costs O(log n) even if an old version is kept, so recordings, replays and time travel include
/// it. Leave it out of undo, because the server does not hear of an old version that is restored: make undo an edit of
/// its own.
///
/// Read it by projections, which are any `Decodable` types. See ``read(_:_:)``, and ``Entities`` for observing a
/// projection.
public struct EntityTable: Sendable {
    /// Which objects are entities, and which fields refer to others.
    public let schema: EntitySchema

    /// The server's records.
    var base = EntityRecords()

    /// The changes that are not folded into the base, oldest first.
    var layers = EntityLayers()

    /// The identities that temporary ones have become, while there are layers that may still know these.
    var renamed: [EntityID: EntityID] = [:]

    /// The time: the number of things that happened.
    var clock: UInt64 = 0

    /// Creates a table that knows nothing.
    public init(schema: EntitySchema) { self.schema = schema }

    /// The number of entities of which something is known or which are known to be deleted. O(1).
    public var count: Int { base.table.count }

    /// Takes a ticket for a request that is sent now. O(1).
    public mutating func ticket() -> EntityTicket {
        clock += 1
        return EntityTicket(time: clock)
    }
}

// MARK: - Merging

extension EntityTable {
    /// Merges an answer.
    ///
    /// A field that the answer does not contain stays as it is: absent means "not known". A field that is null becomes
    /// null. An entity within another is stored once, and referred to. If an entity occurs more than once, the copies
    /// are merged in the order in which they begin. Objects that are not entities are replaced as a whole. Merging the
    /// same answer twice has the same result as merging it once.
    ///
    /// - Parameters:
    ///   - answer: The answer: JSON.
    ///   - shape: The shape of the answer: one entity, many, or an object whose fields contain them.
    ///   - ticket: The ticket taken when the request was sent. Without one, the answer counts as the newest.
    ///   - version: The version of the one entity that the answer is made of, where the answer says it outside its
    ///     body: see ``EntityAnswer/init(_:as:in:version:nullIfAbsent:)``.
    ///   - omitted: The fields that the server leaves out if they are null. Those that are absent become null.
    /// - Returns: The entities that the answer is made of, in their order, without those within others.
    /// - Throws: ``EntityError``, with its place in the answer. Then nothing has changed.
    /// - Complexity: O(m log n) for m fields.
    @discardableResult
    public mutating func merge(
        _ answer: some Sequence<UInt8>,
        as shape: EntityField,
        ticket: EntityTicket? = nil,
        version: String? = nil,
        nullIfAbsent omitted: [EntityKind: [String]] = [:]
    ) throws(EntityError) -> [EntityID] {
        merge(try EntityAnswer(reading: try FieldValue(json: answer), shape, schema, version, omitted), ticket: ticket)
    }

    /// Merges a value that encodes itself in the form of an answer. See ``merge(_:as:ticket:version:nullIfAbsent:)``.
    ///
    /// - Throws: ``EntityError``, also if the value cannot be encoded. Then nothing has changed.
    @discardableResult
    public mutating func merge(
        encoding value: some Encodable,
        as shape: EntityField,
        ticket: EntityTicket? = nil
    ) throws(EntityError) -> [EntityID] {
        let value = try ValueEncoder.encode(value, dates: schema.dates)
        return merge(try EntityAnswer(reading: value, shape, schema), ticket: ticket)
    }

    /// Merges an answer that was read before. See ``merge(_:as:ticket:version:nullIfAbsent:)``.
    ///
    /// Of an answer that was read by another schema, such as one in an old recording, the entities of kinds that this
    /// table does not have are left out.
    ///
    /// - Returns: The entities that the answer is made of, in their order, without those within others.
    /// - Complexity: O(m log n) for m fields.
    @discardableResult
    public mutating func merge(_ answer: EntityAnswer, ticket: EntityTicket? = nil) -> [EntityID] {
        clock += 1
        apply(answer.copies.filter { schema.types[$0.id.kind] != nil }, at: ticket?.time ?? clock)
        return answer.entities.filter { schema.types[$0.kind] != nil }
    }

    /// Merges the copies of an answer, and brings the changes that wait up to date.
    mutating func apply(_ copies: [EntityCopy], at time: UInt64) {
        if layers.isEmpty {
            for copy in copies { apply(copy, at: time) }
            return settle(EntityChanges(since: self))
        }
        var changes = EntityChanges(since: self)
        changes.add(copies.lazy.map(\.id))
        for copy in copies {
            apply(copy, at: time)
            supersede(copy, at: time, &changes)
        }
        settle(changes)
    }

    /// Notes that the server has deleted an entity, which is then no longer unknown. O(log n).
    ///
    /// Fields from before are gone; later ones stay. Lists that refer to it are read without it. It exists again when a
    /// later answer contains it.
    ///
    /// - Parameters:
    ///   - id: The identity of the entity. Its kind must be in the schema.
    ///   - ticket: The ticket taken when the request was sent. Without one, the deletion counts as the newest.
    public mutating func delete(_ id: EntityID, ticket: EntityTicket? = nil) {
        _ = schema.type(of: id.kind)
        clock += 1
        let time = ticket?.time ?? clock
        var changes = EntityChanges(since: self)
        changes.add([id])
        base.change(id, at: time) { record, _ in record.delete(at: time) }
        supersede(id, deletedAt: time, &changes)
        settle(changes)
    }

    /// Merges one copy of an entity into the base.
    mutating func apply(_ copy: EntityCopy, at time: UInt64) {
        let now = clock
        base.change(copy.id, at: time) { record, names in
            record.lastUse = now
            guard record.revive(at: time) else { return }
            record.reserve(copy.fields.count)
            var number = -1
            for field in copy.fields {
                number = names.add(field.name, likely: number + 1)
                record.set(number, to: field.value, at: time)
            }
            record.uniteTimes()
        }
    }
}
