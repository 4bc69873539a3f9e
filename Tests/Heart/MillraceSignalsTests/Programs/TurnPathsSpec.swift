#if DEBUG
import MillraceSignals
import MillraceSpecs
import TestSupport

/// The ways to run a turn: see the table in `TurnRunner+Turns.swift`. What a turn does is the business of the laws; here
/// it is by which way.
final class TurnPathsSpec: Spec {
    func testSpec() {
        describe("a turn") {
            var (variable, other) = (Variable(0), Variable(0))
            var seen: [Int] = []

            beforeEach {
                (variable, other) = (Variable(0), Variable(0))
                seen = []
            }

            /// Returns the ways that were run meanwhile.
            func paths(_ body: () -> Void) -> Set<String> {
                withRunner { $0.paths = [] }
                body()
                return withRunner(\.paths)
            }

            it("is none where nobody observes") {
                expect(paths { variable.value = 1 }) == []
            }

            it("calls the observers alone, where nothing is derived") {
                keep(variable.observe { seen.append($0) })
                expect(paths { variable.value = 1 }) == ["deliverAlone(_:)"]
                expect(seen) == [0, 1]
            }

            it("computes a chain without the queue") {
                keep(variable.map { $0 + 1 }.map { $0 * 2 }.observe { seen.append($0) })
                expect(paths { variable.value = 1 }) == ["runTurn(computing:at:)"]
                expect(seen) == [2, 4]
            }

            it("computes an only dependent without the queue, and what that makes of others that are read") {
                let unread = other.map { $0 + 1 }
                var lateness: [Int] = []
                keep(unread.observe { lateness.append($0) })
                keep(
                    combine(variable, other) { [other] in $0 + $1 + other.value + unread.value }.observe {
                        seen.append($0)
                    }
                )
                expect(paths { variable.value = 1 }) == ["runTurn(computing:at:)"]
                expect(paths { other.value = 2 }) == ["runTurn(of:)", "spread(fromChanged:)"]
                expect(seen) == [1, 2, 8]
                expect(lateness) == [1, 3]
            }

            it("goes on from an only dependent that is observed and has dependents itself") {
                let middle = variable.map { $0 + 1 }
                keep(middle.observe { seen.append($0) })
                keep(middle.map { $0 * 10 }.observe { seen.append($0) })
                expect(paths { variable.value = 1 }) == ["runTurn(computing:at:)"]
                expect(seen) == [1, 10, 2, 20]
            }

            it("is followed by a cascade, where an observer of an only dependent sets what is observed") {
                keep(other.observe { seen.append($0) })
                keep(variable.map { $0 + 1 }.observe { [other] in other.value = $0 })
                expect(paths { variable.value = 5 }) == ["runTurn(computing:at:)", "runCascade()"]
                expect(seen.last) == 6
            }

            it("ends with the only dependent, where that passes nothing on") {
                keep(variable.map { $0 / 10 }.removeDuplicates().observe { seen.append($0) })
                keep(other.select { $0 / 10 }.observe { seen.append($0 + 100) })
                expect(paths { variable.value = 1 }) == ["runTurn(computing:at:)"]
                expect(paths { other.value = 2 }) == ["runTurn(computing:at:)"]
                other.value = 30
                expect(seen) == [0, 100, 103]
            }

            it("computes several dependents at once") {
                keep(variable.map { $0 + 1 }.observe { seen.append($0) })
                keep(variable.map { $0 * 2 }.observe { seen.append($0) })
                expect(paths { variable.value = 3 }) == ["runTurn(of:)", "spread(fromChanged:)"]
                expect(seen) == [1, 0, 4, 6]
            }

            it("is that of a set, where a batch has changed one node") {
                keep(variable.observe { seen.append($0) })
                expect(paths { batch { variable.value = 1 } }) == ["runTurn(ofLone:)", "deliverAlone(_:)"]
                expect(seen) == [0, 1]
            }

            it("begins a cascade, where a batch has changed several") {
                keep(variable.observe { seen.append($0) })
                keep(other.observe { seen.append($0) })
                expect(paths { batch { (variable.value, other.value) = (1, 2) } }) == ["runCascade()"]
                expect(seen) == [0, 0, 1, 2]
            }

            it("is followed by a cascade, where an observer sets something") {
                keep(other.observe { seen.append($0) })
                keep(variable.observe { [other] in other.value = $0 })
                expect(paths { variable.value = 5 }) == ["deliverAlone(_:)", "runCascade()"]
                expect(seen.last) == 5
            }
        }
    }
}
#endif
