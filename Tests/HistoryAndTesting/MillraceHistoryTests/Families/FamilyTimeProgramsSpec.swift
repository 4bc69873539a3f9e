import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Random programs of members that come, go, are made at once or when they are asked for, with undo, time travel and a
/// recording, compared with lists of plain values (laws F7 and F8).
final class FamilyTimeProgramsSpec: Spec {
    func testSpec() {
        it("give what lists of plain values give, and replay to the same") {
            runPrograms(400) { random in
                var program = Program(&random)
                return program.run(&random)
            }
        }
    }
}

/// What has left the app.
private struct Sent: Equatable, Irreversible { var texts: [String] = [] }

private struct Desk: Equatable {
    /// What the lobby said when it was made, plus what was added.
    var number: Int
    var sent = Sent()
}

private struct Hall: Equatable {
    var desks: [Int] = []
    var base = 0
}

private struct SetDesks: Action, Codable { let desks: [Int] }
private struct SetBase: Action, Codable { let base: Int }
private struct AddTo: Action, Codable { let amount: Int }
private struct SendText: Action, Codable { let text: String }
private struct LeaveAfter: Action, Codable {
    let text: String
    let desk: Int
}
private struct Nothing: Action, Codable {}

/// What a program has.
private struct Kind {
    let isLazy: Bool
    let undoes: Bool
    let travels: Bool
    let observes: Bool
    let isRecorded: Bool
}

/// The app.
private final class Office {
    let dispatcher = Dispatcher()
    let hall: Store<Hall>
    let desks: StoreFamily<Int, Desk>
    private(set) var undo: UndoHistory?
    private(set) var history: StateHistory?
    private var subscriptions: [Subscription] = []

    init(_ kind: Kind) {
        let dispatcher = dispatcher
        hall = Store(Hall(desks: [1, 2]), on: dispatcher, name: "hall") { store in
            store.on(SetDesks.self) { $0.desks = $1.desks }
            store.on(SetBase.self) { $0.base = $1.base }
            store.on(LeaveAfter.self) { hall, action in hall.desks.removeAll { $0 == action.desk } }
        }
        let hall = hall
        desks = StoreFamily(of: hall, \.desks, name: "desks", making: kind.isLazy ? .whenAsked : .withElements) { id in
            Store(Desk(number: hall.state.value.base * 1_000), on: dispatcher) { store in
                store.on(AddTo.self) { $0.number += $1.amount }
                store.on(SendText.self) { $0.sent.texts.append($1.text) }
                store.on(LeaveAfter.self) { desk, action in
                    if action.desk == id { desk.sent.texts.append(action.text) }
                }
            }
        }
        if kind.travels { history = StateHistory(of: hall, desks, on: dispatcher, limit: 6) }
        if kind.undoes {
            undo = UndoHistory(on: dispatcher, limit: 4) { undo in
                undo.track(hall)
                undo.track(desks)
                undo.step(SetDesks.self)
                undo.step(SetBase.self)
                undo.step(AddTo.self)
                undo.step(LeaveAfter.self)
            }
        }
    }

    /// Asks for members by itself, as a view does.
    func observe() {
        let desks = desks
        subscriptions.append(desks.state(of: 3).observe { _ in })
        subscriptions.append(
            hall.state.observe { hall in
                if hall.desks.count == 2 { for desk in hall.desks { _ = desks[desk] } }
            }
        )
    }

    /// The members that have been made.
    var made: [Int: Desk] { desks.keys.reduce(into: [:]) { $0[$1] = desks.member($1)?.state.value } }
}

/// The time in which an element is there.
private final class Life {
    var first: Int?
    var number: Int?
    var sent: [String] = []

    /// Whether its member is there.
    var isMade = false
}

/// The hall, and the numbers of its desks; nil where a desk is as it was made, then or later.
private struct Moment {
    var base = 0
    var desks: [(key: Int, life: Life, number: Int?)] = []

    func life(_ key: Int) -> Life? { desks.first { $0.key == key }?.life }

    /// Whether going back to this one from a later one changes anything.
    func differs(from later: Moment) -> Bool {
        base != later.base || desks.map(\.key) != later.desks.map(\.key)
            || zip(desks, later.desks).contains {
                $0.life !== $1.life && $1.life.number == nil && $0.number != nil
                    || ($0.number ?? $0.life.first ?? $1.life.first) != ($1.number ?? $1.life.first)
            }
    }
}

/// A list of moments.
private struct Line {
    let limit: Int
    var moments: [Moment]
    var first = 0
    var number = 0

    var last: Int { first + moments.count - 1 }
    var present: Moment { moments[number - first] }

