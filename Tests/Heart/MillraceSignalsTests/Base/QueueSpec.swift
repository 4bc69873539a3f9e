import MillraceBase
import MillraceSpecs
import TestSupport

final class QueueSpec: Spec {
    func testSpec() {
        it("a queue hands out what an array would") {
            runPrograms(20) { random in
                var (queue, array) = (Queue<Int>(), [Int]())
                for number in 0..<60 {
                    switch Int.random(in: 0..<5, using: &random) {
                    case 0, 1:
                        queue.append(number)
                        array.append(number)
                    case 2:
                        queue.prepend(number)
                        array.insert(number, at: 0)
                    default:
                        let first = queue.popFirst()
                        if first != (array.isEmpty ? nil : array.removeFirst()) { return "\(first as Any) comes" }
                    }
                    if queue.elements != array || queue.first != array.first || queue.count != array.count {
                        return "\(queue.elements) instead of \(array)"
                    }
                }
                return nil
            }
        }
    }
}
