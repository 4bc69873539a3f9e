import MillraceSpecs

@testable import MillraceCache

/// All of its keys are equal.
private final class SameKey: Hashable, Sendable {
    static func == (one: SameKey, other: SameKey) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

final class FlightsSpec: Spec {
    func testSpec() {
        describe("a flight that has left") {
            it("is released with its key when it is taken, outside of the lock of the cache") {
                var flights = Flights<SameKey, Int>()
                var key: SameKey? = SameKey()
                weak let known = key
                if let key { flights.insert(Flight(), for: key) }
                key = nil
                flights.remove(SameKey())
                expect(flights[SameKey()] == nil) == true
                expect(known).toNot(beNil())
                expect(flights.takeDeparted()).to(haveCount(1))
                expect(known).to(beNil())
            }
        }
    }
}
