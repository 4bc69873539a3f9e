import MillraceBase
import MillraceCache
import MillraceSignals
import MillraceSpecs
import MillraceTesting
import TestSupport

/// Random programs in which what a cache calls, and what its values do when they are released, uses the cache, changes its
/// limits, and releases it.
///
/// See `Documentation/Contributing/Reentrance.md` for the lists.
final class ReentrantCacheProgramsSpec: Spec {
    func testSpec() {
        it("what a cache calls, and the ends of its values, may use, change and release it") {
            runPrograms(400) { random in
                let (living, world) = (LivingCount(), World(random))
                world.living = living
                let problem = world.run()
                random = world.random
                return problem ?? (living.count == 0 ? nil : "\(living.count) values are left")
            }
        }
    }
}

/// A value, which may act when it is released.
private final class Holder: Sendable {
    let key: Int
    private let captures: [any AnyObject & Sendable]

    init(_ key: Int, _ captures: [any AnyObject & Sendable]) { (self.key, self.captures) = (key, captures) }
}

/// What a program has, and what it does with it.
///
/// `@unchecked Sendable` is safe: fetches run when the scheduler is turned, on the one thread of the spec.
private final class World: @unchecked Sendable {
    var random: SeededGenerator
    var living = LivingCount()
    private let scheduler = TestScheduler()
    private var budget = 0
    private var problem: String?
    private var cache: Cache<Int, Holder>?
    private var works: [ScheduledWork] = []

    private struct Failure: Error {}

    init(_ random: SeededGenerator) { self.random = random }

    func run() -> String? {
        for _ in 0..<10 where problem == nil {
            budget = 25
            for _ in 0..<5 { act() }
            scheduler.advance(by: .seconds(draw(3)))
        }
        budget = 0
        replace(\.works, by: [])
        scheduler.run()
        replace(\.cache, by: nil)
        return problem
    }

    private func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    /// Replaces a value, and releases the former one when the access is over, since that may act.
    private func replace<Value>(_ place: ReferenceWritableKeyPath<World, Value>, by other: Value) {
        let former = self[keyPath: place]
        self[keyPath: place] = other
        withExtendedLifetime(former) {}
    }

    // MARK: Code of the user

    private func called() {
        while budget > 0, draw(2) == 0 {
            budget -= 1
            act()
        }
    }

    private func makeHolder(_ key: Int) -> Holder {
        let counted = living.instance()
        return Holder(key, draw(2) == 0 ? [counted] : [counted, OnDeinit { [weak self] in self?.called() }])
    }

    private func check(_ holder: Holder?, _ key: Int) {
        if let holder, holder.key != key { problem = problem ?? "\(key) has the value of \(holder.key)" }
    }

    // MARK: Acting

    private func act() {
        guard let cache else { return makeCache() }
        let key = draw(6)
        switch draw(16) {
        case 0, 1, 2: cache.insert(makeHolder(key), for: key)
        case 3: cache.insert(makeHolder(key), for: key, ageLimit: .seconds(1))
        case 4: check(cache[key], key)
        case 5: cache.remove(key)
        case 6: draw(2) == 0 ? cache.removeAll() : cache.removeAllFromMemory()
        case 7: cache.countLimit = draw(5)
        case 8: cache.costLimit = draw(8)
        case 9: check(cache[key], key)
        case 10: if draw(4) == 0 { replace(\.cache, by: nil) }
        case 11:
            let work = works.isEmpty ? nil : works.remove(at: draw(works.count))
            work?.cancel()
        default: fetch(key, from: cache)
        }
        let statistics = cache.statistics
        if budget == 0, let limit = cache.countLimit, statistics.count > limit {
            problem = problem ?? "there are \(statistics.count) values, and \(limit) are allowed"
        }
    }

    private func makeCache() {
        replace(
            \.cache,
            by: Cache(
                countLimit: draw(2) == 0 ? 4 : nil,
                costLimit: 8,
                clock: scheduler,
                cost: { [weak self] _ in
                    self?.called()
                    return 2
                },
                onEviction: { [weak self] eviction in
                    self?.check(eviction.value, eviction.key)
                    self?.called()
                }
            )
        )
    }

    private func fetch(_ key: Int, from cache: Cache<Int, Holder>) {
        works.append(
            scheduler.start { [weak self] in
                let value = try? await cache.value(for: key) { [weak self] in
                    guard let self else { throw Failure() }
                    called()
                    try await scheduler.sleep(for: .seconds(draw(3)))
                    called()
                    if draw(5) == 0 { throw Failure() }
                    return makeHolder(key)
                }
                self?.check(value, key)
                self?.called()
            }
        )
    }
}
