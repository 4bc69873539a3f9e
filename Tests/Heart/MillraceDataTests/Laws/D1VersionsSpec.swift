import MillraceSpecs
import TestSupport

@testable import MillraceData

/// Law D1: a table is a value: a copy is O(1), an old version never changes, a change costs O(log n) whoever holds it.
final class D1VersionsSpec: Spec {
    func testSpec() {
        describe("D1: a table") {
            it("leaves its copies as they were, and they are readable") {
                let old = Table((0..<1000).map { Item($0) })
                var new = old
                for number in stride(from: 0, to: 1000, by: 3) { new[id: Item.ID(number)] = nil }
                new.sort { $0.id > $1.id }
                expect(old.map(\.id.number)).to(equal(Array(0..<1000)))
                expect(old[id: Item.ID(3)]).toNot(beNil())
            }

            it("shares all nodes with its copy, and all but a few with a changed one") {
                let old = Table((0..<10_000).map { Numbered(id: $0) })
                var new = old
                expect(new.elements.tree.nodesNot(in: old.elements.tree)).to(equal(0))
                new[id: 5_000]?.text = "changed"
                expect(new.elements.tree.nodesNot(in: old.elements.tree)).to(beLessThan(6))
                new.insert(Numbered(id: 20_000), at: 10)
                new.move(3, to: 9_999)
                expect(new.elements.tree.nodesNot(in: old.elements.tree)).to(beLessThan(30))
            }

            it("is changed in place where nobody holds an old version") {
                var table = Table((0..<1_000).map { Numbered(id: $0) })
                func leaf() -> UnsafeMutableRawPointer { table.elements.tree.place(at: 500).leaf.toOpaque() }
                let address = leaf()
                table[500].text = "first"
                expect(leaf()).to(equal(address))
                table[id: 500]?.text = "second"
                expect(leaf()).to(equal(address))
                let old = table
                table[500].text = "third"
                expect(leaf()).toNot(equal(address))
                expect(old[500].text).to(equal("second"))
            }

            it("changes what an element holds in place as well") {
                var table = Table((0..<100).map { Listed(id: $0, list: Array(repeating: 0, count: 100)) })
                table[id: 7]?.list[0] = 1
                let before = table[7].list.withUnsafeBufferPointer { $0.baseAddress }
                table[id: 7]?.list[1] = 1
                expect(table[7].list.withUnsafeBufferPointer { $0.baseAddress }).to(equal(before))
            }
        }
    }
}

private struct Numbered: Identifiable {
    let id: Int
    var text = ""
}

private struct Listed: Identifiable {
    let id: Int
    var list: [Int]
}

extension Tree {
    /// How many nodes this version does not share with another.
    func nodesNot(in other: Tree) -> Int {
        var known: Set<ObjectIdentifier> = []
        func visit(_ node: Node, _ body: (Node) -> Bool) {
            if body(node) { for child in node.children { visit(child, body) } }
        }
        if let root = other.root { visit(root) { known.insert(ObjectIdentifier($0)).inserted } }
        var count = 0
        if let root {
            visit(root) { node in
                if known.contains(ObjectIdentifier(node)) { return false }
                count += 1
                return true
            }
        }
        return count
    }
}
