import MillraceBase

/// Elements that a task makes one after the other, and which of them are still to come.
@usableFromInline
struct MakingOrder: Sendable {
    /// The most elements: each has a bit of ``open``.
    @usableFromInline static var most: Int { 64 }

    @usableFromInline let number: UInt64
    @usableFromInline let task: Int

    /// The labels, which ascend.
    @usableFromInline let labels: ContiguousArray<UInt64>

    /// Whether the last one is made first, since it is the nearest.
    @usableFromInline let beginsAtEnd: Bool

    /// A bit for each that is still to come, and not out of date.
    private var open: UInt64

    @usableFromInline
    init(_ number: UInt64, _ task: Int, _ labels: ContiguousArray<UInt64>, beginsAtEnd: Bool) {
        (self.number, self.task, self.labels, self.beginsAtEnd) = (number, task, labels, beginsAtEnd)
        open = .max >> UInt64(Self.most - labels.count)
    }

    /// Whether nothing comes any more that is not out of date.
    @usableFromInline var isDone: Bool { open == 0 }

    /// The labels that are still to come, and not out of date.
    @usableFromInline var rest: ContiguousArray<UInt64> {
        ContiguousArray(labels.indices.lazy.filter { open & 1 << $0 != 0 }.map { labels[$0] })
    }

    /// Notes that the product for a label has come, or is out of date. Returns whether it was still to come.
    @usableFromInline
    mutating func close(_ label: UInt64) -> Bool {
        let index = labels.partitioningIndex { $0 >= label }
        guard index < labels.count, labels[index] == label, open & 1 << index != 0 else { return false }
        open &= ~(1 << index)
        return true
    }

    /// Notes that the products for some labels are out of date.
    @usableFromInline
    mutating func close(where isOutdated: (UInt64) -> Bool) {
        for index in labels.indices where isOutdated(labels[index]) { open &= ~(1 << index) }
    }
}
