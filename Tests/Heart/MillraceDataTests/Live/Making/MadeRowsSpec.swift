import MillraceData
import MillraceSignals
import MillraceSpecs
import Synchronization
import TestSupport

/// Rows that are made off the graph's domain: in virtual time, in which a test says when.
final class MadeRowsSpec: Spec {
    func testSpec() {
        describeOrder()
        describeChanges()
        describeLife()
    }

    private func describeOrder() {
        describe("rows that are made elsewhere") {
            it("are there when they have been made, slice by slice, none larger than 128 rows") {
                let scene = MakingScene(1_000)
                expect(scene.shown).to(beEmpty())
                scene.scheduler.run()
                expect(scene.shown).to(equal((0..<1_000).map { "\($0)" }))
                expect(scene.slices.max() ?? 0 <= 128).to(beTrue())
                expect(scene.slices.first).to(equal(4))
            }

            it("are made near the first element that is seen first, and outwards from there") {
                let scene = MakingScene(1_000, nearest: 500)
                scene.scheduler.run()
                expect(Set(scene.made.numbers.prefix(32))).to(equal(Set(496..<528)))
                // Each task has up to 64 in hand.
                let distances = scene.made.numbers.prefix(400).enumerated().map { abs($1 - 500) - $0 }
                expect(distances.max() ?? 0 <= 4 * 64).to(beTrue())
            }

            it("are made near another row, where that is seen meanwhile") {
                let scene = MakingScene(4_000)
                while scene.shown.count < 500 { scene.advanceOneRow() }
                let (before, bottom) = (scene.made.numbers.count, scene.shown.count - 1)
                scene.nearest.value = bottom
                scene.table.update { for number in 5_000..<5_100 { $0.insert(Item(number), at: 0) } }
                for _ in 0..<200 { scene.advanceOneRow() }
                let next = scene.made.numbers.dropFirst(before + 4 * 64).prefix(200)
                expect(next.count).to(equal(200))
                expect(next.contains { $0 >= 5_000 }).to(beFalse())
            }

            it("are delivered one by one where they take long, the nearest ones first, each made once") {
                let (scheduler, made) = (TestScheduler(), Numbers())
                let view = slowRows(on: scheduler, nearest: 20, made)
                var slices: [Int] = []
                keep(view.observeChanges { slices.append($0.changes?.count ?? 0) })
                for _ in 0..<3 { scheduler.advance(by: .milliseconds(50)) }
                expect(made.numbers.count).to(equal(12))
                expect(slices.filter { $0 > 0 }).to(equal(Array(repeating: 1, count: 12)))
                expect(made.numbers.map { abs($0 - 20) }.max() ?? 40 <= 12).to(beTrue(), description: "\(made.numbers)")
                scheduler.run()
                expect(made.numbers.sorted()).to(equal(Array(0..<40)))
                expect(view.value.map(\.id.number)).to(equal(Array(0..<40)))
            }

            for slice in [Duration.zero, .seconds(-1)] {
                it("are made one by one where a slice has no time at all: \(slice)") {
                    let scheduler = TestScheduler()
                    let table = Variable(Table((0..<20).map { Item($0) }))
                    let view = table.live().map(on: scheduler, slice: slice) { $0 }
                    var slices: [Int] = []
                    keep(view.observeChanges { slices.append($0.changes?.count ?? 0) })
                    for _ in 0..<200 where view.value.count < 20 { scheduler.advance() }
                    expect(view.value.map(\.id.number)).to(equal(Array(0..<20)))
                }
            }

            it("are made from the nearest one upwards where they stand above it") {
                let (scheduler, made) = (TestScheduler(), Numbers())
                let view = slowRows(on: scheduler, nearest: 39, made)
                keep(view.observeChanges { _ in })
                scheduler.run()
                expect(made.numbers.prefix(4).contains(38)).to(beTrue(), description: "\(made.numbers)")
                expect(view.value.map(\.id.number)).to(equal(Array(0..<40)))
            }

            it("are made by tasks of the priority that was asked for") {
                let (scheduler, priorities) = (TestScheduler(), Numbers())
                let table = Variable(Table((0..<3).map { Item($0) }))
                let view = table.live().map(on: scheduler, priority: .low) { item in
                    priorities.append(Int(Task.currentPriority.rawValue))
                    return item
                }
                keep(view.observeChanges { _ in })
                scheduler.run()
                expect(Set(priorities.numbers)).to(equal([Int(TaskPriority.low.rawValue)]))
            }

            it("are delivered more at a time where there is time, as many for an element as there are") {
                let (scheduler, table) = (TestScheduler(), Variable(Table((0..<400).map { Item($0) })))
                let made = Numbers()
                let view = table.live().flatMap(on: scheduler) { item in
                    made.append(item.id.number)
                    return (0..<6).map { Item(item.id.number * 6 + $0) }
                }
                var slices: [Int] = []
                keep(view.observeChanges { slices.append($0.changes?.count ?? 0) })
                scheduler.run()
                expect(slices.max()).to(equal(126))
                expect(made.numbers.sorted()).to(equal(Array(0..<400)))
                expect(view.value.map(\.id.number)).to(equal(Array(0..<2_400)))
            }

            it("are delivered fewer at a time where that takes longer than a slice") {
                let clock = BusyClock()
                let table = Variable(Table((0..<200).map { Item($0) }))
                var counts = [0]
                keep(
                    table.live().map(on: clock, slice: .milliseconds(2)) { $0 }.observeChanges { change in
                        let arrived = change.rows.count - counts[counts.count - 1]
                        counts.append(change.rows.count)
                        clock.spend(.milliseconds(arrived))
                    }
                )
                clock.scheduler.run()
                let slices = zip(counts.dropFirst(), counts).map(-).filter { $0 > 0 }
                expect(slices.first).to(equal(4))
                expect(slices.dropFirst().max()).to(equal(2))
                expect(counts.last).to(equal(200))
            }
        }
    }

