import MillraceBase
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Graphs of the main actor and of others, of which parts are released by detached tasks while they are used, and
/// owners without bags. Run under the thread sanitizer, too.
final class ReleaseProgramsConcurrentSpec: Spec {
    private actor Room {
        func run(_ program: @Sendable (isolated any Actor) async -> String?) async -> String? { await program(self) }
    }

    @MainActor func testSpec() async {
        describe("S4 random graphs, released by detached tasks while they are used") {
            it("leave nothing behind on the main actor") {
                await programs(of: "drops on the main actor") { dice in
                    await released(seed: dice.seed, MainActor.shared)
                }
            }

            it("leave nothing behind on other actors") {
                await programs(of: "drops on actors") { dice in
                    let seed = dice.seed
                    return await Room().run { await released(seed: seed, $0) }
                }
            }

            it("leave nothing behind where they are made elsewhere, and handed over") {
                await programs(of: "drops of what is handed over") { dice in
                    await handedOver(seed: dice.seed, count: dice.roll(1...4))
                }
            }
        }

        describe("S4 owners without bags") {
            it("are bounded while others come, and nothing is left of them in the end, on the main actor") {
                await programs(of: "owners on the main actor") { dice in await owners(seed: dice.seed, MainActor.shared)
                }
            }

            it("are bounded while others come, and nothing is left of them in the end, on other actors") {
                await programs(of: "owners on actors") { dice in
                    let seed = dice.seed
                    return await Room().run { await owners(seed: seed, $0) }
                }
            }
        }
    }
}

/// An object that observes for itself.
private final class Owner {
    var calls = 0
}

/// A graph of one isolation domain, and random things to hang below it.
private final class RandomModel {
    let (values, stop): (Emitter<Int>, Emitter<Void>)
    let (left, right): (Variable<Int>, Variable<Int>)
    private let dice: Dice
    private let living: LivingCount

    /// - Parameter home: Where it is known to live. What is only held, or read by a task, proves nothing.
    init(_ dice: Dice, _ living: LivingCount, in home: Home? = nil) {
        (self.dice, self.living) = (dice, living)
        (values, stop) = (Emitter(in: home), Emitter(in: home))
        (left, right) = (Variable(0, in: home), Variable(1, in: home))
    }

    func use(_ round: Int) {
        switch dice.roll(0..<4) {
        case 0: values.send(round)
        case 1: left.value = round
        case 2: stop.send()
        default:
            batch {
                left.value = round
                right.value = -round
            }
        }
    }

    /// A random signal. Some of its closures capture what they hang below.
    private func signal(_ depth: Int) -> Signal<Int> {
        if depth == 0 { return dice.once(in: 2) ? values : left.changes }
        let upstream = signal(depth - 1)
        switch dice.roll(0..<8) {
        case 0: return upstream.map(living.watching { [values] in $0 + (values.name ?? "").count })
        case 1: return upstream.scan(0, +)
        case 2: return upstream.prefix(until: stop)
        case 3: return merge(upstream, values.filter(living.watching { $0 & 1 == 0 }))
        case 4: return upstream.flatMapLatest(living.watching { [values, stop] _ in values.prefix(until: stop) })
        case 5: return upstream.withLatest(from: observable(depth - 1)).map { $0 + $1 }
        case 6: return upstream.removeDuplicates().prefix(20)
        default: return observable(depth - 1).changes
        }
    }

    private func observable(_ depth: Int) -> Observable<Int> {
        if depth == 0 { return dice.once(in: 2) ? left : right }
        let upstream = observable(depth - 1)
        switch dice.roll(0..<8) {
        case 6: return Observable(living.watching { [left] read in read(left) & 1 == 0 ? read(upstream) : 1 })
        case 7:
            let (other, below) = (observable(depth - 1), living.watching { $0 + 1 })
            return .select(living.watching { read in read(upstream) & 1 == 0 ? read(other) : read(other.map(below)) })
        case 0: return upstream.map(living.watching { [right] in $0 + (right.value & 1) })
        case 1: return combine(upstream, right, left).map { $0 + $1 - $2 }
        case 2: return upstream.flatMapLatest(living.watching { [left, right] in $0 & 1 == 0 ? left : right })
        case 3: return upstream.select { $0 / 2 }
        case 4: return upstream.scan(0) { $0 &+ $1 }
        default: return signal(depth - 1).hold(0)
        }
    }

    /// Something that lives for a while: a subscription, a bag, what is held.
    func something(_ isolation: isolated any Actor) -> AnyObject {
        let depth = dice.roll(0...3)
        switch dice.roll(0..<5) {
        case 0: return signal(depth).observe(living.watching { _ in })
        case 1: return observable(depth).observe(living.watching { _ in })
        case 2: return signal(depth).map(living.watching { $0 }).hold(0)
        case 3: return observable(depth).map(living.watching { $0 })
        default:
            let bag = SubscriptionBag()
            signal(depth).observe(living.watching { _ in }).store(in: bag)
            observable(depth).observe(living.watching { _ in }).store(in: bag)
            return bag
        }
    }

