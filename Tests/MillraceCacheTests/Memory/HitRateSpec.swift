import Foundation
import MillraceSpecs

@testable import MillraceCache

/// What W-TinyLFU and plain LRU answer from memory on the same traces. The rates are the same in each process.
final class HitRateSpec: Spec {
    func testSpec() {
        it("table") {
            for trace in Trace.all {
                let rates = [EvictionPolicy.frequentlyUsed, .leastRecentlyUsed].map { String(format: "%5.1f", trace.hitRate($0)) }
                print(rates.joined(separator: " "), String(format: "%5.1f", trace.bestHitRate), trace.name)
            }
        }
    }
}
