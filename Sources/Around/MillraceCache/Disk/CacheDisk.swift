public import Foundation
import MillraceSignals

/// The disk layer of a ``Cache``: where the values are written, under which names, and how they become data.
///
/// ```swift
/// let folder = DiskCache(folder: caches.appendingPathComponent("pictures"), byteLimit: 200_000_000)
/// let disk = CacheDisk<URL, Picture>(folder, name: \.absoluteString) { picture in
///     try picture.pngData()
/// } decode: { data in
///     try Picture(pngData: data)
/// }
/// ```
///
/// Values are encoded on the queue of the ``DiskCache``, one at a time, and decoded in the task that looks one up:
/// never on the actor of a caller. Several caches may share one `DiskCache`, if their names differ; `removeAll` of one
/// of them then removes the data of all of them. The layer keeps the `DiskCache` alive.
public struct CacheDisk<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    let records: DiskCache

    private let name: @Sendable (Key) -> String
    private let encode: @Sendable (Value) throws -> Data
    private let decode: @Sendable (Data) throws -> Value

    /// Creates a disk layer.
    ///
    /// - Parameters:
    ///   - records: Where the data is.
    ///   - name: The name of a key. Each key must have another name, which is the same in every run of the program.
    ///   - encode: Turns a value into data. An error is reported to the `onFailure` of `records`, and the value stays
    ///     in memory only.
    ///   - decode: Turns data into a value. An error is reported to `onFailure`, and the look-up is a miss.
    public init(
        _ records: DiskCache,
        name: @escaping @Sendable (Key) -> String,
        encode: @escaping @Sendable (Value) throws -> Data,
        decode: @escaping @Sendable (Data) throws -> Value
    ) {
        self.records = records
        (self.name, self.encode, self.decode) = (name, encode, decode)
    }
}

extension CacheDisk where Value == Data {
    /// Creates a disk layer for data.
    public init(_ records: DiskCache, name: @escaping @Sendable (Key) -> String) {
        self.init(records, name: name, encode: { $0 }, decode: { $0 })
    }
}

extension CacheDisk where Value: Codable {
    /// Creates a disk layer that keeps values as JSON.
    public init(json records: DiskCache, name: @escaping @Sendable (Key) -> String) {
        self.init(
            records,
            name: name,
            encode: { try JSONEncoder().encode($0) },
            decode: { try JSONDecoder().decode(Value.self, from: $0) }
        )
    }
}

extension CacheDisk {
    /// Encodes and writes a value, later. If that fails the former value is gone as well: it is out of date.
    func insert(_ value: Value, for key: Key, ageLimit: Duration?) {
        records.enqueue { records in
            let name = self.name(key)
            do {
                let data = try encode(value)
                try? records.change { try $0.put(data, for: name, ageLimit: ageLimit) }
            } catch {
                records.report(.notEncoded(key: name, reason: "\(error)"))
                try? records.change { try $0.remove(name) }
            }
        }
    }

    func remove(_ key: Key) {
        records.enqueue { records in try? records.change { try $0.remove(name(key)) } }
    }

    func removeAll() {
        records.enqueue { records in try? records.change { try $0.removeAll() } }
    }

    /// Reads and decodes a value. Nil if there is none; failures are reported.
    func value(for key: Key) async -> (value: Value, remaining: Duration?)? {
        let name = name(key)
        guard let record = await records.record(for: name) else { return nil }
        do {
            return (try decode(record.data), record.remaining)
        } catch {
            records.report(.notDecoded(key: name, reason: "\(error)"))
            return nil
        }
    }
}
