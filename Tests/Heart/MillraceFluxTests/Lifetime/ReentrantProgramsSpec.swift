import MillraceFlux
import MillraceSignals
import MillraceSpecs
import MillraceTesting
import TestSupport

/// Random programs in which whatever a list calls adds to that list and others, ends what is in them, and releases the
/// last owners. What goes wrong shows itself under the address sanitizer, mostly.
///
/// See `Documentation/Contributing/Reentrance.md` for the lists.
final class ReentrantProgramsSpec: Spec {
    func testSpec() {
        it("S3 F5 what is called may add to each list, and end and release what is in it") {
            runPrograms(60) { random in
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
private enum Place { case observer, handler, middleware, computation, making, release }

/// An observation, which must not be called when it has ended.
private final class Observation {
    var subscription: Subscription?
    var isInBag = false
    var isOver = false

    func end(byCancelling: Bool) {
        isOver = true
        if byCancelling || isInBag { subscription?.cancel() }
        let former = subscription
        subscription = nil
        withExtendedLifetime(former) {}
    }
}

/// A callback, which waits for none that was registered after it.
private struct Waiting {
    let number: Int
    let registration: Registration
}

private final class Owner {}

private struct Query: Action { var isWanted = true }

/// What a program has, and what it does with it.
private final class World {
    var random: SeededGenerator
    var living = LivingCount()
    private var places: [Place] = []
    private var budget = 0
    private var problem: String?
    private var callbackCount = 0

    /// The number of the last action that has come to the middleware.
    private var passing = 0

    private let scheduler = TestScheduler()
    private var dispatcher: Dispatcher?
    private var first: Store<Int>?
    private var stores: [Store<Int>] = []
    private var lobby: Store<Lobby>?
    private var families: [StoreFamily<Int, Room>] = []
    private var callbacks: [Waiting] = []
    private var emitters: [Emitter<Int>] = []
    private var signals: [Signal<Int>] = []
    private var variables: [Variable<Int>] = []
    private var derived: [Observable<Int>] = []
    private var observations: [Observation] = []
    private var owners: [Owner] = []
    private var bag = SubscriptionBag()

    init(_ random: SeededGenerator) { self.random = random }

    func run() -> String? {
        for step in 0..<12 where problem == nil {
            budget = 30
            begin()
            for _ in 0..<draw(4) { act() }
            stir()
            scheduler.advance(by: .seconds(1))
            if !places.isEmpty { problem = "step \(step): \(places)" }
        }
        budget = 0
        clear()
        scheduler.advance(by: .seconds(10))
        return problem
    }

    private func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private func pick<Element>(_ list: [Element]) -> Element? { list.randomElement(using: &random) }

    private func take<Element>(_ list: inout [Element]) -> Element? {
        list.isEmpty ? nil : list.remove(at: draw(list.count))
    }

    /// Replaces a value, and releases the former one when the access is over, since that may act.
    private func replace<Value>(_ place: ReferenceWritableKeyPath<World, Value>, by other: Value) {
        let former = self[keyPath: place]
        self[keyPath: place] = other
        withExtendedLifetime(former) {}
    }

    /// Takes an element out, and releases it likewise.
    private func drop<Element>(_ place: ReferenceWritableKeyPath<World, [Element]>) {
        let taken = take(&self[keyPath: place])
        withExtendedLifetime(taken) {}
    }

    /// Makes what is not there any more.
    private func begin() {
        if emitters.isEmpty { emitters = [Emitter(), Emitter()] }
        if variables.isEmpty { variables = [Variable(0), Variable(0)] }
        if dispatcher != nil { return }
        let dispatcher = Dispatcher(on: scheduler)
        self.dispatcher = dispatcher
        passing = 0
        var handled = 0
        dispatcher.install(
            Middleware(
                admits: { [unowned self] action in
                    if (action as? Query)?.isWanted == false { return false }
                    passing = handled + 1
                    return true
                },
                handled: { handled = $0.number }
            )
        )
        first = Store(0, on: dispatcher) { store in
            store.on(Add.self) { state, _ in state += 1 }
            store.on(Query.self) { state, _ in state += 1 }
        }
        replace(\.stores, by: [])
        replace(\.families, by: [])
        replace(\.callbacks, by: [])
        replace(\.lobby, by: nil)
    }

    private func clear() {
        for observation in observations { observation.end(byCancelling: Bool.random(using: &random)) }
        (observations, owners, bag) = ([], [], SubscriptionBag())
        (emitters, signals, variables, derived) = ([], [], [], [])
        (first, stores, lobby, families, callbacks, dispatcher) = (nil, [], nil, [], [], nil)
    }

    // MARK: Code of the user

    /// A closure's captures: what is counted, and at times what acts when it is released.
    private func captures() -> [AnyObject] {
        let counted = living.instance()
        if draw(5) > 0 { return [counted] }
        return [counted, OnDeinit { [weak self] in self?.called(.release) }]
    }

    /// Runs in each closure.
    private func called(_ place: Place, _ captures: [AnyObject] = []) {
        places.append(place)
        while budget > 0, draw(3) == 0 {
            budget -= 1
            act()
        }
        places.removeLast()
        withExtendedLifetime(captures) {}
    }

    private func observer(_ observation: Observation) -> (Int) -> Void {
        let captures = captures()
        return { [unowned self, weak observation] _ in
            if observation?.isOver != false { problem = problem ?? "an observer was called that had ended" }
            called(.observer, captures)
        }
    }

    private func code(_ place: Place) -> () -> Void {
        let captures = captures()
        return { [unowned self] in called(place, captures) }
    }

    /// Whether a derived observable may be computing: members of a family are made by those, too.
    private var computes: Bool { places.contains(.computation) || places.contains(.making) }
    private var mayDispatch: Bool { places.allSatisfy { $0 == .observer || $0 == .release } }
    private var mayReadStates: Bool { !places.contains(.handler) && !computes }

    // MARK: Acting

    private func act() {
        switch draw(computes ? 3 : 4) {
        case 0: observe()
        case 1, 2: end()
        default: draw(2) == 0 ? add() : stir()
        }
    }

    /// Changes something, sends or dispatches.
    private func stir() {
        if computes { return }
        switch draw(mayDispatch ? 8 : 3) {
        case 0: pick(emitters)?.send(draw(9))
        case 1: pick(variables)?.value += 1
        case 2: pick(emitters).map { draw(8) == 0 ? $0.finish() : $0.send(1) }
        case 3: dispatcher?.dispatch(Add(amount: 1))
        case 4: dispatcher?.dispatch(Query(isWanted: draw(3) > 0))
        case 5: draw(2) == 0 ? dispatcher?.dispatch(Open(room: draw(6))) : dispatcher?.dispatch(Close(room: draw(6)))
        case 6: pick(families)?.dispatch(Say("one"), to: draw(6))
        default: batch { for _ in 0..<3 { act() } }
        }
    }

    private func observe() {
        let observation = Observation()
        let observer = observer(observation)
        switch draw(computes ? 1 : mayReadStates ? 8 : 4) {
        case 0: observation.subscription = pick(emitters)?.observe(observer)
        case 1: observation.subscription = pick(signals)?.observe(onFinish: code(.observer), observer)
        case 2: observation.subscription = pick(derived)?.observe(observer)
        case 3:
            let (owner, body) = (Owner(), code(.observer))
            owners.append(owner)
            pick(emitters)?.observe(for: owner) { _, _ in body() }
            return
        case 4: observation.subscription = pick(stores)?.state.observe(observer)
        case 5: observation.subscription = pick(families)?.changes.observe { _ in observer(0) }
        case 6: observation.subscription = pick(families)?.state(of: draw(6)).observe { _ in observer(0) }
        default:
            let read = code(.computation)
            observation.subscription = pick(families)?.collect { _ in read() }.observe { _ in observer(0) }
        }
        if draw(4) == 0, let subscription = observation.subscription {
            observation.isInBag = true
            bag.insert(subscription)
        }
        observations.append(observation)
    }

    /// Ends or releases something.
    private func end() {
        switch draw(12) {
        case 0, 1, 2, 3: take(&observations)?.end(byCancelling: draw(2) == 0)
        case 4: drop(\.owners)
        case 5: draw(2) == 0 ? bag.cancelAll() : replace(\.bag, by: SubscriptionBag())
        case 6: drop(\.emitters)
        case 7: drop(\.signals)
        case 8: draw(2) == 0 ? drop(\.variables) : drop(\.derived)
        case 9: takeStore()
        case 10:
            guard let callback = take(&callbacks), draw(2) == 0, !computes else { return }
            dispatcher?.unregister(callback.registration)
        default:
            guard draw(4) == 0 else { return }
            switch draw(3) {
            case 0: replace(\.families, by: [])
            case 1: replace(\.lobby, by: nil)
            default:
                replace(\.dispatcher, by: nil)
                replace(\.first, by: nil)
                replace(\.stores, by: [])
                replace(\.callbacks, by: [])
            }
        }
    }

    private func takeStore() {
        guard let store = take(&stores), draw(2) == 0, !computes else { return }
        store.dispatcher.unregister(store)
    }

    /// Adds something that calls closures.
    private func add() {
        switch draw(8) {
        case 0: addSignal()
        case 1: addObservable()
        case 2: addStore()
        case 3: addCallback()
        case 4, 5: addMiddleware()
        case 6: addFamily()
        default: draw(2) == 0 ? emitters.append(Emitter()) : variables.append(Variable(0))
        }
    }

    private func addSignal() {
        guard let source = pick(signals) ?? pick(emitters) else { return }
        let body = code(.observer)
        switch draw(4) {
        case 0:
            signals.append(
                source.map { value in
                    body()
                    return value
                }
            )
        case 1: signals.append(merge(source, pick(emitters) ?? source))
        case 2:
            signals.append(
                source.flatMap([.merge, .latest, .concat][draw(3)]) { [unowned self] _ in
                    body()
                    return pick(emitters) ?? Emitter()
                }
            )
        default: pick(variables).map { signals.append($0.changes) }
        }
    }

    private func addObservable() {
        guard let source = pick(variables), let other = pick(derived) ?? pick(variables) else { return }
        let body = code(.computation)
        switch draw(4) {
        case 0:
            derived.append(
                source.map { value in
                    body()
                    return value
                }
            )
        case 1:
            derived.append(
                combine(source, other).map { one, two in
                    body()
                    return one + two
                }
            )
        case 2:
            derived.append(
                source.flatMapLatest { value in
                    body()
                    return value % 2 == 0 ? other : source.map { $0 + 1 }
                }
            )
        default: pick(signals).map { derived.append($0.hold(0)) }
        }
    }

    private func addStore() {
        guard let dispatcher else { return }
        let (body, work) = (code(.handler), code(.observer))
        let policy = [OverlapPolicy.merge, .latest, .first, .concat][draw(4)]
        let (scheduler, others) = (scheduler, draw(3) == 0 ? pick(stores).map { [$0] } ?? [] : [])
        stores.append(
            Store(0, on: dispatcher) { store in
                store.on(Add.self, after: others) { state, action in
                    state += action.amount
                    body()
                }
                store.on(Query.self) { _, _ in
                    body()
                    return .run("ask", policy) { send in
                        try await scheduler.sleep(for: .seconds(1))
                        work()
                        send(Add())
                    }
                }
            }
        )
    }

    private func addCallback() {
        guard let dispatcher else { return }
        let body = code(.handler)
        callbackCount += 1
        let number = callbackCount
        let registration = dispatcher.register { [unowned self, weak dispatcher] _ in
            body()
            if let dispatcher, dispatcher === self.dispatcher, draw(3) == 0,
                let other = pick(callbacks.filter { $0.number < number })
            {
                dispatcher.waitFor([other.registration])
            }
        }
        callbacks.append(Waiting(number: number, registration: registration))
    }

    private func addMiddleware() {
        guard let dispatcher else { return }
        let body = code(.middleware)
        var last = passing
        dispatcher.install(
            Middleware(
                admits: draw(2) == 0 ? { _ in after(body, true) } : nil,
                decide: draw(2) == 0 ? { _ in after(body, .pass) } : nil,
                allowsEffects: draw(2) == 0 ? { _ in after(body, true) } : nil,
                wantsFormerStates: draw(4) == 0,
                handled: { [unowned self] handled in
                    if handled.number != last + 1 {
                        problem = problem ?? "a middleware was notified of \(handled.number) after \(last)"
                    }
                    last = handled.number
                    body()
                },
                dropped: draw(2) == 0 ? { _ in body() } : nil,
                effects: draw(2) == 0 ? { _ in body() } : nil
            )
        )
    }

    private func addFamily() {
        guard let dispatcher, mayReadStates else { return }
        let lobby = self.lobby ?? makeLobby([1, 2], on: dispatcher)
        if lobby.dispatcher !== dispatcher { return }
        self.lobby = lobby
        let (body, handle) = (code(.making), code(.handler))
        families.append(
            StoreFamily(of: lobby, \.rooms, name: "rooms", making: draw(2) == 0 ? .whenAsked : .withElements) { id in
                body()
                return Store(Room(id: id), on: lobby.dispatcher) { store in
                    store.on(Say.self) { state, action in
                        state.lines.append(action.text)
                        handle()
                    }
                }
            }
        )
    }
}

private func after<Answer>(_ work: () -> Void, _ answer: Answer) -> Answer {
    work()
    return answer
}
