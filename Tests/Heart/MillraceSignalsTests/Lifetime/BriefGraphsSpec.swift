import MillraceSignals
import MillraceSpecs
import TestSupport

/// Graphs that are made, observed and released while something else is under way. Run under the address sanitizer, too.
final class BriefGraphsSpec: Spec {
    func testSpec() {
        describe("O4 what lives for less than a batch") {
            var heard: [Int] = []
            var lasting = Variable(0)
            beforeEach {
                heard = []
                lasting = Variable(0)
                keep(lasting.observe { heard.append($0) })
                heard = []
            }

            /// Observes something that is gone when this returns.
            func observeBriefly() {
                let brief = Variable(Array(repeating: 0, count: 40))
                brief.observe { _ in }.cancel()
            }

            it("may be observed before anything is set") {
                batch {
                    observeBriefly()
                    lasting.value = 1
                }
                expect(heard).to(equal([1]))
            }

            it("may be observed in an observer's batch, and in one within it") {
                let trigger = Variable(0)
                keep(
                    trigger.observe { number in
                        batch {
                            observeBriefly()
                            batch { observeBriefly() }
                            lasting.value = number
                        }
                    }
                )
                trigger.value = 3
                expect(heard).to(equal([0, 3]))
            }

            it("may be what the batch sets first") {
                batch {
                    let brief = Variable(Array(repeating: 0, count: 40))
                    keep(brief.observe { _ in })
                    brief.value = [1]
                }
                batch {
                    var brief: Variable<[Int]>? = Variable([])
                    brief?.value = [1]
                    brief = nil
                    observeBriefly()
                    lasting.value = 2
                }
                expect(heard).to(equal([2]))
            }

            it("may be all that the batch sets, though its value sets something when it goes") {
                batch {
                    var brief: Variable<OnDeinit?>? = Variable(OnDeinit { lasting.value = 5 })
                    brief?.value = nil
                    brief = nil
                }
                expect(heard).to(equal([5]))
            }

            it("may be observed in a turn apart") {
                let elsewhere = Variable(0, in: Home("a lock"))
                keep(
                    elsewhere.observe(isolation: nil) { number in
                        observeBriefly()
                        if number > 0 { lasting.value = number }
                    }
                )
                batch {
                    lasting.value = 1
                    elsewhere.value = 2
                }
                expect(heard).to(equal([2]))
            }
        }
    }
}