    private func describeChanges() {
        describe("rows that are made elsewhere, while the elements change,") {
            it("stay until there are new ones, go where their element goes, and with it") {
                let scene = MakingScene(5)
                scene.scheduler.run()
                scene.table.update {
                    $0[id: Item.ID(1)]?.text = "new"
                    $0.move(Item.ID(4), to: 0)
                    $0.remove(id: Item.ID(2))
                    $0.append(Item(9))
                }
                expect(scene.shown).to(equal(["4", "0", "1", "3"]))
                scene.scheduler.run()
                expect(scene.shown).to(equal(["4", "0", "1new", "3", "9"]))
                expect(scene.made.numbers.prefix(5).sorted()).to(equal([0, 1, 2, 3, 4]))
                expect(scene.made.numbers.dropFirst(5)).to(equal([1, 9]))
            }

            it("are made for what has changed and nothing else, however much that is") {
                let scene = MakingScene(1_000)
                scene.scheduler.run()
                scene.table.update { for number in 300..<700 { $0[id: Item.ID(number)]?.text = "new" } }
                scene.table.value = Table(scene.table.value.reversed())
                scene.scheduler.run()
                expect(scene.made.numbers.count).to(equal(1_400))
                expect(scene.shown).to(equal((0..<1_000).reversed().map { 300..<700 ~= $0 ? "\($0)new" : "\($0)" }))
            }

            it("do not show what was made of a former value, nor of an element that is gone") {
                let scene = MakingScene(3)
                scene.scheduler.advance()
                scene.table.update {
                    $0[id: Item.ID(0)]?.text = "new"
                    $0.remove(id: Item.ID(1))
                }
                scene.scheduler.run()
                expect(scene.everShown).to(equal(["0new", "2"]))
            }

            it("are made anew with another setting, outwards, and the old ones stay until then") {
                let scene = MakingScene(400)
                scene.scheduler.run()
                let turns = scene.slices.count
                (scene.nearest.value, scene.width.value) = (200, 7)
                expect(scene.slices.count).to(equal(turns))
                while scene.made.numbers.count < 432 { scene.advanceOneRow() }
                expect(scene.shown[200]).to(equal("200/7"))
                expect(scene.shown.count).to(equal(400))
                expect(scene.shown[0]).to(equal("0"))
                expect(Set(scene.made.numbers[400..<432])).to(equal(Set(192..<224)))
                scene.scheduler.run()
                expect(scene.shown).to(equal((0..<400).map { "\($0)/7" }))
                expect(scene.made.numbers.count).to(equal(800))
            }
        }
    }

