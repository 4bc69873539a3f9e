import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

final class ObserveForOwnerSpec: Spec {
    private final class Screen {
        var log: [String] = []
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