    /// Values that a task reads, or leaves unread.
    func read(_ isolation: isolated any Actor) -> Task<Void, Never> {
        let values = dice.once(in: 2) ? signal(dice.roll(0...2)).values : observable(dice.roll(0...2)).values
        let isRead = dice.once(in: 2)
        return Task.detached { if isRead { for await _ in values { if Task.isCancelled { break } } } }
    }

    func observe(for owner: Owner, _ isolation: isolated any Actor) {
        let depth = dice.roll(0...3)
        let count = living.watching { (owner: Owner) in owner.calls += 1 }
        if dice.once(in: 2) {
            signal(depth).observe(for: owner) { owner, _ in count(owner) }
        } else {
            observable(depth).observe(for: owner) { owner, _ in count(owner) }
        }
    }
}

/// What is still alive, when time enough has passed for it to go.
private func leftover(_ living: LivingCount, isolation: isolated (any Actor)? = #isolation) async -> String? {
    let isEmpty = await eventually { living.count == 0 }
    return isEmpty ? nil : "\(living.count) instances are still alive"
}

/// Uses a graph, parts of which are released by detached tasks meanwhile, and then lets go of it in the same way.
private func released(seed: UInt64, _ isolation: isolated any Actor) async -> String? {
    let living = LivingCount()
    var tasks: [Task<Void, Never>] = []
    do {
        let dice = Dice(seed)
        let model = RandomModel(dice, living, in: .of(isolation))
        var things: [AnyObject] = []
        for round in 0..<dice.roll(5...30) {
            switch dice.roll(0..<5) {
            case 0, 1: things.append(model.something(isolation))
            case 2 where !things.isEmpty:
                let thing = UncheckedTransfer(things.remove(at: dice.roll(0..<things.count)))
                tasks.append(Task.detached { withExtendedLifetime(thing) {} })
            case 3 where dice.once(in: 3): tasks.append(model.read(isolation))
            default: model.use(round)
            }
            if dice.once(in: 8) { await Task.yield() }
        }
        let rest = UncheckedTransfer(things + [model])
        let parts = dice.roll(1...2)
        for part in 0..<parts {
            let taken = UncheckedTransfer(rest.content.enumerated().filter { $0.offset % parts == part }.map(\.element))
            tasks.append(Task.detached { withExtendedLifetime(taken) {} })
        }
    }
    for task in tasks {
        task.cancel()
        await task.value
    }
    return await leftover(living)
}

/// Makes graphs elsewhere, which learn from an inlet where they belong, and hands them over while the main actor works
/// with others.
@MainActor
private func handedOver(seed: UInt64, count: Int) async -> String? {
    let living = LivingCount()
    let makers = (0..<count).map { index in
        Task.detached { made(seed: seed &+ UInt64(index) &* 1000, living) }
    }
    do {
        let dice = Dice(seed)
        let model = RandomModel(dice, living)
        for round in 0..<40 {
            model.observe(for: Owner(), MainActor.shared)
            model.use(round)
        }
    }
    for maker in makers {
        let model = await maker.value
        model.content.observe(for: Owner(), MainActor.shared)
        for round in 0..<10 { model.content.use(round) }
    }
    pruneReleased()
    return await leftover(living)
}

private func made(seed: UInt64, _ living: LivingCount) -> UncheckedTransfer<RandomModel> {
    let model = RandomModel(Dice(seed), living)
    let seen: (Int) -> Void = living.watching { _ in }
    model.values.observe(for: Owner(), isolation: nil) { _, value in seen(value) }
    _ = model.values.inlet(on: .main, isolation: nil)
    for round in 0..<2100 { model.use(round) }
    return UncheckedTransfer(model)
}

/// Has owners of random lifetimes observe, below chains that capture what they hang below.
private func owners(seed: UInt64, _ isolation: isolated any Actor) async -> String? {
    let (living, dice) = (LivingCount(), Dice(seed))
    // Each makes a few instances; so does what waits to be looked at.
    let limit = 400
    do {
        var owners: [Owner] = []
        for round in 0..<150 {
            let (model, owner) = (RandomModel(dice, living, in: .of(isolation)), Owner())
            model.observe(for: owner, isolation)
            if dice.once(in: 2) { model.use(round) }
            owners.append(owner)
            while owners.count > dice.roll(0...10) { owners.remove(at: dice.roll(0..<owners.count)) }
            if dice.once(in: 3), let owner = owners.popLast().map({ UncheckedTransfer($0) }) {
                Task.detached { withExtendedLifetime(owner) {} }
            }
            if living.count > limit { return "\(living.count) instances are alive after \(round) owners" }
        }
    }
    // As the last owners have gone, others come.
    for _ in 0..<3 {
        pruneReleased()
        await Task.yield()
    }
    let isEmpty = await eventually {
        pruneReleased(isolation: isolation)
        return living.count == 0
    }
    return isEmpty ? nil : "\(living.count) instances are still alive"
}
