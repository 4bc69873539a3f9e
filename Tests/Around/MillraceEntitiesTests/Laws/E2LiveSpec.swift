import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

@testable import MillraceEntities

private func pin(_ number: Int) -> EntityID { EntityID("pin", number) }

/// Law E2, of live views: a row changes in the turn in which a field changes that its projection reads.
final class E2LiveSpec: Spec {
    func testSpec() {
        describe("E2: a live view of entities") {
            var state = Variable(EntityTable())
            var ids = Variable<[EntityID]>([])
            var told: [String] = []
            beforeEach {
                (state, ids, told) = (Variable(EntityTable()), Variable([]), [])
                state.update { table in
                    let pins = (0..<100).map { #"{"id": \#($0), "title": "t\#($0)"}"# }
                    _ = try? table.tell("[\(pins.joined(separator: ","))]", as: .many("pin"))
                }
            }

            func follow(_ view: LiveView<EntityRow<CountedTitle>>) -> LiveObservation {
                view.observeChanges { change in
                    switch change {
                    case .initial(let rows), .reset(let rows):
                        told.append(rows.map { $0.value?.title ?? "\($0.id)" }.joined(separator: " "))
                    case .update(_, let changes): told.append("\(changes)")
                    }
                }
            }

            it("decodes what has changed, and tells the rows that differ") {
                let decodings = Decodings()
                Decodings.$current.withValue(decodings) {
                    ids.value = (0..<100).map { pin($0) }
                    let entities = state.entities { $0 }
                    let observation = follow(entities.live(CountedTitle.self, ids))
                    told = []
                    expect(decodings.count) == 100
                    state.update { _ = try? $0.tell(#"{"id": 42, "title": "new"}"#) }
                    state.update { _ = try? $0.tell(#"{"id": 42, "other": "new"}"#) }
                    state.update { _ = try? $0.tell(#"{"id": 200, "title": "new"}"#) }
                    expect(told) == ["~[42→42]"]
                    ids.update { $0.insert(pin(200), at: 0) }
                    ids.update { _ = $0.remove(at: 50) }
                    ids.update { $0.swapAt(0, 99) }
                    expect(decodings.count) == 102
                    expect(told.dropFirst(1).first) == "+[0]"
                    expect(entities.observed.contains(pin(49))).to(beFalse())
                    withExtendedLifetime(observation) {}
                }
            }

            it("looks for those that read an entity that has come or gone once, and not for each of its fields") {
                var table = EntityTable()
                var before = table
                try table.tell(#"{"id": 7, "title": "Tea", "likes": 3, "author": {"id": 1, "name": "A"}}"#)
                expect(Set(table.changes(from: before))) == [
                    EntityFieldKey(pin(7), .status), EntityFieldKey(EntityID("user", 1), .status),
                ]
                before = table
                table.delete(pin(7))
                expect(table.changes(from: before)) == [EntityFieldKey(pin(7), .status)]
            }

            it("tells what another table knows that has taken its place, where the same values are other fields") {
                ids.value = [pin(1)]
                let observation = follow(state.entities { $0 }.live(CountedTitle.self, ids))
                told = []
                var other = EntityTable()
                try other.tell(#"{"id": 1, "name": "t1"}"#)
                state.value = other
                expect(told) == ["~[0→0]"]
                try other.tell(#"{"id": 1, "title": "t2"}"#)
                state.value = other
                expect(told) == ["~[0→0]", "~[0→0]"]
                withExtendedLifetime(observation) {}
            }

            it("leaves out what was deleted, until it exists again, and shows what is unknown as a failure") {
                ids.value = [pin(1), pin(2), pin(300), pin(1)]
                let view = state.entities { $0 }.live(CountedTitle.self, ids)
                let observation = follow(view)
                state.update { $0.delete(pin(1)) }
                state.update { _ = try? $0.tell(#"{"id": 1, "title": "again"}"#) }
                expect(told) == ["t1 t2 pin 300", "-[0]", "+[0]"]
                expect(view.value.map(\.id)) == [pin(1), pin(2), pin(300)]
                withExtendedLifetime(observation) {}
            }

            it("is made of a set, in the order of its identities") {
                let set = Variable<Set<EntityID>>([pin(3), pin(1), pin(2)])
                let view = state.entities { $0 }.live(CountedTitle.self, set)
                expect(view.value.compactMap(\.value?.title)) == ["t1", "t2", "t3"]
                let observation = follow(view)
                state.update { _ = try? $0.tell(#"{"id": 2, "title": "new"}"#) }
                set.update { _ = $0.insert(pin(0)) }
                // What was read before it was observed is followed too.
                expect(told) == ["t1 t2 t3", "~[1→1]", "+[0]"]
                withExtendedLifetime(observation) {}
            }

            it("is right when it is read while nobody observes it, and when it is observed again") {
                ids.value = [pin(1), pin(2)]
                let view = state.entities { $0 }.live(CountedTitle.self, ids)
                expect(view.value.compactMap(\.value?.title)) == ["t1", "t2"]
                follow(view).cancel()
                state.update { _ = try? $0.tell(#"{"id": 2, "title": "new"}"#) }
                ids.update { _ = $0.remove(at: 0) }
                expect(view.value.compactMap(\.value?.title)) == ["new"]
                let observation = follow(view)
                expect(told.last) == "new"
                withExtendedLifetime(observation) {}
            }
        }
    }
}

/// Random changes of identities and entities, beside projections that are read one by one.
final class E2LiveProgramsSpec: Spec {
    private func runProgram(_ random: inout SeededGenerator) -> String? {
        let state = Variable(EntityTable())
        let ids = Variable(Table<EntityID>())
        let view = state.entities { $0 }.live(Title.self, ids.live())
        var rows: [EntityRow<Title>] = []
        func follow() -> LiveObservation {
            view.observeChanges { change in
                switch change {
                case .initial(let all), .reset(let all): rows = Array(all)
                case .update(let all, let changes): changes.apply(to: &rows) { all[$0] }
                }
            }
        }
        var observation: LiveObservation? = follow()
        for step in 0..<40 {
            batch {
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    change(&random, state, ids)
                }
            }
            if Int.random(in: 0..<12, using: &random) == 0 {
                observation = nil
                change(&random, state, ids)
                observation = follow()
            }
            let table = state.value
            let expected = ids.value.filter { table.status(of: $0) != .deleted }
                .map { id in "\(id) \((try? table.read(Title.self, id))?.title ?? "-")" }
            let shown = rows.map { "\($0.id) \($0.value?.title ?? "-")" }
            if shown != expected { return "step \(step): \(shown), not \(expected)" }
        }
        withExtendedLifetime(observation) {}
        return nil
    }

    private func change(
        _ random: inout SeededGenerator,
        _ state: Variable<EntityTable>,
        _ ids: Variable<Table<EntityID>>
    ) {
        let id = pin(Int.random(in: 0..<30, using: &random))
        let position = Int.random(in: 0...ids.value.count, using: &random)
        switch Int.random(in: 0..<8, using: &random) {
        case 0, 1: ids.update { _ = $0.updateOrInsert(id, at: position) }
        case 2: ids.update { _ = $0.remove(id: id) }
        case 3 where ids.value.contains(id: id): ids.update { $0.move(id, to: min(position, $0.count - 1)) }
        case 4: ids.value = Table(ids.value.shuffled(using: &random))
        case 5: state.update { $0.delete(id) }
        default:
            let number = Int.random(in: 0..<100, using: &random)
            state.update { _ = try? $0.tell(#"{"id": \#(id.key), "title": "\#(number)"}"#) }
        }
    }

    func testSpec() {
        it("leave a live view with what is read one by one") { runPrograms(60) { self.runProgram(&$0) } }
    }
}
