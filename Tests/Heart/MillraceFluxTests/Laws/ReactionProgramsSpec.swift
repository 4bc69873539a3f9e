import MillraceFlux
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Law F9 in random programs: stores with reactions of which each sets what others follow, compared with plain code.
final class ReactionProgramsSpec: Spec {
    private struct Fields: Equatable {
        var (a, b, c, d) = (0, 0, 0, 0)

        /// Computed, so it is not read where it stands.
        var ofTen: Int { (a + d) % 10 }
    }

    private struct SetField: Action { let field, value: Int }
    private struct RaiseField: Action { let field, amount: Int }

    private static var fields: [WritableKeyPath<Fields, Int>] { [\.a, \.b, \.c, \.d] }
    private static var parts: [KeyPath<Fields, Int>] { fields + [\.ofTen] }

    /// What a reaction does: it raises a field, so it comes to an end.
    private struct Rule {
        let part, target, limit: Int

        /// The store that it reads.
        let other: Int?

        func apply(_ state: inout Fields, _ former: Int, _ read: (Int) -> Fields) {
            let seen = other.map { read($0).b } ?? 0
            let goal = min(max(state[keyPath: parts[part]], former + 1, seen), limit)
            if state[keyPath: fields[target]] < goal { state[keyPath: fields[target]] += 1 }
        }
    }

    /// What plain code would do.
    private struct Model {
        var states: [Fields]
        var kept: [[Int]]
        let rules: [[Rule]]
        var log: [String] = []

        init(_ rules: [[Rule]]) {
            self.rules = rules
            states = rules.map { _ in Fields() }
            kept = rules.map { $0.map { Fields()[keyPath: parts[$0.part]] } }
        }

        mutating func handle(in stores: [Int], _ change: (inout Fields) -> Void) {
            for store in stores { change(&states[store]) }
            for store in stores {
                var hasCalled = true
                while hasCalled {
                    hasCalled = false
                    for (place, rule) in rules[store].enumerated() {
                        let (former, present) = (kept[store][place], states[store][keyPath: parts[rule.part]])
                        if former == present { continue }
                        hasCalled = true
                        log.append("\(store).\(place): \(former) to \(present)")
                        let all = states
                        rule.apply(&states[store], former) { all[$0] }
                        kept[store][place] = states[store][keyPath: parts[rule.part]]
                    }
                }
            }
        }
    }

    private func rules(_ random: inout SeededGenerator) -> [[Rule]] {
        let count = Int.random(in: 1...4, using: &random)
        return (0..<count).map { store in
            (0..<Int.random(in: 0...5, using: &random)).map { _ in
                let other = Int.random(in: 0..<count, using: &random)
                return Rule(
                    part: Int.random(in: 0..<Self.parts.count, using: &random),
                    target: Int.random(in: 0..<Self.fields.count, using: &random),
                    limit: Int.random(in: 0...12, using: &random),
                    other: other == store ? nil : other
                )
            }
        }
    }

    private func runProgram(_ random: inout SeededGenerator) -> String? {
        let dispatcher = Dispatcher()
        let rules = rules(&random)
        var (model, log, delivered) = (Model(rules), [String](), 0)
        let stores = rules.indices.map { Store(Fields(), on: dispatcher, name: "\($0)") }
        let isNoted = Bool.random(using: &random)
        if isNoted { dispatcher.install(Middleware(wantsFormerStates: true, handled: { _ in })) }
        // Each store comes after some of those with a greater number, so the order is not that of registration.
        let isReversed = Bool.random(using: &random)
        for (number, store) in stores.enumerated() {
            let others = isReversed ? stores[(number + 1)...].map { $0 as any StoreReference } : []
            store.on(SetField.self, after: others) { $0[keyPath: Self.fields[$1.field]] = $1.value }
            store.on(RaiseField.self) { $0[keyPath: Self.fields[$1.field]] += $1.amount }
            for (place, rule) in rules[number].enumerated() {
                store.onChange(of: Self.parts[rule.part]) { state, former in
                    log.append("\(number).\(place): \(former) to \(state[keyPath: Self.parts[rule.part]])")
                    rule.apply(&state, former) { stores[$0].state.value }
                }
            }
        }
        let subscription = stores[0].state.observe { _ in delivered += 1 }
        defer { subscription.cancel() }
        let all = Array(stores.indices)
        for step in 0..<30 {
            let (field, value) = (Int.random(in: 0..<4, using: &random), Int.random(in: 0...6, using: &random))
            let (one, former) = (Int.random(in: 0..<all.count, using: &random), delivered)
            switch Int.random(in: 0..<3, using: &random) {
            case 0:
                model.handle(in: isReversed ? all.reversed() : all) { $0[keyPath: Self.fields[field]] = value }
                dispatcher.dispatch(SetField(field: field, value: value))
            case 1:
                model.handle(in: all) { $0[keyPath: Self.fields[field]] += value }
                dispatcher.dispatch(RaiseField(field: field, amount: value))
            default:
                model.handle(in: [one]) { $0[keyPath: Self.fields[field]] = value }
                dispatcher.dispatch(SetField(field: field, value: value), to: stores[one])
            }
            if log != model.log { return "step \(step): called \(log), expected \(model.log)" }
            if stores.map(\.state.value) != model.states {
                return "step \(step): \(stores.map(\.state.value)), expected \(model.states)"
            }
            if delivered - former > 1 { return "step \(step): observed \(delivered - former) times in a turn" }
            log = []
            model.log = []
        }
        return nil
    }

    func testSpec() {
        it("call what plain code calls, with the same values") { runPrograms(300) { self.runProgram(&$0) } }
    }
}
