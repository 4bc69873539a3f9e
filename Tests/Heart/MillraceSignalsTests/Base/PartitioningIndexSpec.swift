import MillraceBase
import MillraceSpecs

final class PartitioningIndexSpec: Spec {
    func testSpec() {
        it("is the first index of the second part, in any part of a list and of any size, in few steps") {
            for count in 0...33 {
                let list = Array(0..<count)[(count / 4)...]
                for first in (count / 4)...count {
                    var steps = 0
                    let index = list.partitioningIndex { element in
                        steps += 1
                        return element >= first
                    }
                    expect(index) == first
                    expect(steps) <= 6
                }
            }
        }
    }
}
