#if os(macOS) || os(Linux)
import MillraceSignals
import MillraceSpecs

@testable import MillraceTerminal

/// What an application did to its terminal.
private final class Log {
    var drawn: [String] = []
    var closed = 0
}

final class TerminalApplicationSpec: Spec {
    @MainActor func testSpec() async {
        describe("an application on a terminal") {
            let small = TerminalSize(columns: 5, rows: 1)

            func application(_ log: Log, _ events: TerminalEvent...) -> TerminalApplication {
                TerminalApplication(
                    TerminalApplication.Terminal(
                        size: small,
                        events: {
                            AsyncStream { continuation in
                                for event in events { continuation.yield(event) }
                                continuation.finish()
                            }
                        },
                        draw: { log.drawn.append($0.text.joined(separator: "/")) },
                        close: { log.closed += 1 }
                    )
                )
            }

            func canvas(_ text: String, _ size: TerminalSize) -> TerminalCanvas {
                var canvas = TerminalCanvas(size: size)
                canvas.draw(text, row: 0, column: 0)
                return canvas
            }

            it("draws at first, after each key that changes what is shown, and closes the terminal") {
                let log = Log()
                let application = application(log, .key(.character("a")), .key(.up), .key(.character("b")))
                let text = Variable("")
                let shown = combine(text, application.size).map { canvas($0, $1) }
                await application.run(showing: shown) { key in
                    if case .character(let character) = key { text.value.append(character) }
                    return .goOn
                }
                expect(log.drawn).to(equal(["", "a", "ab"]))
                expect(log.closed).to(equal(1))
            }

            it("draws once after a key, however many turns it leads to") {
                let log = Log()
                let application = application(log, .key(.enter))
                let text = Variable("")
                await application.run(showing: text.map { canvas($0, small) }) { _ in
                    for letter in ["a", "b", "c"] { text.value += letter }
                    return .goOn
                }
                expect(log.drawn).to(equal(["", "abc"]))
            }

            it("draws what changes between two keys") {
                let log = Log()
                let text = Variable("")
                let (events, keys) = AsyncStream.makeStream(of: TerminalEvent.self)
                let application = TerminalApplication(
                    TerminalApplication.Terminal(
                        size: small,
                        events: { events },
                        draw: { log.drawn.append($0.text[0]) },
                        close: {}
                    )
                )
                let timer = Task { @MainActor in
                    text.value = "tick"
                    keys.yield(.key(.escape))
                }
                await application.run(showing: text.map { canvas($0, small) }) { _ in .quit }
                await timer.value
                expect(log.drawn).to(equal(["", "tick"]))
                text.value = "late"
                expect(log.drawn).to(equal(["", "tick"]))
            }

            it("ends at the key that quits, and takes no further one") {
                let log = Log()
                var keys: [TerminalKey] = []
                let application = application(log, .key(.up), .key(.escape), .key(.down))
                await application.run(showing: Observable(canvas("x", small))) { key in
                    keys.append(key)
                    return key == .escape ? .quit : .goOn
                }
                expect(keys).to(equal([.up, .escape]))
                expect(log.closed).to(equal(1))
            }

            it("ends when the terminal is gone") {
                let log = Log()
                var keys = 0
                await application(log, .end, .key(.up)).run(showing: Observable(canvas("x", small))) { _ in
                    keys += 1
                    return .goOn
                }
                expect(keys).to(equal(0))
                expect(log.closed).to(equal(1))
            }

            it("draws once for another size") {
                let log = Log()
                let application = application(log, .resize(TerminalSize(columns: 3, rows: 2)))
                let shown = application.size.map { canvas("abcde", $0) }
                await application.run(showing: shown) { _ in .goOn }
                expect(log.drawn).to(equal(["abcde", "ab…/"]))
                expect(application.size.value).to(equal(TerminalSize(columns: 3, rows: 2)))
            }

            it("draws again for the same size, since the terminal was in other hands") {
                let log = Log()
                let application = application(log, .resize(small))
                await application.run(showing: Observable(canvas("x", small))) { _ in .goOn }
                expect(log.drawn).to(equal(["x", "x"]))
            }

            it("ends when its task is cancelled") {
                let log = Log()
                let (events, keys) = AsyncStream.makeStream(of: TerminalEvent.self)
                let run = Task { @MainActor in
                    let application = TerminalApplication(
                        TerminalApplication.Terminal(
                            size: small,
                            events: { events },
                            draw: { _ in },
                            close: { log.closed += 1 }
                        )
                    )
                    await application.run(showing: Observable(canvas("x", small))) { _ in .goOn }
                }
                run.cancel()
                await run.value
                expect(log.closed).to(equal(1))
                keys.finish()
            }
        }
    }
}
#endif
