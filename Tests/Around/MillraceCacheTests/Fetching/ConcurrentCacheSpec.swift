import Foundation
import MillraceBase
import MillraceSignals
import MillraceSpecs

@testable import MillraceCache

/// Many threads use one cache. What each sees must be possible; the thread sanitizer looks at the rest.
final class ConcurrentCacheSpec: Spec {
    func testSpec() {
        describe("a cache that many tasks use") {
            it("has only values that belong to their keys, within its limits") {
                let folder = TemporaryFolder()
                let notes = Notes()
                let disk = CacheDisk<Int, String>(await folder.open(byteLimit: 50_000, notes), name: { "\($0)" }) {
                    Data($0.utf8)
                } decode: {
                    String(decoding: $0, as: UTF8.self)
                }
                let cache = Cache<Int, String>(
                    countLimit: 20,
                    cost: \.utf8.count,
                    disk: disk
                )
                let seed = Seed.current.value
                await withTaskGroup(of: Void.self) { group in
                    for task in 0..<8 {
                        group.addTask {
                            var random = SeededGenerator(seed: seed &+ UInt64(task))
                            for _ in 0..<300 { await use(cache, &random, notes) }
                        }
                    }
                }
                try await cache.flush()
                expect(notes.all).to(beEmpty())
                expect(cache.statistics.count) <= 20
            }
        }

        describe("a fetch whose callers are cancelled on other threads") {
            it("ends, and nobody is left waiting") {
                let cache = Cache<Int, Int>()
                for round in 0..<200 {
                    let tasks = (0..<4).map { _ in
                        Task.detached {
                            try await cache.value(for: round) {
                                for _ in 0..<20 { await Task.yield() }
                                try Task.checkCancellation()
                                return round
                            }
                        }
                    }
                    for task in tasks.dropFirst(round % 5) { task.cancel() }
                    for task in tasks {
                        if case .success(let value) = await task.result { expect(value) == round }
                    }
                    if round % 5 == 4 { expect(cache[round]) == round }
                }
                expect(cache.state.withLock { $0.flights.count }) == 0
            }
        }
    }
}

/// Does something at random. Notes a value that belongs to another key.
private func use(_ cache: Cache<Int, String>, _ random: inout SeededGenerator, _ notes: Notes) async {
    let key = Int.random(in: 0..<60, using: &random)
    func check(_ value: String?) {
        if let value, !value.hasPrefix("\(key):") { notes.add("\(key) has \(value)") }
    }
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<5: check(try? await cache.value(for: key) { "\(key): fetched" })
    case 5: check(await cache.value(for: key))
    case 6, 7: check(cache[key])
    case 8, 9: cache.insert("\(key): inserted", for: key)
    case 10: cache.remove(key)
    default: if Int.random(in: 0..<20, using: &random) == 0 { cache.removeAll() }
    }
}
