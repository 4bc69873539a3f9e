import Millrace
import MillraceHistory
import MillraceSpecs
import TestSupport

/// Exploring changes nothing in the app that it explores (law X4).
final class ExploreUnchangedSpec: Spec {
    func testSpec() {
        describe("an app that is explored") {
            it("does what it does on a scheduler of a test, in each order (law X4)") {
                var logs: Set<String> = []
                let result = try explore { world in
                    let app = NotedApp(on: world.scheduler)
                    for button in NotedApp.Button.allCases {
                        world.may("\(button)", times: button == .type ? 2 : 1) { app.press(button) }
                    }
                    // An app notes what happens in its order, so each order is a moment of its own.
                    world.compare("log") { app.log }
                    world.atRest("it does what it does elsewhere") {
                        logs.insert(app.log.joined(separator: "\n"))
                        return app.log
                    } equals: {
                        NotedApp.log(of: app.presses)
                    }
                    return app.inspection
                }
                expect(result.isComplete).to(beTrue())
                // Effects of all kinds were begun, answered and cancelled.
                let all = logs.joined(separator: "\n")
                expect(all).to(
                    contain("Searched", "effect wait cancelled", "effect search finished", "marks: [\"a 0\"", "a 1")
                )
                expect(logs.count).to(beGreaterThan(20))
            }
        }
    }
}

/// An app with an effect of each kind and a family, which notes its actions, states, effects and observers' calls.
private final class NotedApp {
    enum Button: CaseIterable { case type, wait, stop }

    private struct Typed: Action {}
    private struct Wait: Action {}
    private struct Stop: Action {}
    private struct Searched: Action { let text: String }
    private struct Tick: Action {}

    private struct Screen {
        var text = ""
        var found: [String] = []
        var ticks = 0
    }

    private let scheduler: TestScheduler
    private let dispatcher: Dispatcher
    private let screen: Store<Screen>
    private let marks: StoreFamily<String, Int>

    private(set) var log: [String] = []
    private(set) var presses: [(time: Duration, button: Button)] = []

    var inspection: Inspection { Inspection(of: screen, marks) }

    init(on scheduler: TestScheduler) {
        self.scheduler = scheduler
        dispatcher = Dispatcher(on: scheduler)
        screen = Store(Screen(), on: dispatcher, name: "screen") { store in
            store.on(Typed.self) { screen, _ in
                screen.text += "a"
                let text = screen.text
                return .run("search", .latest, after: .milliseconds(300)) {
                    try await scheduler.sleep(for: .seconds(1))
                    return Searched(text: text)
                }
            }
            store.on(Searched.self) { screen, action in screen.found.append(action.text) }
            store.on(Wait.self) { _, _ in
                .run("wait", .concat) { send in
                    try await scheduler.sleep(for: .milliseconds(400))
                    send(Tick())
                }
            }
            store.on(Tick.self) { screen, _ in screen.ticks += 1 }
            store.on(Stop.self) { _, _ in .cancel("wait") }
        }
        marks = StoreFamily(of: screen, \.found, name: "marks") { [dispatcher] _ in
            Store(0, on: dispatcher) { store in store.on(Tick.self) { count, _ in count += 1 } }
        }
        dispatcher.install(
            Middleware(
                handled: { [unowned self] in note("\(type(of: $0.action))") },
                effects: { [unowned self] in note("effect \($0.id.map { "\($0)" } ?? "without a name") \($0.change)") }
            )
        )
        screen.state.observe(for: self) { app, screen in app.note("shown: \(screen)") }
        screen.effectsInFlight.observe(for: self) { app, count in app.note("in flight: \(count)") }
        marks.collect { $0 }.observe(for: self) { app, marks in
            app.note("marks: \(marks.sorted { $0.key < $1.key }.map { "\($0) \($1)" })")
        }
    }

    private func note(_ text: String) { log.append("\(scheduler.now): \(text)") }

    func press(_ button: Button) {
        presses.append((scheduler.now, button))
        switch button {
        case .type: dispatcher.dispatch(Typed())
        case .wait: dispatcher.dispatch(Wait())
        case .stop: dispatcher.dispatch(Stop())
        }
    }

    /// Presses the same buttons at the same times, on a scheduler of a test. Returns what the app has noted.
    static func log(of presses: [(time: Duration, button: Button)]) -> [String] {
        let scheduler = TestScheduler()
        let app = NotedApp(on: scheduler)
        scheduler.advance(by: .zero)
        for (time, button) in presses {
            scheduler.advance(by: time - scheduler.now)
            app.press(button)
        }
        scheduler.run()
        return app.log
    }
}
