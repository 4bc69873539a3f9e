import MillraceData

extension EntityTable: Codable {
    private enum Keys: CodingKey {
        case schema, clock, entities
    }

    /// Decodes the schema and the server's records.
    ///
    /// - Throws: The errors of decoding.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        self.init(schema: try container.decode(EntitySchema.self, forKey: .schema))
        for entity in try container.decode([RecordDifference].self, forKey: .entities) {
            if let kind = entity.id?.kind, schema.types[kind] != nil { base.put([entity]) }
        }
        clock = try container.decode(UInt64.self, forKey: .clock)
        guard clock < 1 << 62 else {
            let problem = "EntityTable: the time is \(clock), which no table reaches."
            throw DecodingError.dataCorruptedError(forKey: .clock, in: container, debugDescription: problem)
        }
    }

    /// Encodes the schema and the server's records. O(n).
    ///
    /// Changes that wait are left out, since they are closures: keep their origins, such as the entries of an outbox,
    /// which show them again.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(schema, forKey: .schema)
        try container.encode(clock, forKey: .clock)
        let told = told
        try container.encode((0..<told.count).map(told.entity(at:)), forKey: .entities)
    }

    /// Creates a table with the knowledge of another table and another schema, such as that of a newer version of an
    /// app. O(n).
    ///
    /// Entities of kinds that the schema does not have are left out. Fields that the two schemas declare differently
    /// stay as they were received.
    public init(schema: EntitySchema, restoring other: EntityTable) {
        self.init(schema: schema)
        (base, clock) = (other.confirmed.base, other.clock)
        for record in base.table where schema.types[record.id.kind] == nil { base.forget(record.id) }
    }

    /// This table without the changes that wait. A confirmed change waits for none of them then, and counts as the
    /// server's.
    var confirmed: EntityTable {
        if layers.isEmpty { return self }
        var confirmed = self
        for layer in layers.table where layer.isPending { confirmed.layers.remove(layer.change) }
        confirmed.fold()
        return confirmed
    }
}

extension EntityTable: CustomReflectable {
    /// A mirror of the entities that are known and the changes that wait, for digests, differences and debuggers.
    public var customMirror: Mirror {
        let entities = base.table.map { record in
            (id: record.id.description, isDeleted: record.isDeleted, fields: base.fields(of: record))
        }
        return Mirror(
            self,
            children: [
                "entities": entities,
                "pendingChanges": pendingChanges.map(\.number),
                "clock": clock,
            ]
        )
    }
}

extension EntityTable: CustomStringConvertible {
    /// How many entities are known, and how many changes wait.
    public var description: String {
        let waiting = pendingChanges.count
        return "\(count) entities" + (waiting == 0 ? "" : ", \(waiting) changes wait")
    }
}