    mutating func append(_ moment: Moment) {
        forgetLater()
        moments.append(moment)
        number += 1
        if number - first > limit {
            moments.removeFirst()
            first += 1
        }
    }

    mutating func forgetLater() { moments.removeLast(last - number) }
    mutating func replace(by moment: Moment) { moments[number - first] = moment }
}

private struct Program {
    let kind: Kind
    let office: Office
    let tape = Tape()
    private var done: [String] = []

    // What plain code has.
    private var base = 0
    private var desks: [(key: Int, life: Life)] = []
    private var undoLine = Line(limit: 4, moments: [])
    private var timeLine = Line(limit: 6, moments: [])

    init(_ random: inout SeededGenerator) {
        let travels = Bool.random(using: &random)
        kind = Kind(
            isLazy: Int.random(in: 0..<3, using: &random) > 0,
            undoes: !travels || Bool.random(using: &random),
            travels: travels,
            observes: Bool.random(using: &random),
            isRecorded: Int.random(in: 0..<3, using: &random) == 0
        )
        office = Office(kind)
        setDesks([1, 2])
        undoLine.moments = [present]
        timeLine.moments = [present]
    }

    // MARK: The model

    private var present: Moment {
        Moment(base: base, desks: desks.map { ($0.key, $0.life, $0.life.number) })
    }

    private var showsPast: Bool { kind.travels && timeLine.number < timeLine.last }

    private mutating func setDesks(_ keys: [Int]) {
        let former = desks
        for desk in former where !keys.contains(desk.key) { desk.life.isMade = false }
        desks = keys.map { key in former.first { $0.key == key } ?? (key, Life()) }
        for desk in desks where !former.contains(where: { $0.key == desk.key }) {
            if !kind.isLazy || kind.observes && desk.key == 3 { make(desk.life) }
        }
    }

    private func make(_ life: Life) {
        if life.isMade { return }
        life.isMade = true
        if life.first == nil { life.first = base * 1_000 }
        if !kind.isLazy { life.number = life.first }
    }

    /// Asks as the observers do.
    private func askAsObserved() {
        if kind.observes, desks.count == 2 { for desk in desks { make(desk.life) } }
    }

    private func member(_ key: Int) -> Life? { desks.first { $0.key == key && $0.life.isMade }?.life }

    private mutating func goTo(_ moment: Moment) {
        base = moment.base
        let former = desks
        for desk in former where moment.life(desk.key) == nil { desk.life.isMade = false }
        desks = moment.desks.map { ($0.key, $0.life) }
        for (key, life, number) in moment.desks {
            let now = former.first { $0.key == key }?.life
            let wasMade = now?.isMade == true
            if let now, now !== life {
                now.isMade = false
                life.isMade = wasMade
            }
            if wasMade, life.first == nil { life.first = now?.first }
            life.number = number
            if life.first == nil && number == nil { life.isMade = false } else { life.isMade = true }
            if !life.isMade, kind.observes, key == 3, now == nil { make(life) }
        }
    }

    // MARK: Steps

    mutating func run(_ random: inout SeededGenerator) -> String? {
        if kind.observes { office.observe() }
        for desk in desks where kind.observes && desk.key == 3 { make(desk.life) }
        askAsObserved()
        let recorder =
            kind.isRecorded
            ? ActionRecorder(digesting: office.hall, office.desks, on: office.dispatcher, to: tape.write) : nil
        for _ in 0..<Int.random(in: 1...30, using: &random) {
            done.append(step(&random))
            if let problem { return "\(problem), after \(done.joined(separator: ", ")); \(kind)" }
        }
        recorder?.finish()
        return replayProblem.map { "\($0), after \(done.joined(separator: ", ")); \(kind)" }
    }

