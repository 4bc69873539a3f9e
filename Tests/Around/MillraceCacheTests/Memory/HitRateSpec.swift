import MillraceSpecs
import XCTest

@testable import MillraceCache

/// What W-TinyLFU and plain LRU answer from memory on the same traces, in percent, beside the best that is possible.
/// The rates are the same in each process; the guide quotes them.
final class HitRateSpec: Spec {
    private let rates: [String: (frequentlyUsed: Double, leastRecentlyUsed: Double, best: Double)] = [
        "zipf": (52.3, 45.5, 65.3),
        "zipf, a small cache": (30.8, 19.2, 39.9),
        "zipf with scans": (26.1, 19.0, 32.3),
        "loop, larger than the cache": (60.4, 0.0, 65.8),
        "a hot set that shifts": (63.3, 60.4, 75.9),
        "a feed that is scrolled": (62.5, 62.4, 77.6),
        "the last ones only": (56.1, 66.6, 66.6),
    ]

    func testSpec() {
        describe("the hit rate") {
            for trace in Trace.all {
                it("of \(trace.name) is what the guide says") {
                    let rates = try XCTUnwrap(self.rates[trace.name])
                    expect(trace.hitRate(.frequentlyUsed)).to(beCloseTo(rates.frequentlyUsed, within: 0.2))
                    expect(trace.hitRate(.leastRecentlyUsed)).to(beCloseTo(rates.leastRecentlyUsed, within: 0.2))
                    expect(trace.bestHitRate).to(beCloseTo(rates.best, within: 0.2))
                }
            }
        }
    }
}
