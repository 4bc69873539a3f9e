import MillraceSpecs
import TestSupport

@testable import MillraceData

/// Sorting by numbers without a closure.
final class IndexSortSpec: Spec {
    func testSpec() {
        it("puts indices in the order of their keys, and leaves those of equal keys in theirs") {
            runPrograms(50) { random in
                let count = Int.random(in: 0..<70, using: &random)
                let keys = (0..<count).map { _ in Int64.random(in: -9...9, using: &random) }
                let expected = keys.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
                let found = ascendingOrder(of: keys)
                return found == expected ? nil : "\(keys): \(found) instead of \(expected)"
            }
        }
    }
}
