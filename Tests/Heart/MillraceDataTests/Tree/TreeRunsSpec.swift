import MillraceSpecs
import TestSupport

@testable import MillraceData

/// Entries that are inserted as a run between two keys.
final class TreeRunsSpec: Spec {
    func testSpec() {
        describe("a tree") {
            it("takes runs of entries as it takes them one by one, and copies stay as they are") {
                runPrograms(200) { random in
                    let sizes = NodeSizes(
                        leaf: Int.random(in: 6...9, using: &random),
                        fan: Int.random(in: 6...8, using: &random)
                    )
                    var (tree, plain) = (Tree<Int, String>(sizes: sizes), [Int: String]())
                    for step in 0..<40 {
                        let (copy, former) = (tree, plain)
                        insertRun(step, into: &tree, &plain, &random)
                        if Int.random(in: 0..<4, using: &random) == 0 {
                            for key in plain.keys.sorted().prefix(Int.random(in: 0...20, using: &random)) {
                                plain[key] = nil
                                tree.remove(key)
                            }
                        }
                        for (tree, plain) in [(copy, former), (tree, plain)] {
                            if let problem = tree.problem() { return "step \(step): \(problem)" }
                            let entries = tree.map { "\($0.key)\($0.value)" }
                            if entries != plain.sorted(by: { $0.key < $1.key }).map({ "\($0.key)\($0.value)" }) {
                                return "step \(step): \(entries)"
                            }
                        }
                    }
                    return nil
                }
            }
        }
    }
}

/// Inserts a run behind a random key, as long as there is room before the next one.
private func insertRun(
    _ step: Int,
    into tree: inout Tree<Int, String>,
    _ plain: inout [Int: String],
    _ random: inout SeededGenerator
) {
    let keys = plain.keys.sorted()
    let index = Int.random(in: -1..<keys.count, using: &random)
    let low = index < 0 ? -1_000_000 : keys[index]
    let high = index + 1 < keys.count ? keys[index + 1] : 1_000_000
    let count = min(high - low - 1, Int.random(in: 0...40, using: &random))
    guard count > 0 else { return }
    let distance = max(1, (high - low) / (count + 1))
    let run = ContiguousArray((1...count).map { low + $0 * distance })
    tree.insert(run) { "\(step).\($0)" }
    for (index, key) in run.enumerated() { plain[key] = "\(step).\(index)" }
}
