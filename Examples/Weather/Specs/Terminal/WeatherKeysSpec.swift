import Millrace
import MillraceSpecs
import MillraceTerminal
import TestSupport
@testable import WeatherSearch

/// Random keys, answers, faults and sizes: the screen never fails, and always shows what the view model has.
final class WeatherKeysSpec: Spec {
    /// Two names among them, each typed in the place of what was typed before, so that both are often found.
    private static let strokes: [[TerminalKey]] =
        Array(repeating: [.control("u"), .paste("Springfield"), .enter], count: 3)
        + [[.control("u"), .paste("Paris")]] + keys.map { [$0] }
    private static let keys: [TerminalKey] = [
        .enter, .enter, .tab, .up, .down, .left, .right, .home, .end, .backspace, .control("u"), .control("t"),
        .character("?"), .function(1), .pageDown, .character("x"), .alt("q"), .wordLeft,
    ]

    func testSpec() {
        describe("the screen under random keys") {
            it("always fits, follows the view model, and quits only by escape") {
                var random = SeededGenerator(Seed.current)
                var (taken, forecasts) = (0, 0)
                for _ in Programs(16) {
                    let scheduler = TestScheduler()
                    let service = FakeWeatherService(scheduler)
                    let model = WeatherViewModel(service: service, on: scheduler)
                    let size = Variable(TerminalSize(columns: 80, rows: 24))
                    let view = model.view(source: "", on: scheduler)
                    let screen = WeatherScreen(of: model, showing: view, size: size)
                    let search = view.observe { _ in }
                    for _ in 0..<50 {
                        for key in Self.strokes.randomElement(using: &random) ?? [] {
                            expect(screen.press(key)).to(equal(.goOn))
                        }
                        service.failures = Int.random(in: 0..<8, using: &random) == 0 ? 1 : 0
                        service.hasNoForecast = Int.random(in: 0..<8, using: &random) == 0
                        scheduler.advance(by: .milliseconds(Int.random(in: 0...1500, using: &random)))
                        if Int.random(in: 0..<10, using: &random) == 0 {
                            let columns = Int.random(in: 0...130, using: &random)
                            size.value = TerminalSize(columns: columns, rows: Int.random(in: 0...45, using: &random))
                        }
                        expect(screen.canvas.value.text).to(haveCount(size.value.rows))
                        forecasts += view.value.forecast == nil ? 0 : 1
                    }
                    scheduler.run()
                    expect(view.value.isLoading).to(beFalse())
                    expect(view.value.isTyping).to(beFalse())
                    taken += service.visits.contains { $0.hasPrefix("Springfield, ") } ? 1 : 0
                    // Until the list and the help are closed, escape goes back.
                    let escapes = (0..<3).map { _ in screen.press(.escape) }
                    expect(escapes).to(contain(.quit), description: "seed \(Seed.current)")
                    search.cancel()
                }
                if Programs.areAll {
                    expect(min(taken, forecasts)).to(beGreaterThan(0), description: "seed \(Seed.current)")
                }
            }
        }
    }
}
