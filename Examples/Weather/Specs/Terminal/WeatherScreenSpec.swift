import Millrace
import MillraceSpecs
import MillraceTerminal
@testable import WeatherSearch

final class WeatherScreenSpec: Spec {
    func testSpec() {
        let source = "Offline: recorded answers"
        let cities = history([("Oslo", -4), ("Cairo", 31), ("Paris", 17.4)])

        func view(_ change: (inout WeatherView) -> Void = { _ in }) -> WeatherView {
            var view = WeatherViewModel(service: FakeWeatherService(TestScheduler()), on: TestScheduler())
                .view(source: source, on: TestScheduler()).value
            view.searchText = "Paris"
            view.card = WeatherCard(parisWeather, in: .celsius)
            view.chart = TemperatureChart(cities, in: .celsius)
            view.panel = .session
            change(&view)
            return view
        }

        func canvas(_ view: WeatherView, _ columns: Int, _ rows: Int) -> TerminalCanvas {
            let field = TerminalTextField(view.searchText)
            return view.canvas(size: TerminalSize(columns: columns, rows: rows), field: field)
        }

        describe("the screen") {
            it("shows what is typed, the weather, what went wrong, and the session's cities, one below the other") {
                expect(canvas(view { $0.message = "There is no network." }, 100, 24).text).to(
                    equal([
                        "Weather   Offline: recorded answers", "",
                        "› Paris", "",
                        "Paris, FR", "17 °C  Broken clouds", "Humidity 43 %", "Wind 4.6 m/s from SW",
                        "Observed 2026-05-21 14:01 local time", "",
                        "There is no network.", "",
                        "This session",
                        "Paris 17 °C       ▉█████████████████████████████▋",
                        "Cairo 31 °C       ▉█████████████████████████████████████████████████████",
                        "Oslo  -4 °C ██████▉", "", "Forecast", "", "", "", "", "",
                        " ?  all keys   enter  ask again   esc  quit   tab  in °F   ctrl-t  forecast   ctrl-u  empty",
                    ])
                )
            }

            it("shows all that at 40 × 12 too, closer") {
                let message = "The weather service was asked too often. Try again later."
                expect(canvas(view { $0.message = message }, 40, 12).text).to(
                    equal([
                        "Offline: recorded answers", "› Paris",
                        "Paris, FR", "17 °C  Broken clouds", "Humidity 43 %",
                        "The weather service was asked too often.", "Try again later.",
                        "Paris 17 °C    ▎█████████████▏", "Cairo 31 °C    ▎████████████████████████",
                        "Oslo  -4 °C ███▎", " ?  all keys   enter  ask again", " esc  quit   tab  in °F",
                    ])
                )
            }

            it("says what went wrong right below what is typed, where there is no weather yet") {
                let first = view { ($0.card, $0.message) = (nil, "There is no network.") }
                expect(canvas(first, 80, 24).text[2...4]).to(equal(["› Paris", "", "There is no network."]))
                expect(canvas(first, 20, 5).text[0...1]).to(equal(["› Paris", "There is no network."]))
            }

            it("shows the most important at 20 × 5; a long message takes a row of the card's") {
                expect(canvas(view(), 20, 5).text).to(
                    equal(["› Paris", "Paris, FR", "17 °C  Broken clouds", "Paris 17 °C ▉███▉", " ?  all keys"])
                )
                expect(canvas(view { $0.message = "The answer is no JSON object." }, 20, 5).text).to(
                    equal(["› Paris", "Paris, FR", "The answer is no", "JSON object.", " ?  all keys"])
                )
            }

            it("has its keys from 5 rows on, a second row of them from 12, and gaps from 18") {
                let long = "The weather service was asked too often. Try again later."
                func text(_ rows: Int, message: String? = nil) -> [String] {
                    canvas(view { $0.message = message }, 40, rows).text
                }
                expect([5, 6].map { text($0)[0].hasPrefix("Offline") }).to(equal([false, true]))
                expect([4, 5].map { text($0).last?.contains("all keys") }).to(equal([false, true]))
                expect([17, 18].map { text($0)[1].isEmpty }).to(equal([false, true]))
                expect([11, 12].map { text($0).firstIndex { $0.contains("all keys") } }).to(equal([10, 10]))
                for rows in [8, 11, 12] {
                    expect(text(rows, message: long)).to(
                        contain("The weather service was asked too often.", "Try again later.")
                    )
                }
            }

            it("names itself from 70 columns on, and breaks a message where the next word has no room") {
                expect([69, 70].map { canvas(view(), $0, 6).text[0].hasPrefix("Weather") }).to(equal([false, true]))
                let words = view { $0.message = "abcd efgh ijkl mnop" }
                expect(canvas(words, 9, 12).text.filter { $0.contains("efgh") }).to(equal(["abcd efgh"]))
                expect(canvas(words, 8, 12).text.filter { $0.contains("abcd") }).to(equal(["abcd"]))
            }

            it("fits any size") {
                let full = view { ($0.message, $0.isLoading) = ("There is no city called Paris.", true) }
                for columns in 0...24 {
                    for rows in 0...24 {
                        let canvas = canvas(full, columns, rows)
                        expect(canvas.text).to(haveCount(rows))
                        guard let caret = canvas.caret else { continue }
                        expect(caret.column).to(beLessThan(columns))
                        expect(caret.row).to(beLessThan(rows))
                    }
                }
                expect(canvas(full, 30, 1).text).to(equal(["⠋ Paris"]))
            }

            it("says what to do where nothing is typed, with the caret where it would stand") {
                let empty = view { ($0.searchText, $0.card) = ("", nil) }
                let canvas = canvas(empty, 40, 12)
                expect(canvas.text[1]).to(equal("› a city (? for all keys)"))
                expect(canvas.caret).to(equal(TerminalCanvas.Position(row: 1, column: 2)))
            }

            it("shows the end of what is typed where that is long, and the caret behind it") {
                let canvas = canvas(view { $0.searchText = "Llanfairpwllgwyngyll 東京" }, 20, 5)
                expect(canvas.text[0]).to(equal("› pwllgwyngyll 東京"))
                expect(canvas.caret).to(equal(TerminalCanvas.Position(row: 0, column: 19)))
            }

            it("has a spinner while an answer is awaited, which turns") {
                func spinner(_ frame: Int) -> Character? {
                    canvas(view { ($0.isLoading, $0.frame) = (true, frame) }, 40, 12).text[1].first
                }
                expect(spinner(0)).to(equal("⠋"))
                expect(spinner(1)).to(equal("⠙"))
                expect(spinner(10)).to(equal("⠋"))
            }

            it("dims the card while it is not the answer, be it awaited or failed") {
                func isDim(_ change: (inout WeatherView) -> Void) -> Bool {
                    canvas(view(change), 100, 24).cells[4][0].style.isDim
                }
                expect(isDim { _ in }).to(beFalse())
                expect(isDim { $0.isLoading = true }).to(beTrue())
                expect(isDim { $0.message = "No." }).to(beTrue())
            }

            it("offers the other unit") {
                expect(canvas(view { $0.unit = .fahrenheit }, 40, 12).text.last).to(contain("tab  in °C"))
            }
        }

        describe("the keys") {
            var model: WeatherViewModel!
            var view: Observable<WeatherView>!
            var screen: WeatherScreen!
            let size = Variable(TerminalSize(columns: 20, rows: 5))

            beforeEach {
                model = WeatherViewModel(service: FakeWeatherService(TestScheduler()), on: TestScheduler())
                view = model.view(source: source, on: TestScheduler())
                screen = WeatherScreen(of: model, showing: view, size: size)
                size.value = TerminalSize(columns: 20, rows: 5)
            }

            func press(_ keys: TerminalKey...) {
                for key in keys { expect(screen.press(key)).to(equal(.goOn)) }
            }

            it("edit what is typed") {
                press(.character("R"), .character("o"), .character("e"), .character("\u{301}"))
                expect(model.searchText.value).to(equal("Roé"))
                press(.backspace, .paste("m\ne"))
                expect(model.searchText.value).to(equal("Rom e"))
                press(.control("u"), .backspace)
                expect(model.searchText.value).to(equal(""))
            }

            it("move the cursor within what is typed, and set nothing by that") {
                var texts: [String] = []
                let subscription = model.searchText.observe { texts.append($0) }
                press(.paste("Paris"), .home, .character("L"), .character("e"), .wordRight, .left)
                expect(texts).to(equal(["", "Paris", "LParis", "LeParis"]))
                withExtendedLifetime(subscription) {}
            }

            it("show at once what is typed, and where") {
                let canvas = screen.canvas
                press(.paste("東京"), .left)
                expect(canvas.value.text[0]).to(equal("› 東京"))
                expect(canvas.value.caret).to(equal(TerminalCanvas.Position(row: 0, column: 4)))
            }

            it("switch units, ask again, and quit") {
                press(.tab)
                expect(model.unit.state.value).to(equal(.fahrenheit))
                press(.tab)
                expect(model.unit.state.value).to(equal(.celsius))
                var told = 0
                let subscription = model.retry.observe { told += 1 }
                press(.enter)
                expect(told).to(equal(1))
                expect(screen.press(.escape)).to(equal(.quit))
                withExtendedLifetime(subscription) {}
            }

            it("switch between the forecast and the session's cities") {
                expect(model.panel.value).to(equal(.forecast))
                press(.control("t"))
                expect(model.panel.value).to(equal(.session))
                press(.control("t"))
                expect(model.panel.value).to(equal(.forecast))
            }

            it("open a page with all keys, scroll it, and close it with any other") {
                for opening in [TerminalKey.character("?"), .function(1)] {
                    press(opening)
                    expect(screen.canvas.value.text[0]).to(equal("Search"))
                    press(.pageDown)
                    expect(screen.canvas.value.text[0]).toNot(equal("Search"))
                    press(.escape)
                    expect(screen.canvas.value.text[0]).to(contain("› a city"))
                }
                expect(model.searchText.value).to(equal(""))
            }

            it("move by a step, ask where nothing is marked, and go back before they quit") {
                let scheduler = TestScheduler()
                model = WeatherViewModel(service: FakeWeatherService(scheduler), on: scheduler)
                screen = WeatherScreen(of: model, showing: model.view(source: "", on: scheduler), size: size)
                let subscription = screen.canvas.observe { _ in }
                press(.paste("Springfield"), .enter)
                scheduler.run()
                press(.down, .down, .up, .enter)
                scheduler.run()
                expect(model.cityName.value).to(equal("Springfield, Oregon, US"))
                press(.escape)
                expect(model.suggestions.value?.marked).to(equal(1))
                expect(screen.press(.escape)).to(equal(.quit))
                withExtendedLifetime(subscription) {}
            }

            it("that mean nothing do nothing") {
                press(.up, .home, .function(3), .control("a"))
                expect(model.searchText.value).to(equal(""))
            }
        }
    }
}
