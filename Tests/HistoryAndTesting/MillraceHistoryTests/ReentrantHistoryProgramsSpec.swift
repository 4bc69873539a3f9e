import Foundation
import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Random programs in which the code that recorders, inspections, loggers and histories call makes others, ends them, and
/// releases the last owners. What goes wrong shows itself under the address sanitizer, mostly.
///
/// See `Documentation/Contributing/Reentrance.md` for the lists.
final class ReentrantHistoryProgramsSpec: Spec {
    func testSpec() {
        it("F7 what recorders, loggers and histories call may make others, end them, and release the owners") {
            runPrograms(100) { random in
                let (world, living) = (World(random), LivingCount())
                world.living = living
                let problem = world.run()
                random = world.random
                return problem ?? (living.count == 0 ? nil : "\(living.count) closures are left")
            }
        }
    }
}

/// Where code of the user runs.
private enum Place { case observer, middleware, restoring, release }

/// The lines of a recording.
private final class Lines {
    private(set) var all: [String] = []
    var isOver = false

    /// Adds a line. Returns what is wrong with it.
    func add(_ line: Data) -> String? {
        if isOver { return "a line was written behind the end of a recording" }
        all.append(String(decoding: line, as: UTF8.self))
        isOver = all.last?.contains("\"end\":") == true
        return nil
    }

    var data: Data { Data(all.joined().utf8) }
}

/// What a program has, and what it does with it.
private final class World {
    var random: SeededGenerator
    var living = LivingCount()
    private var places: [Place] = []
    private var budget = 0
    private var problem: String?
    private var madeCount = 0

    private var dispatcher: Dispatcher?
    private var counter: Store<CounterState>?
    private var lobby: Store<Lobby>?
    private var rooms: StoreFamily<Int, Room>?
    private var history: StateHistory?
    private var undos: [UndoHistory] = []
    private var recorders: [Recorder] = []
    private var subscriptions: [Subscription] = []

    /// The recordings for a replay.
    private var recordings: [Lines] = []

    private struct Recorder {
        let finish: () -> Void
        let recordGraph: () -> Void
    }

    private struct Full: Error {}

    init(_ random: SeededGenerator) { self.random = random }

    func run() -> String? {
        for _ in 0..<8 where problem == nil {
            budget = 25
            begin()
            for _ in 0..<4 { act() }
            stir()
            if !places.isEmpty { problem = "\(places) are left" }
        }
        budget = 0
        end()
        replace(\.recorders, by: [])
        for lines in recordings {
            do { _ = try ActionRecording(lines.data) } catch { problem = problem ?? "a recording: \(error)" }
        }
        return problem
    }

    private func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private func pick<Element>(_ list: [Element]) -> Element? { list.randomElement(using: &random) }

    private func take<Element>(_ place: ReferenceWritableKeyPath<World, [Element]>) -> Element? {
        self[keyPath: place].isEmpty ? nil : self[keyPath: place].remove(at: draw(self[keyPath: place].count))
    }

    /// Replaces a value, and releases the former one when the access is over, since that may act.
    private func replace<Value>(_ place: ReferenceWritableKeyPath<World, Value>, by other: Value) {
        let former = self[keyPath: place]
        self[keyPath: place] = other
        withExtendedLifetime(former) {}
    }

    /// Makes what is not there any more.
    private func begin() {
        if dispatcher != nil { return }
        let dispatcher = Dispatcher()
        self.dispatcher = dispatcher
        let lobby = makeLobby([1, 2], on: dispatcher)
        let rooms = makeRooms(of: lobby, making: draw(2) == 0 ? .whenAsked : .withElements)
        counter = makeCounter(on: dispatcher, name: "counter")
        (self.lobby, self.rooms) = (lobby, rooms)
        if draw(2) == 0 { history = StateHistory(of: lobby, rooms, on: dispatcher, limit: 3) }
    }

    /// Releases all but the recorders.
    private func end() {
        replace(\.subscriptions, by: [])
        replace(\.undos, by: [])
        replace(\.history, by: nil)
        replace(\.rooms, by: nil)
        replace(\.lobby, by: nil)
        replace(\.counter, by: nil)
        replace(\.dispatcher, by: nil)
    }

    // MARK: Code of the user

    /// What is counted, and at times what acts when it is released.
    private func captures() -> [AnyObject] {
        let counted = living.instance()
        return draw(4) > 0 ? [counted] : [counted, OnDeinit { [weak self] in self?.called(.release) }]
    }

