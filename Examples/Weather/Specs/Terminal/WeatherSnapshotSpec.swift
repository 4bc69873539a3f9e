import Millrace
import MillraceSpecs
import MillraceTerminal
@testable import WeatherSearch

/// Every state of the screen at four sizes, brought about by keys and answers as in the program.
final class WeatherSnapshotSpec: Spec {
    private static let sizes = [(120, 40), (80, 24), (40, 12), (20, 5)].map { TerminalSize(columns: $0, rows: $1) }

    func testSpec() {
        describe("the screen at four sizes") {
            var scheduler = TestScheduler()
            var service = FakeWeatherService(scheduler)
            var size = Variable(Self.sizes[0])
            var screen: WeatherScreen!

            beforeEach {
                scheduler = TestScheduler()
                service = FakeWeatherService(scheduler)
                let model = WeatherViewModel(service: service, on: scheduler)
                let view = model.view(source: "Offline: recorded answers", on: scheduler)
                size = Variable(Self.sizes[0])
                screen = WeatherScreen(of: model, showing: view, size: size)
            }

            /// Observes the screen, so that it follows, presses keys, and compares the canvas at each size, after the
            /// last keys have been pressed at that.
            func compare(lastKeys: [TerminalKey] = [], _ act: () -> Void) {
                let subscription = screen.canvas.observe { _ in }
                act()
                for next in Self.sizes {
                    size.value = next
                    lastKeys.forEach { press($0) }
                    expect(screen.canvas.value).to(matchSnapshot("\(next.columns)x\(next.rows)"))
                }
                subscription.cancel()
            }

            func press(_ keys: TerminalKey...) {
                for key in keys { expect(screen.press(key)).to(equal(.goOn)) }
            }

            func ask(_ city: String) {
                press(.control("u"), .paste(city))
                scheduler.run()
            }

            it("shows nothing but its keys at first") { compare {} }

            it("shows what is being typed") { compare { press(.paste("Par")) } }

            it("shows that an answer is awaited") {
                compare {
                    press(.paste("Paris"), .enter)
                    scheduler.advance(by: .milliseconds(500))
                }
            }

            it("shows an answer, with the forecast below it") { compare { ask("Paris") } }

            it("shows an answer while its forecast is awaited") {
                service.delays["forecast Paris, FR"] = .seconds(9)
                compare {
                    press(.paste("Paris"), .enter)
                    scheduler.advance(by: .seconds(2))
                }
            }

            it("shows an error where nothing was found yet") { compare { ask("Atlantis") } }

            it("shows an error below the old answer") {
                compare {
                    ask("Paris")
                    service.failures = 1
                    ask("Rome")
                }
            }

            it("dims the old answer while another is typed") {
                compare {
                    ask("Paris")
                    press(.character("x"))
                }
            }

            it("shows the places among which to choose, with the old answer below them") {
                compare {
                    ask("Paris")
                    ask("Springfield")
                    press(.down)
                }
            }

            it("shows the place that was taken") {
                compare {
                    ask("Springfield")
                    press(.down, .enter)
                    scheduler.run()
                }
            }

            it("shows other hours of the forecast, in the other unit") {
                compare {
                    ask("Paris")
                    press(.tab)
                    for _ in 0..<13 { press(.down) }
                }
            }

            it("shows that there is no forecast") {
                service.hasNoForecast = true
                compare { ask("Paris") }
            }

            it("shows the session's cities in the place of the forecast") {
                compare {
                    for city in ["New York", "Rome", "Paris"] { ask(city) }
                    press(.control("t"))
                }
            }

            it("shows all keys") { compare { press(.character("?")) } }

            it("shows the last of all keys") { compare(lastKeys: [.end]) { press(.character("?")) } }
        }
    }
}