    private func describeLife() {
        describe("tasks that make rows") {
            it("end with the last observer, and begin anew with the next one") {
                let scene = MakingScene(1_000)
                scene.advanceOneRow()
                scene.observation?.cancel()
                let before = scene.made.numbers.count
                scene.scheduler.run()
                // Each had one row in hand.
                expect(scene.made.numbers.count - before <= 4).to(beTrue())
                expect(scene.view.value).to(beEmpty())
                scene.observe()
                scene.scheduler.run()
                expect(scene.shown.count).to(equal(1_000))
            }

            it("do not begin where rows are only read") {
                let scene = MakingScene(10, isObserved: false)
                expect(scene.view.value).to(beEmpty())
                scene.scheduler.run()
                expect(scene.made.numbers).to(beEmpty())
                scene.observe()
                scene.scheduler.run()
                expect(scene.shown.count).to(equal(10))
            }

            it("keep neither the view nor what makes the rows") {
                final class Maker: Sendable {}
                var maker: Maker? = Maker()
                weak let made = maker
                let (scheduler, table) = (TestScheduler(), Variable(Table((0..<100).map { Item($0) })))
                var observation: LiveObservation? = table.live().map(on: scheduler) { [maker] item in
                    withExtendedLifetime(maker) { item }
                }.observeChanges { _ in }
                scheduler.advance()
                maker = nil
                expect(made).notTo(beNil())
                observation?.cancel()
                observation = nil
                scheduler.run()
                expect(made).to(beNil())
            }
        }
    }
}

/// Forty rows, each of which takes longer than a task makes rows at a time.
private func slowRows(on scheduler: TestScheduler, nearest: Int, _ made: Numbers) -> LiveView<Item> {
    let table = Variable(Table((0..<40).map { Item($0) }))
    return table.live().map(on: scheduler, nearest: Observable(nearest)) { item in
        try? await scheduler.sleep(for: .milliseconds(50))
        made.append(item.id.number)
        return item
    }
}

/// Numbers that any thread appends to.
final class Numbers: Sendable {
    private let content = Mutex<[Int]>([])

    var numbers: [Int] { content.withLock { $0 } }

    func append(_ number: Int) { content.withLock { $0.append(number) } }
}

/// A table whose rows take a millisecond each to be made.
private final class MakingScene {
    let scheduler = TestScheduler()
    let made = Numbers()
    let width = Variable(0)
    let nearest: Variable<Int>
    let table: Variable<Table<Item>>
    private(set) var view: LiveView<MadeLine>!
    private(set) var observation: LiveObservation?

    private(set) var shown: [String] = []
    private(set) var everShown: Set<String> = []

    /// How many rows each delivery has changed.
    private(set) var slices: [Int] = []

    init(_ count: Int, nearest position: Int = 0, isObserved: Bool = true) {
        table = Variable(Table((0..<count).map { Item($0) }))
        nearest = Variable(position)
        let (scheduler, made) = (scheduler, made)
        view = table.live().map(on: scheduler, nearest: nearest, with: width) { item, width in
            made.append(item.id.number)
            try? await scheduler.sleep(for: .milliseconds(1))
            return MadeLine(item, width)
        }
        if isObserved { observe() }
    }

    func observe() {
        observation = view.observeChanges { [unowned self] change in
            shown = change.rows.map(\.text)
            everShown.formUnion(shown)
            if let changes = change.changes { slices.append(changes.count) }
        }
    }

    func advanceOneRow() { scheduler.advance(by: .milliseconds(1)) }
}

struct MadeLine: Identifiable, Equatable, Sendable {
    let id: Item.ID
    let text: String

    init(_ item: Item, _ width: Int) {
        id = item.id
        text = "\(item.id)\(item.text)\(width == 0 ? "" : "/\(width)")"
    }
}

/// A scheduler of virtual time, of which an observer can spend some.
private final class BusyClock: Scheduler {
    let scheduler = TestScheduler()
    private let spent = Mutex(Duration.zero)

    var now: Duration { scheduler.now + spent.withLock { $0 } }

    func spend(_ time: Duration) { spent.withLock { $0 += time } }

    func schedule(after delay: Duration, _ work: @escaping () -> Void) -> ScheduledWork {
        scheduler.schedule(after: delay, work)
    }

    func start(_ work: nonisolated(nonsending) @escaping () async -> Void) -> ScheduledWork { scheduler.start(work) }

    func post(_ work: @escaping @Sendable () -> Void) { scheduler.post(work) }

    func sleep(for duration: Duration) async throws { try await scheduler.sleep(for: duration) }
}
