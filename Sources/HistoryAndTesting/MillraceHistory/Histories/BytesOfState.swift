import Foundation
import MillraceData

/// Returns how many bytes a state uses in addition to those that it shares with another: see ``HistoryLimit/bytes``.
///
/// - Complexity: O(fields); of a container only a few elements are inspected. O(k log n) for a table of n elements with
///   k changes.
func bytesOfState(_ state: Any, notSharedWith other: Any) -> Int {
    func inlineSize<State>(_ state: State) -> Int { MemoryLayout<State>.size }
    return hasSameContent(state, other) ? 0 : inlineSize(state) + storageBytes(of: state, besides: other)
}

/// The size of the header of a storage.
private let headerBytes = 32

/// The number of elements that represent all.
private let sampleCount = 8

/// Returns the bytes behind a value that it does not share with another.
private func storageBytes(of value: Any, besides other: Any?) -> Int {
    if let other, hasSameContent(value, other) { return 0 }
    if let value = value as? any VersionSharing { return value.bytesNotShared(with: other, behind: storageBytes) }
    if type(of: value) is AnyObject.Type { return 0 }
    let others = other.map { Mirror(reflecting: $0).children.map(\.value) } ?? []
    return Mirror(reflecting: value).children.enumerated().reduce(0) { sum, child in
        let other = others.indices.contains(child.offset) ? others[child.offset] : nil
        return sum + storageBytes(of: child.element.value, besides: other)
    }
}

/// Returns whether two values have the same bits, and so share everything behind them.
private func hasSameContent(_ value: Any, _ other: Any) -> Bool {
    func open<Value>(_ value: Value) -> Bool { (other as? Value).map { haveSameBits(value, $0) } ?? false }
    return open(value)
}

/// Returns the bytes behind `count` elements, estimated from a few of them.
private func sampledBytes(_ count: Int, _ bytesBehind: (Int) -> Int) -> Int {
    let sampled = min(count, sampleCount)
    guard sampled > 0 else { return 0 }
    let sum = (0..<sampled).reduce(0) { $0 + bytesBehind($1 * count / sampled) }
    return sum * count / sampled
}

extension Array: VersionSharing {
    package func bytesNotShared(with other: Any?, behind: (_ value: Any, _ counterpart: Any?) -> Int) -> Int {
        if capacity == 0 { return 0 }
        let own = headerBytes + capacity * MemoryLayout<Element>.stride
        if _isPOD(Element.self) { return own }
        let others = other as? [Element] ?? []
        return own
            + sampledBytes(count) { index in
                behind(self[index], index < others.count ? others[index] : nil)
            }
    }
}

extension Dictionary: VersionSharing {
    package func bytesNotShared(with other: Any?, behind: (_ value: Any, _ counterpart: Any?) -> Int) -> Int {
        if capacity == 0 { return 0 }
        let own = headerBytes + capacity * (MemoryLayout<Key>.stride + MemoryLayout<Value>.stride)
        let others = other as? [Key: Value] ?? [:]
        let entries = Array(prefix(sampleCount))
        let ofEntries = entries.reduce(0) { $0 + behind($1.value, others[$1.key]) }
        return own + (entries.isEmpty ? 0 : ofEntries * count / entries.count)
    }
}

extension Set: VersionSharing {
    package func bytesNotShared(with other: Any?, behind: (_ value: Any, _ counterpart: Any?) -> Int) -> Int {
        capacity == 0 ? 0 : headerBytes + capacity * MemoryLayout<Element>.stride
    }
}

extension FamilyStates: VersionSharing {
    package func bytesNotShared(with other: Any?, behind: (_ value: Any, _ counterpart: Any?) -> Int) -> Int {
        let former = other as? FamilyStates ?? FamilyStates([])
        return difference(from: former).reduce(0) { sum, member in
            let shared = former.members[id: member.key]?.state
            return sum + headerBytes + behind(member.state, shared) + MemoryLayout<Member>.stride
        }
    }
}

extension String: VersionSharing {
    package func bytesNotShared(with other: Any?, behind: (_ value: Any, _ counterpart: Any?) -> Int) -> Int {
        utf8.count > 15 ? headerBytes + utf8.count : 0
    }
}

extension Data: VersionSharing {
    package func bytesNotShared(with other: Any?, behind: (_ value: Any, _ counterpart: Any?) -> Int) -> Int {
        count > 14 ? headerBytes + count : 0
    }
}