    private mutating func step(_ random: inout SeededGenerator) -> String {
        let (key, number) = (Int.random(in: 0..<4, using: &random), done.count + 1)
        defer { askAsObserved() }
        switch Int.random(in: 0..<16, using: &random) {
        case 0, 1:
            let keys = (0..<4).filter { _ in Bool.random(using: &random) }
            office.dispatcher.dispatch(SetDesks(desks: keys))
            handle(isStep: true) {
                $0.setDesks(keys)
                return true
            }
            return "set \(keys)"
        case 2:
            office.dispatcher.dispatch(SetBase(base: number))
            handle(isStep: true) {
                $0.base = number
                return true
            }
            return "base \(number)"
        case 3, 4:
            office.desks.dispatch(AddTo(amount: number), to: key)
            ask(key)
            handle(isStep: true) { $0.add(number, to: $0.member(key).map { [$0] } ?? []) }
            return "add \(number) to \(key)"
        case 5:
            office.dispatcher.dispatch(AddTo(amount: number))
            handle(isStep: true) { $0.add(number, to: $0.desks.map(\.life).filter(\.isMade)) }
            return "add \(number)"
        case 6, 7:
            office.desks.dispatch(SendText(text: "\(number)"), to: key)
            ask(key)
            handle(isStep: false) { $0.send("\(number)", to: $0.member(key)) }
            return "send \(number) to \(key)"
        case 8:
            office.dispatcher.dispatch(LeaveAfter(text: "\(number)", desk: key))
            handle(isStep: true) { model in
                for desk in model.desks where desk.life.isMade {
                    desk.life.number = desk.life.number ?? desk.life.first
                }
                _ = model.send("\(number)", to: model.member(key))
                model.setDesks(model.desks.map(\.key).filter { $0 != key })
                return true
            }
            return "leave \(key) after \(number)"
        case 9:
            office.dispatcher.dispatch(Nothing())
            return "nothing"
        case 10:
            _ = office.desks[key]
            ask(key)
            return "ask \(key)"
        case 11, 12, 13, 14:
            return kind.travels && (!kind.undoes || Bool.random(using: &random)) ? travel(&random) : undo(&random)
        default:
            office.history?.resume()
            if kind.travels { timeLine.forgetLater() }
            return "resume"
        }
    }

    private func ask(_ key: Int) { desks.first { $0.key == key }.map { make($0.life) } }

    private func add(_ amount: Int, to lives: [Life]) -> Bool {
        for life in lives { life.number = (life.number ?? life.first ?? 0) + amount }
        return !lives.isEmpty
    }

    private func send(_ text: String, to life: Life?) -> Bool {
        guard let life else { return false }
        life.number = life.number ?? life.first
        life.sent.append(text)
        return true
    }

    /// An action, unless the past is shown.
    private mutating func handle(isStep: Bool, _ body: (inout Program) -> Bool) {
        if showsPast { return }
        let isHandled = body(&self)
        guard isHandled else { return }
        if kind.travels { timeLine.append(present) }
        if isStep, undoLine.present.differs(from: present) {
            undoLine.append(present)
        } else {
            undoLine.replace(by: present)
        }
    }

    private mutating func undo(_ random: inout SeededGenerator) -> String {
        let isBack = Bool.random(using: &random)
        if isBack { office.undo?.undo() } else { office.undo?.redo() }
        let number = undoLine.number + (isBack ? -1 : 1)
        guard kind.undoes, !showsPast, undoLine.first...undoLine.last ~= number else { return "no undo" }
        undoLine.number = number
        goTo(undoLine.present)
        undoLine.replace(by: present)
        if kind.travels { timeLine.append(present) }
        return isBack ? "undo" : "redo"
    }

    private mutating func travel(_ random: inout SeededGenerator) -> String {
        let number = timeLine.number + Int.random(in: -3...2, using: &random)
        office.history?.jump(to: number)
        let nearest = min(max(number, timeLine.first), timeLine.last)
        if nearest != timeLine.number {
            timeLine.number = nearest
            goTo(timeLine.present)
            undoLine.replace(by: present)
        }
        return "jump to \(nearest)"
    }

    // MARK: Comparing

    private var problem: String? {
        let hall = Hall(desks: desks.map(\.key), base: base)
        if office.hall.state.value != hall { return "\(office.hall.state.value), expected \(hall)" }
        let members = desks.reduce(into: [Int: Desk]()) { members, desk in
            guard desk.life.isMade else { return }
            members[desk.key] = Desk(
                number: desk.life.number ?? desk.life.first ?? -1,
                sent: Sent(texts: desk.life.sent)
            )
        }
        if office.made != members { return "\(office.made), expected \(members)" }
        if let moment = office.history?.moment.value {
            let expected = StateHistory.Moment(number: timeLine.number, kept: timeLine.first...timeLine.last)
            if moment != expected { return "\(moment), expected \(expected)" }
        }
        if let undo = office.undo {
            let can = (undoLine.number > undoLine.first, undoLine.number < undoLine.last)
            if undo.canUndo.value != can.0 { return "canUndo is not \(can.0)" }
            if undo.canRedo.value != can.1 { return "canRedo is not \(can.1)" }
        }
        return nil
    }

    private var replayProblem: String? {
        if !kind.isRecorded { return nil }
        let other = Office(kind)
        do {
            let outcome = try ActionRecording(tape.data).replay(to: other.hall, other.desks, on: other.dispatcher)
            guard case .same = outcome else { return "\(outcome)" }
        } catch {
            return "\(error)"
        }
        let (states, expected) = (other.made, office.made)
        // Those that were asked for after the last action are made by nobody.
        let isSame = states.allSatisfy { expected[$0.key] == $0.value }
        return isSame ? nil : "replayed to \(states), expected \(expected)"
    }
}