    private func called(_ place: Place) {
        places.append(place)
        while budget > 0, draw(3) == 0 {
            budget -= 1
            act()
        }
        places.removeLast()
    }

    private func code(_ place: Place) -> () -> Void {
        let captures = captures()
        return { [unowned self] in withExtendedLifetime(captures) { called(place) } }
    }

    private var mayDispatch: Bool { places.allSatisfy { $0 == .observer || $0 == .release } }
    private var mayReadStates: Bool { !places.contains(.restoring) }

    // MARK: Acting

    private func act() {
        switch draw(12) {
        case 0, 1:
            let recorder = take(\.recorders)
            if draw(3) > 0 { recorder?.finish() }
        case 2: pick(recorders)?.recordGraph()
        case 3, 4: if mayReadStates { addRecorder() }
        case 5: if mayReadStates { addUndo() }
        case 6: addMiddleware()
        case 7: observe()
        case 8:
            let subscription = take(\.subscriptions)
            if draw(2) == 0 { subscription?.cancel() }
        case 9:
            switch draw(12) {
            case 0: end()
            case 1: replace(\.history, by: nil)
            default: withExtendedLifetime(take(\.undos)) {}
            }
        default: stir()
        }
    }

    private func stir() {
        guard mayDispatch, let dispatcher else { return }
        switch draw(9) {
        case 0, 1: dispatcher.dispatch(Add())
        case 2: dispatcher.dispatch(Open(room: draw(5)))
        case 3: dispatcher.dispatch(Close(room: draw(5)))
        case 4: rooms?.dispatch(Say("one"), to: draw(5))
        case 5: dispatcher.dispatch(Clear())
        case 6: draw(2) == 0 ? pick(undos)?.undo() : pick(undos)?.redo()
        case 7: draw(2) == 0 ? history?.back() : history?.forward()
        default: history?.resume()
        }
    }

    private func addRecorder() {
        guard let dispatcher, let counter, let lobby, let rooms else { return }
        let (lines, fails, body, onFailure) = (Lines(), draw(4) == 0, code(.middleware), code(.middleware))
        let write: (Data) throws -> Void = { [unowned self] line in
            if let found = lines.add(line) { problem = problem ?? found }
            body()
            if fails, draw(4) == 0 {
                lines.isOver = true
                throw Full()
            }
        }
        if draw(2) == 0 {
            if !fails { recordings.append(lines) }
            let recorder = ActionRecorder(
                digesting: counter,
                lobby,
                rooms,
                on: dispatcher,
                to: write,
                onFailure: { _ in onFailure() }
            )
            recorders.append(Recorder(finish: recorder.finish, recordGraph: {}))
        } else {
            let recorder = InspectionRecorder(
                on: dispatcher,
                inspecting: counter,
                lobby,
                rooms,
                to: write,
                onFailure: { _ in onFailure() }
            )
            recorders.append(Recorder(finish: recorder.finish, recordGraph: recorder.recordGraph))
        }
    }

    private func addUndo() {
        guard let dispatcher, let counter, let lobby, let rooms else { return }
        let (joining, restoring) = (code(.middleware), code(.restoring))
        madeCount += 1
        undos.append(
            UndoHistory(on: dispatcher, limit: 3, name: "\(madeCount)") { undo in
                undo.track(counter) { state, former in
                    state = former
                    restoring()
                }
                undo.track(lobby)
                undo.track(rooms)
                undo.step(Open.self)
                undo.step(Close.self)
                undo.step(Add.self) { _, _ in
                    joining()
                    return true
                }
            }
        )
    }

    private func addMiddleware() {
        guard let dispatcher else { return }
        let (one, two) = (code(.middleware), code(.middleware))
        if draw(2) == 0 {
            dispatcher.install(.actionGuard { _ in one() })
            return
        }
        let describe: (any Action) -> String = { action in
            two()
            return "\(action)"
        }
        dispatcher.install(
            .actionLogger(showing: draw(2) == 0 ? .line : .difference, to: { _ in one() }, describe: describe)
        )
    }

    private func observe() {
        let body = code(.observer)
        let subscription: Subscription? =
            switch draw(4) {
            case 0: pick(undos)?.canUndo.observe { _ in body() }
            case 1: history?.moment.observe { _ in body() }
            case 2: mayReadStates ? counter?.state.observe { _ in body() } : nil
            default: mayReadStates ? rooms?.changes.observe { _ in body() } : nil
            }
        if let subscription { subscriptions.append(subscription) }
    }
}
