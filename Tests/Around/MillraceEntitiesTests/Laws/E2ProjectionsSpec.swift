import MillraceSignals
import MillraceSpecs
import TestSupport

@testable import MillraceEntities

/// Law E2: a projection is any `Decodable` type. It changes in the turn in which a field that it reads changes, and in
/// no other.
final class E2ProjectionsSpec: Spec {
    func testSpec() {
        describe("E2: a projection") {
            var state = Variable(EntityTable())
            var entities = state.entities { $0 }
            var heard: [String] = []
            beforeEach {
                state = Variable(EntityTable())
                entities = state.entities { $0 }
                heard = []
            }

            func hear<P: Decodable>(_ type: P.Type, _ id: EntityID, _ text: @escaping (P) -> String) -> Subscription {
                entities.observable(type, id).observe { result in
                    switch result {
                    case .success(let value): heard.append(text(value))
                    case .failure(let error): heard.append("\(error)")
                    }
                }
            }

            it("is told of changes though it was read before it was observed") {
                try state.update { _ = try $0.tell(#"{"id": 7, "title": "Tea"}"#) }
                let title = entities.observable(Pin.self, pin7).map { (try? $0.get().title) ?? "" }
                expect(title.value).to(equal("Tea"))
                let subscription = title.observe { heard.append($0) }
                try state.update { _ = try $0.tell(#"{"id": 7, "title": "Cup"}"#) }
                expect(heard).to(equal(["Tea", "Cup"]))
                subscription.cancel()
            }

            it("is told once for each turn in which something that it reads changes") {
                try state.update { _ = try $0.tell(#"{"id": 7, "title": "Tea", "author": {"id": 3, "name": "Ada"}}"#) }
                let subscription = hear(Pin.self, pin7) { "\($0.title) by \($0.author?.name ?? "nobody")" }
                try state.update { _ = try $0.tell(#"{"id": 7, "likes": 5}"#) }
                try state.update { _ = try $0.tell(#"{"id": 8, "title": "x"}"#) }
                expect(heard).to(equal(["Tea by Ada"]))
                try state.update { _ = try $0.tell(#"{"id": 3, "name": "Grace"}"#, as: .one("user")) }
                try state.update {
                    _ = try $0.tell(#"{"id": 7, "title": "Cup", "author": {"id": 3, "name": "Grace"}}"#)
                }
                try state.update { _ = try $0.tell(#"{"id": 7, "author": {"id": 4, "name": "Bob"}}"#) }
                try state.update { _ = try $0.tell(#"{"id": 3, "name": "unseen"}"#, as: .one("user")) }
                expect(heard).to(equal(["Tea by Ada", "Tea by Grace", "Cup by Grace", "Cup by Bob"]))
                subscription.cancel()
            }

            it("is the same while it is held or followed, so that a tracked observable decodes what has changed") {
                try state.update { table in
                    let pins = (0..<1_000).map { #"{"id": \#($0), "title": "\#($0)"}"# }
                    try table.tell("[\(pins.joined(separator: ","))]", as: .many("pin"))
                }
                let decodings = Decodings()
                Decodings.$current.withValue(decodings) {
                    let count = Variable(1_000)
                    let titles = Observable { [entities] read in
                        (0..<read(count)).map { id in
                            (try? read(entities.observable(CountedTitle.self, EntityID("pin", id))).get().title) ?? "?"
                        }
                    }
                    let subscription = titles.observe { heard = $0 }
                    expect(decodings.count).to(equal(1_000))
                    state.update { _ = try? $0.tell(#"{"id": 42, "title": "new"}"#) }
                    expect(heard[42]).to(equal("new"))
                    expect(decodings.count).to(equal(1_001))
                    count.value = 10
                    state.update { _ = try? $0.tell(#"{"id": 42, "title": "newer"}"#) }
                    expect(decodings.count).to(equal(1_001))
                    count.value = 43
                    expect(heard[42]).to(equal("newer"))
                    expect(decodings.count).to(equal(1_034))
                    subscription.cancel()
                }
            }

            it("is told when a field arrives that it lacked, even one that nothing has had") {
                let subscription = hear(Pin.self, pin7) { $0.title }
                try state.update { _ = try $0.tell(#"{"id": 7}"#) }
                try state.update { _ = try $0.tell(#"{"id": 7, "note": "x"}"#) }
                try state.update { _ = try $0.tell(#"{"id": 7, "title": "Tea", "author": 3}"#) }
                try state.update { _ = try $0.tell(#"{"id": 3, "name": "Ada"}"#, as: .one("user")) }
                expect(heard).to(
                    equal([
                        "pin 7: nothing is known of it", "pin 7.title: not known yet",
                        "pin 7.author: nothing is known of it", "Tea",
                    ])
                )
                subscription.cancel()
            }

            it("is told of what it read before it failed, and of optionals that it did not find") {
                struct Optional: Decodable {
                    let note: String?
                    let size: Int
                }
                try state.update { _ = try $0.tell(#"{"id": 7, "size": "x"}"#) }
                let subscription = hear(Optional.self, pin7) { "\($0.note ?? "-") \($0.size)" }
                try state.update { _ = try $0.tell(#"{"id": 7, "size": 1}"#) }
                try state.update { _ = try $0.tell(#"{"id": 7, "note": "n"}"#) }
                expect(heard).to(equal(["pin 7.size: Int is expected, and a string found", "- 1", "n 1"]))
                subscription.cancel()
            }

            it("that reads all fields is told of those to come") {
                try state.update { _ = try $0.tell(#"{"id": 3, "a": "1"}"#, as: .one("user")) }
                let subscription = hear([String: String].self, user3) {
                    "\($0.sorted { $0.key < $1.key }.map { $0.key + $0.value })"
                }
                try state.update { _ = try $0.tell(#"{"id": 3, "b": "2"}"#, as: .one("user")) }
                expect(heard).to(equal([#"["a1", "id3"]"#, #"["a1", "b2", "id3"]"#]))
                subscription.cancel()
            }

            it("is told of a change that waits, and of its end") {
                try state.update { _ = try $0.tell(#"{"id": 7, "title": "Tea"}"#) }
                let subscription = hear(Title.self, pin7) { $0.title ?? "-" }
                var change: EntityChange?
                try state.update { change = try $0.edit(Title.self, pin7) { $0.title = "Cup" } }
                if let change { state.update { $0.confirm(change) } }
                if let change = try state.update({ try $0.edit(Title.self, pin7) { $0.title = "Jug" } })
                    as EntityChange?
                {
                    state.update { $0.refuse(change) }
                }
                state.update { $0.delete(pin7) }
                expect(heard).to(equal(["Tea", "Cup", "Jug", "Cup", "pin 7: deleted"]))
                subscription.cancel()
            }

            it("is part of the turn, and mixes nothing") {
                try state.update { _ = try $0.tell(#"{"id": 7, "title": "0"}"#) }
                let title = entities.observable(Title.self, pin7).map { (try? $0.get().title) ?? "-" }
                let count = state.map(\.count)
                let subscription = combine(title, count).observe { heard.append("\($0) \($1)") }
                try state.update { _ = try $0.tell(#"[{"id": 7, "title": "1"}, {"id": 8}]"#, as: .many("pin")) }
                batch {
                    try? state.update { _ = try $0.tell(#"{"id": 7, "title": "2"}"#) }
                    expect(title.value).to(equal("2"))
                    try? state.update { _ = try $0.tell(#"{"id": 9}"#) }
                }
                expect(heard).to(equal(["0 1", "1 2", "2 3"]))
                subscription.cancel()
            }

            it("is right when it is read while nobody observes it") {
                let title = entities.observable(Title.self, pin7)
                expect(message { _ = try title.value.get() }).to(equal("pin 7: nothing is known of it"))
                try state.update { _ = try $0.tell(#"{"id": 7, "title": "Tea"}"#) }
                expect(try title.value.get().title).to(equal("Tea"))
                let subscription = title.observe { _ in }
                subscription.cancel()
                try state.update { _ = try $0.tell(#"{"id": 7, "title": "Cup"}"#) }
                expect(try title.value.get().title).to(equal("Cup"))
            }
        }

        describe("a list of projections") {
            it("decodes only the rows that changed") {
                let state = Variable(EntityTable())
                let entities = state.entities { $0 }
                try state.update { store in
                    _ = try store.tell(
                        "[\((0..<100).map { #"{"id": \#($0), "title": "t\#($0)"}"# }.joined(separator: ","))]",
                        as: .many("pin")
                    )
                }
                let decodings = Decodings()
                try Decodings.$current.withValue(decodings) {
                    let list = entities.observable(CountedTitle.self, (0..<100).map { EntityID("pin", $0) })
                    var heard = 0
                    let subscription = list.observe { _ in heard += 1 }
                    expect(decodings.count).to(equal(100))
                    try state.update { _ = try $0.tell(#"{"id": 42, "title": "new"}"#) }
                    try state.update { _ = try $0.tell(#"{"id": 42, "other": "new"}"#) }
                    try state.update { _ = try $0.tell(#"{"id": 200, "title": "new"}"#) }
                    expect(decodings.count).to(equal(101))
                    expect(heard).to(equal(2))
                    expect(try list.value[42].get().title).to(equal("new"))
                    subscription.cancel()
                }
            }

            it("follows a list that changes, and keeps what stays") {
                let state = Variable(EntityTable())
                let entities = state.entities { $0 }
                let ids = Variable([EntityID("pin", 1), EntityID("pin", 2), EntityID("pin", 1)])
                try state.update {
                    _ = try $0.tell(
                        #"[{"id": 1, "title": "a"}, {"id": 2, "title": "b"}, {"id": 3, "title": "c"}]"#,
                        as: .many("pin")
                    )
                }
                var heard: [[String]] = []
                let list = entities.observable(CountedTitle.self, ids).map { $0.map { (try? $0.get().title) ?? "-" } }
                let decodings = Decodings()
                try Decodings.$current.withValue(decodings) {
                    let subscription = list.observe { heard.append($0) }
                    ids.value = [EntityID("pin", 3), EntityID("pin", 2), EntityID("pin", 9)]
                    try batch {
                        ids.value.removeFirst()
                        try state.update { _ = try $0.tell(#"{"id": 2, "title": "B"}"#) }
                    }
                    expect(heard).to(equal([["a", "b", "a"], ["c", "b", "-"], ["B", "-"]]))
                    expect(decodings.count).to(equal(5))
                    subscription.cancel()
                }
            }
        }

        describe("random programs") {
            it("tell exactly when what is read differs, and what a fresh decoding gives") {
                var random = SeededGenerator(Seed.current)
                for _ in Programs(150) {
                    if let problem = try Watching.run(&random) {
                        fail(problem)
                        break
                    }
                }
            }
        }
    }
}

/// Random merges, deletions and changes, under observers of some projections: each is told exactly in the turns in
/// which something differs that it has read, and sees what a fresh decoding gives.
private enum Watching {
    struct User: Codable {
        var a: Int?
        var best: Best?
        var friends: [Best]?
    }

    struct Best: Codable {
        var id: Int
        var b: Known<Int>
    }

    static func run(_ random: inout SeededGenerator) throws -> String? {
        let state = Variable(EntityTable())
        let entities = state.entities { $0 }
        let ids = (0..<4).map { EntityID("user", $0) }
        var told = Array(repeating: 0, count: 4)
        var expected = Array(repeating: 1, count: 4)
        var former = state.value
        let observables = ids.map { entities.observable(User.self, $0) }
        let subscriptions = observables.enumerated().map { index, observable in
            observable.observe { _ in told[index] += 1 }
        }
        var changes: [EntityChange] = []
        for step in 0..<40 {
            let observed = entities.observed
            try state.update { store in
                try change(&store, &changes, &random)
                if step % 5 == 4 { store.evict(downTo: 3, keeping: observed) }
            }
            for (index, id) in ids.enumerated() {
                if facts(state.value, id, as: former) != facts(former, id, as: former) { expected[index] += 1 }
                let now = text(state.value, id)
                let seen = describe(observables[index].value)
                if seen != now { return "after step \(step) user \(index) is \(now), and \(seen) is seen" }
            }
            former = state.value
            if told != expected {
                return "after step \(step) the observers were told \(told) times, and not \(expected)"
            }
        }
        subscriptions.forEach { $0.cancel() }
        return nil
    }

    /// What a store says of all that a projection reads in another one.
    private static func facts(_ store: EntityTable, _ id: EntityID, as other: EntityTable) -> [EntityFieldKey: String] {
        let reading = ProjectionDecoding(other.snapshot)
        _ = try? reading.decode(User.self, id)
        var facts: [EntityFieldKey: String] = [:]
        for key in reading.reads {
            let seen = store.snapshot.view(of: key.id)
            facts[key] =
                switch key.part {
                case .status: "\(seen.status)"
                case .fields: "\(seen.numbers)"
                case .number(let number): "\(String(describing: seen[number]))"
                case .name(let name):
                    "\(String(describing: store.base.number(of: name, in: key.id.kind).flatMap { seen[$0] }))"
                }
        }
        return facts
    }

    private static func text(_ store: EntityTable, _ id: EntityID) -> String {
        describe(Result { () throws(EntityError) in try store.read(User.self, id) })
    }

    private static func describe(_ result: Result<User, EntityError>) -> String {
        switch result {
        case .success(let user): "\(user)"
        case .failure(let error): "\(error)"
        }
    }

    private static func change(
        _ store: inout EntityTable,
        _ changes: inout [EntityChange],
        _ random: inout SeededGenerator
    ) throws {
        let id = Int.random(in: 0..<4, using: &random)
        let value = Int.random(in: 0..<3, using: &random)
        switch Int.random(in: 0..<9, using: &random) {
        case 0: try store.tell(#"{"id": \#(id), "a": \#(value)}"#, as: .one("user"))
        case 1: try store.tell(#"{"id": \#(id), "b": \#(value)}"#, as: .one("user"))
        case 2: try store.tell(#"{"id": \#(id), "best": {"id": \#(value), "b": 1}}"#, as: .one("user"))
        case 3: try store.tell(#"{"id": \#(id), "friends": [\#(value), 3], "best": null}"#, as: .one("user"))
        case 4: try store.tell(#"{"id": \#(id), "unread": \#(value)}"#, as: .one("user"))
        case 5: store.delete(EntityID("user", id))
        case 6:
            if let change = try? store.edit(User.self, EntityID("user", id), { $0.a = value }) {
                changes.append(change)
            }
        case 7: if let change = changes.popLast() { store.confirm(change) }
        default: if !changes.isEmpty { store.refuse(changes.removeFirst()) }
        }
    }
}
