import MillraceSignals
import MillraceSpecs
import Observation

/// What SwiftUI makes of a view's body: it is drawn, and told of the next change of whatever it has read.
@MainActor
private final class Drawing {
    private let body: () -> String
    private let isEager: Bool
    private(set) var drawn: [String] = []
    private(set) var told = 0

    /// - Parameter isEager: Draws anew in the very moment in which it is told.
    init(isEager: Bool = false, _ body: @escaping () -> String) {
        self.body = body
        self.isEager = isEager
        draw()
    }

    func draw() {
        let text = withObservationTracking(body) { [weak self] in MainActor.assumeIsolated { self?.change() } }
        drawn.append(text)
    }

    private func change() {
        told += 1
        if isEager { draw() }
    }
}

/// A user's own class with Apple's macro, a part of which is Millrace's.
@Observable
@MainActor
private final class Screen {
    var isOpen = false
    let title: Observed<String>

    init(_ title: Observed<String>) { self.title = title }
}

final class ObservedSpec: Spec {
    @MainActor func testSpec() async {
        describe("observed") {
            it("gives the present value, and tells of the next change to whoever has read it") {
                let variable = Variable(1)
                let observed = variable.observed
                let drawing = Drawing { "\(observed.value)" }
                expect(drawing.told).to(equal(0))
                variable.value = 2
                expect(drawing.told).to(equal(1))
                variable.value = 3
                expect(drawing.told).to(equal(1))
                drawing.draw()
                variable.value = 4
                expect(drawing.told).to(equal(2))
                expect(drawing.drawn).to(equal(["1", "3"]))
                expect(observed.value).to(equal(4))
            }

            it("tells when the turn is settled: what is read then is new, and whole") {
                let variable = Variable(1)
                let observed = combine(variable, variable.map { $0 * 10 }).map { $0 + $1 }.observed
                let drawing = Drawing(isEager: true) { "\(variable.value): \(observed.value)" }
                variable.value = 2
                variable.value = 3
                expect(drawing.drawn).to(equal(["1: 11", "2: 22", "3: 33"]))
            }

            it("tells once of a batch of two sets") {
                let (width, height) = (Variable(1), Variable(2))
                let area = combine(width, height).map { $0 * $1 }.observed
                let drawing = Drawing(isEager: true) { "\(area.value)" }
                batch {
                    width.value = 3
                    expect(drawing.told).to(equal(0))
                    height.value = 4
                    width.value = 5
                }
                expect(drawing.drawn).to(equal(["2", "20"]))
            }

            it("read in the midst of a batch gives what was set, and tells of what is set afterwards") {
                let variable = Variable(1)
                let observed = variable.map { $0 * 10 }.observed
                batch {
                    variable.value = 2
                    let drawing = Drawing { "\(observed.value)" }
                    variable.value = 3
                    expect(drawing.drawn).to(equal(["20"]))
                    expect(drawing.told).to(equal(0))
                    variable.observe { if $0 == 3 { expect(drawing.told).to(equal(0)) } }.cancel()
                }
                let drawing = Drawing { "\(observed.value)" }
                let late = batch {
                    variable.value = 4
                    let late = Drawing { "\(observed.value)" }
                    variable.value = 5
                    return late
                }
                expect([drawing.told, late.told]).to(equal([1, 1]))
                late.draw()
                expect(late.drawn).to(equal(["40", "50"]))
            }

            it("tells of what an observer sets, and of both turns to whoever reads in between") {
                let variable = Variable(1)
                let observed = variable.observed
                let subscription = variable.observe { if $0 == 2 { variable.value = 3 } }
                let eager = Drawing(isEager: true) { "\(observed.value)" }
                let lazy = Drawing { "\(observed.value)" }
                variable.value = 2
                lazy.draw()
                expect(eager.drawn).to(equal(["1", "2", "3"]))
                expect(lazy.told).to(equal(1))
                expect(lazy.drawn).to(equal(["1", "3"]))
                subscription.cancel()
            }

            it("may be read first by an observer, in mid-turn") {
                let variable = Variable(1)
                let observed = variable.map { $0 * 10 }.observed
                var drawing: Drawing?
                let subscription = variable.observe {
                    if $0 == 2 { drawing = Drawing(isEager: true) { "\(observed.value)" } }
                }
                variable.value = 2
                variable.value = 3
                expect(drawing?.drawn.first).to(equal("20"))
                expect(drawing?.drawn.last).to(equal("30"))
                subscription.cancel()
            }

            it("tells of every set, as the observable does, and of none that a selection stops") {
                let variable = Variable(1)
                let (all, parity) = (variable.observed, variable.select { $0 % 2 }.observed)
                let drawings = [Drawing { "\(all.value)" }, Drawing { "\(parity.value)" }]
                variable.value = 1
                expect(drawings.map(\.told)).to(equal([1, 0]))
                variable.value = 3
                expect(drawings.map(\.told)).to(equal([1, 0]))
                variable.value = 4
                expect(drawings.map(\.told)).to(equal([1, 1]))
            }

            it("tells only those who have read it, among several") {
                let (first, second) = (Variable(1), Variable(2))
                let (one, two) = (first.observed, second.observed)
                let drawings = [
                    Drawing { "\(one.value)" }, Drawing { "\(two.value)" }, Drawing { "\(one.value) \(two.value)" },
                ]
                second.value = 3
                expect(drawings.map(\.told)).to(equal([0, 1, 1]))
                drawings[1].draw()
                drawings[2].draw()
                batch {
                    first.value = 4
                    second.value = 5
                }
                expect(drawings.map(\.told)).to(equal([1, 2, 2]))
            }

            it("goes together with a class of the user's own") {
                let title = Variable("plan")
                let screen = Screen(title.observed)
                let drawing = Drawing(isEager: true) { "\(screen.isOpen) \(screen.title.value)" }
                screen.isOpen = true
                drawing.draw()
                title.value = "section"
                expect(drawing.drawn.last).to(equal("true section"))
            }

            it("observes for as long as it lives, and keeps what it observes") {
                let variable = Variable(1).named("variable")
                var computations = 0
                var observed: Observed<Int>? = variable.map { value -> Int in
                    computations += 1
                    return value
                }.observed
                weak let held = observed
                variable.value = 2
                expect(computations).to(equal(2))
                let drawing = Drawing { [weak observed] in "\(observed?.value ?? 0)" }
                observed = nil
                expect(held).to(beNil())
                variable.value = 3
                expect(computations).to(equal(2))
                expect(drawing.told).to(equal(0))
                expect(flowchart(below: variable).contains("-->")).to(beFalse())
            }

            it("leaves nothing behind, told or not") {
                let source = Variable(1)
                expect { scene in
                    let observed = scene.track(source.map { $0 + 1 }.observed)
                    let drawings = [Drawing { "\(observed.value)" }, Drawing(isEager: true) { "\(observed.value)" }]
                    source.value += 1
                    for drawing in drawings { scene.track(drawing) }
                }.to(leakNothing())
            }
        }
    }
}
