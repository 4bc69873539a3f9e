#if os(macOS) || os(Linux)
import Foundation
import MillraceCache
import TestSupport
import Testing

/// The programmer's errors of caches.
@Suite struct CacheTrapTests {
    @Test func aNegativeCostIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Cache<Int, Int>(cost: { _ in -1 }).insert(1, for: 1)
        }
        expect(result, says: "Cache.insert: the cost is -1")
    }

    @Test func aNegativeByteLimitIsReported() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = DiskCache(folder: URL(fileURLWithPath: "/nowhere"), byteLimit: -1)
        }
        expect(result, says: "DiskCache.init: the byteLimit is -1")
    }
}
#endif
