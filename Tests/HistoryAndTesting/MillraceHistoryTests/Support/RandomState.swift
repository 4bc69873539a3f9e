import Foundation
import MillraceData
import MillraceSpecs

/// A state of everything that states are made of, which is likely to differ from another one here and there.
struct RandomState {
    struct Leaf: Hashable, Identifiable {
        var id: Int
        var name: String
        var note: String?
    }

    /// Has no `==`.
    struct Branch: Identifiable {
        var id: Name
        var leaves: [Leaf]
        var table: Table<Leaf>
        var further: Leaf??
    }

    struct Name: Hashable, CustomStringConvertible {
        var text: String
        var description: String { "the same for all" }
    }

    enum Kind: Hashable { case red, blue, other(String, weight: Int) }

    enum Shape {
        case point
        case circle(radius: Double)
        case both(Int, label: String)
        case leaf(Leaf)
        case leaves([Leaf])
        indirect case within(Shape?)
    }

    final class Object {
        var number: Int
        init(_ number: Int) { self.number = number }
    }

    var number = 0
    var large: Int64 = 0
    var real = 0.0
    var text = ""
    var flag = false
    var maybe: Int?
    var maybeMaybe: Int??
    var maybeList: [Int]??
    var shape = Shape.point
    var words: [String] = []
    var leaves: [Leaf] = []
    var lists: [[Leaf]] = []
    var branches: [Branch] = []
    var byName: [String: Leaf] = [:]
    var byKind: [Kind: [Leaf?]] = [:]
    var byAnything: [AnyHashable: Int] = [:]
    var kinds: Set<Kind> = []
    var someLeaves: Set<Leaf> = []
    var table: Table<Leaf> = []
    var deepTable: Table<Branch> = []
    var pair = (1, name: "one")
    var anything: Any = 0
    var hashable: AnyHashable = 0
    var slice: ArraySlice<Int> = []
    var address = URL(string: "http://a.example/1")
    var moment = Date(timeIntervalSince1970: 0)
    var range = 0..<1
    var object: Object?
    var closure: () -> Void = {}
}

// MARK: - Random ones

struct StateMaker {
    var random: SeededGenerator

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    private mutating func chance(_ one: Int) -> Bool { number(1...one) == 1 }
    private mutating func several<Item>(_ most: Int = 4, _ make: (inout StateMaker) -> Item) -> [Item] {
        (0..<number(0...most)).map { _ in make(&self) }
    }

    mutating func state() -> RandomState {
        var state = RandomState()
        for _ in 0..<number(0...15) { change(&state) }
        return state
    }

    /// The same state with a few changes, or another one.
    mutating func next(after state: RandomState) -> RandomState {
        if chance(8) { return self.state() }
        var next = state
        for _ in 0..<number(0...5) { change(&next) }
        return next
    }

    private mutating func text() -> String {
        ["", "a", "b", "é", "\"\\\n\u{1}", "</script>", "👩‍👩‍👧", "long " + String(repeating: "x", count: number(0...40))]
            .randomElement(using: &random) ?? ""
    }

    private mutating func leaf(_ most: Int = 6) -> RandomState.Leaf {
        RandomState.Leaf(id: number(0...most), name: text(), note: chance(2) ? nil : text())
    }

    private mutating func branch() -> RandomState.Branch {
        RandomState.Branch(
            id: RandomState.Name(text: "\(number(0...5))"),
            leaves: several { $0.leaf() },
            table: Table(several { $0.leaf() }) { $1 },
            further: further()
        )
    }

    private mutating func further() -> RandomState.Leaf?? {
        switch number(0...2) {
        case 0: .none
        case 1: .some(nil)
        default: .some(leaf())
        }
    }

    private mutating func kind() -> RandomState.Kind {
        chance(2) ? .red : chance(2) ? .blue : .other(text(), weight: number(0...2))
    }

    private mutating func shape(_ depth: Int = 3) -> RandomState.Shape {
        switch number(0...(depth > 0 ? 5 : 4)) {
        case 0: .point
        case 1: .circle(radius: Double(number(0...3)))
        case 2: .both(number(0...2), label: text())
        case 3: .leaf(leaf())
        case 4: .leaves(several { $0.leaf() })
        default: .within(chance(3) ? nil : shape(depth - 1))
        }
    }

