import MillraceSpecs
import TestSupport

@testable import MillraceData

/// The labels that wait, as ranges of them.
final class LabelRangesSpec: Spec {
    func testSpec() {
        describe("ranges of labels") {
            it("are a set of them, in which the nearest element is found") {
                runPrograms(300) { random in
                    var (ranges, plain) = (LabelRanges(), Set<UInt64>())
                    let elements = (UInt64(0)..<60).filter { _ in Bool.random(using: &random) }
                    let tree = Tree<UInt64, Int>(ascending: ContiguousArray(elements.map { .init($0, 0) }))
                    for step in 0..<60 {
                        change(&ranges, &plain, &random)
                        if let problem = problem(of: ranges, as: plain, tree, elements) {
                            return "step \(step): \(problem)"
                        }
                    }
                    return nil
                }
            }
        }
    }
}

private func change(_ ranges: inout LabelRanges, _ plain: inout Set<UInt64>, _ random: inout SeededGenerator) {
    let (one, other) = (UInt64.random(in: 0..<60, using: &random), UInt64.random(in: 0..<60, using: &random))
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
        ranges = .all
        plain = Set(0..<60)
    case 1, 2:
        ranges.insert(one)
        plain.insert(one)
    case 3:
        let labels = (UInt64(0)..<60).filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
        ranges.insert(ContiguousArray(labels))
        plain.formUnion(labels)
    default:
        ranges.remove(min(one, other), through: max(one, other))
        plain.subtract(min(one, other)...max(one, other))
    }
}

/// How ranges differ from a set of labels; nil if they do not.
private func problem(
    of ranges: LabelRanges,
    as plain: Set<UInt64>,
    _ tree: Tree<UInt64, Int>,
    _ elements: [UInt64]
) -> String? {
    for label in UInt64(0)..<60 where ranges.contains(label) != plain.contains(label) { return "\(label) is wrong" }
    let waiting = elements.indices.filter { plain.contains(elements[$0]) }
    for label in UInt64(0)...60 {
        var copy = ranges
        let after = copy.first(atOrAfter: label, of: tree)?.position
        if after != waiting.first(where: { elements[$0] >= label }) {
            return "after \(label): \(String(describing: after))"
        }
        let before = copy.last(before: label, of: tree)?.position
        if before != waiting.last(where: { elements[$0] < label }) {
            return "before \(label): \(String(describing: before))"
        }
        if copy.count(atMost: 7, of: tree) != min(7, waiting.count) { return "the number is not \(waiting.count)" }
    }
    return nil
}
