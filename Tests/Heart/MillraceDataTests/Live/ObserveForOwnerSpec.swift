import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

final class ObserveForOwnerSpec: Spec {
    private final class Screen {
        var log: [String] = []
    }

    private actor Feed {
        private let table = Variable(Table([Item(1), Item(2)]))
        private(set) var log: [String] = []

        func start() {
            table.live().observeChanges(for: self) { feed, change in feed.log.append("\(change.rows.count)") }
            table.live().grouped(by: \.rank).observeSectionChanges(for: self) { feed, change in
                feed.log.append("sections \(change.sections.count)")
            }
        }

        func play() { table.update { $0.append(Item(3, rank: 1)) } }
    }

    func testSpec() {
        describe("an observer of changes with an owner") {
            it("is told with its owner, as long as that lives, and does not keep it") {
                let table = Variable(Table((0..<3).map { Item($0) }))
                var screen: Screen? = Screen()
                table.live().filter { $0.rank == 0 }.observeChanges(for: screen!) { screen, change in
                    if case .update(_, let changes) = change { screen.log.append("\(changes)") }
                }
                table.update { $0.append(Item(3)) }
                table.update { $0.append(Item(4, rank: 1)) }
                expect(screen?.log).to(equal(["+[3]"]))
                weak let observed = screen
                screen = nil
                expect(observed).to(beNil())
                table.update { $0.append(Item(5)) }
            }

            it("is told of sections") {
                let table = Variable(Table((0..<3).map { Item($0) }))
                let screen = Screen()
                table.live().grouped(by: \.rank).observeSectionChanges(for: screen) { screen, change in
                    if case .update(_, let changes) = change { screen.log.append("\(changes.insertions)") }
                }
                table.update { $0.append(Item(3)) }
                expect(screen.log).to(equal(["[0.3]"]))
            }

            it("may be an actor, in whose isolation it is told") {
                let feed = Feed()
                await feed.start()
                await feed.play()
                await expect { await feed.log }.to(equal(["2", "sections 1", "3", "sections 2"]))
            }
        }

        describe("an observation in a bag") {
            it("lasts as long as the bag, and ends with it") {
                let table = Variable(Table((0..<3).map { Item($0) }))
                let bag = SubscriptionBag()
                var told: [Int] = []
                // The view is kept by nothing else.
                table.live().filter { $0.rank == 0 }.observeChanges { told.append($0.rows.count) }.store(in: bag)
                table.update { $0.append(Item(3)) }
                bag.cancelAll()
                table.update { $0.append(Item(4)) }
                expect(told).to(equal([3, 4]))
            }
        }
    }
}