    private mutating func change(_ shape: RandomState.Shape) -> RandomState.Shape {
        switch shape {
        case .leaf(var leaf) where chance(2):
            leaf.name = text()
            return .leaf(leaf)
        case .leaves(let leaves) where chance(2): return .leaves(changed(leaves) { $0.leaf() })
        case .both(let number, _) where chance(2): return .both(number, label: text())
        case .within(let inner?) where chance(2): return .within(change(inner))
        default: return self.shape()
        }
    }

    private mutating func changed<Item>(_ list: [Item], _ make: (inout StateMaker) -> Item) -> [Item] {
        var list = list
        switch number(0...4) {
        case 0: list.insert(make(&self), at: number(0...list.count))
        case 1 where !list.isEmpty: list.remove(at: number(0...list.count - 1))
        case 2 where !list.isEmpty: list[number(0...list.count - 1)] = make(&self)
        case 3 where !list.isEmpty: list.swapAt(0, number(0...list.count - 1))
        default: list.shuffle(using: &random)
        }
        return list
    }

    private mutating func change(_ table: inout Table<RandomState.Leaf>) {
        if chance(6) {
            table = Table(several(30) { $0.leaf(40) }) { $1 }
            return
        }
        let place = table.isEmpty ? 0 : number(0...table.count - 1)
        switch number(0...4) {
        case 0 where !table.isEmpty: table.remove(at: place)
        case 1 where !table.isEmpty: table[place].name = text()
        case 2 where !table.isEmpty: table.move(table[place].id, to: number(0...table.count - 1))
        case 3 where !table.isEmpty:
            table[place].note = text()
            table.move(table[place].id, to: number(0...table.count - 1))
        default: table.updateOrAppend(leaf(40))
        }
    }

    private mutating func change(_ state: inout RandomState) {
        switch number(0...26) {
        case 0: state.number = number(0...3)
        case 1: state.large = [0, 1 << 60, .min, 9_007_199_254_740_993].randomElement(using: &random) ?? 0
        case 2: state.real = [0, 1.5, .nan, .infinity, 1e300].randomElement(using: &random) ?? 0
        case 3: (state.text, state.flag) = (text(), chance(2))
        case 4: state.maybe = chance(2) ? nil : number(0...2)
        case 5: state.maybeMaybe = chance(3) ? Int??.none : chance(2) ? Int??.some(nil) : number(0...2)
        case 6:
            state.maybeList = chance(3) ? [Int]??.none : chance(2) ? [Int]??.some(nil) : several { $0.number(0...2) }
        case 7: state.shape = change(state.shape)
        case 8: state.words = changed(state.words) { $0.text() }
        case 9: state.leaves = changed(state.leaves) { $0.leaf() }
        case 10: state.lists = changed(state.lists) { maker in maker.several { $0.leaf() } }
        case 11: state.branches = changed(state.branches) { $0.branch() }
        case 12 where !state.branches.isEmpty: state.branches[0].leaves = several { $0.leaf() }
        case 13 where !state.branches.isEmpty: state.branches[0].further = further()
        case 14: state.byName[text()] = chance(3) ? nil : leaf()
        case 15: state.byKind[kind()] = chance(3) ? nil : several { $0.chance(3) ? nil : $0.leaf() }
        case 16: state.byAnything = [1: 1, "1": number(1...2), AnyHashable(kind()): 3]
        case 17: if chance(2) { state.kinds.insert(kind()) } else { state.kinds.remove(kind()) }
        case 18: if chance(2) { state.someLeaves.insert(leaf()) } else { _ = state.someLeaves.popFirst() }
        case 19, 20: change(&state.table)
        case 21: state.deepTable.updateOrAppend(branch())
        case 22 where !state.deepTable.isEmpty:
            let place = number(0...state.deepTable.count - 1)
            if chance(3) {
                state.deepTable.move(state.deepTable[place].id, to: 0)
            } else {
                change(&state.deepTable[place].table)
            }
        case 23: state.pair = (number(0...2), name: text())
        case 24: state.anything = [1, "1", leaf(), Int?.none as Any, [1], kind()].randomElement(using: &random) ?? 0
        case 25:
            let all: [AnyHashable] = [1, "1", AnyHashable(leaf()), AnyHashable([1, 2])]
            state.hashable = all.randomElement(using: &random) ?? AnyHashable(0)
            state.slice = [1, 2, 3, 4][number(0...2)...]
            state.object = chance(2) ? nil : RandomState.Object(number(0...3))
        default:
            state.address = URL(string: "http://a.example/\(number(0...2))")
            state.moment = Date(timeIntervalSince1970: Double(number(0...2)))
            state.range = 0..<number(1...3)
        }
    }
}
