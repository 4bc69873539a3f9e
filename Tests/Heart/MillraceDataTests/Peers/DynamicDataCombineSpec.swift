import MillraceData
import MillraceSignals
import MillraceSpecs
import TestSupport

/// What DynamicData's tests of sets, joins, transformations and sources say, with what is told here.
final class DynamicDataCombineSpec: Spec {
    func testSpec() {
        describe("and, or, except, xor") { describeSets() }
        describe("joins") { describeJoins() }
        describe("transform") { describeTransforms() }
        describe("a source") { describeSources() }
    }

    private func describeSets() {
        func scene() -> (Variable<Table<Item>>, Variable<Table<Item>>) { (Variable([]), Variable([])) }

        it("have what their names say, when one source or both have an element") {
            let (a, b) = scene()
            let (left, right) = (a.live(), b.live())
            let and = Told(left.intersection(right))
            let or = Told(left.union(right))
            let except = Told(left.subtracting(right))
            let xor = Told(left.subtracting(right).union(right.subtracting(left)))
            func counts() -> [Int] { [and.rows.count, or.rows.count, except.rows.count, xor.rows.count] }
            a.update { $0.append(Item(1)) }
            expect(counts()).to(equal([0, 1, 1, 1]))
            b.update { $0.append(Item(1)) }
            expect(counts()).to(equal([1, 1, 0, 0]))
            a.update { $0[id: Item.ID(1)] = nil }
            expect(counts()).to(equal([0, 1, 0, 1]))
            b.update { $0[id: Item.ID(1)] = nil }
            expect(counts()).to(equal([0, 0, 0, 0]))
        }

        it("tell an element that both have once, and its removal from one as no removal of the union") {
            let (a, b) = scene()
            let told = Told(a.live().union(b.live()))
            _ = told.take()
            batch {
                a.update { $0.append(Item(1, "first")) }
                b.update { $0.append(Item(1, "second")) }
            }
            expect(told.take()).to(equal("+[0]"))
            expect(told.rows.map(\.text)).to(equal(["first"]))
            // The other source's element takes its place.
            a.update { $0[id: Item.ID(1)] = nil }
            expect(told.take()).to(equal("~[0→0]"))
            expect(told.rows.map(\.text)).to(equal(["second"]))
        }

        it("tell an update of the element that is shown, and none of the one that is hidden") {
            let (a, b) = (Variable(Table([Item(1)])), Variable(Table([Item(1)])))
            let told = Told(a.live().union(b.live()))
            _ = told.take()
            b.update { $0[0].text = "hidden" }
            expect(told.take()).to(beNil())
            a.update { $0[0].text = "shown" }
            expect(told.take()).to(equal("~[0→0]"))
        }

        it("are right for sources that have elements already") {
            let (a, b) = (Variable(Table(ranks: 0..<5)), Variable(Table(ranks: 3..<8)))
            expect(Told(a.live().intersection(b.live())).rows.map(\.rank)).to(equal([3, 4]))
            expect(Told(a.live().union(b.live())).rows.map(\.rank)).to(equal(Array(0..<8)))
            expect(Told(a.live().subtracting(b.live())).rows.map(\.rank)).to(equal([0, 1, 2]))
        }
    }

    private func describeJoins() {
        /// Devices, and what is known of each: an item of the rank of a device describes it.
        func scene() -> (Variable<Table<Item>>, Variable<Table<Item>>) { (Variable([]), Variable([])) }

        it("inner: have a row when both sides are there, whichever comes first") {
            let (left, right) = scene()
            let told = Told(left.live().joined(with: right.live()) { Item.ID($0.rank) })
            _ = told.take()
            left.update { $0.append(contentsOf: [Item(1, rank: 101), Item(2, rank: 102)]) }
            expect(told.take()).to(beNil())
            right.update { $0.append(contentsOf: [Item(101), Item(103)]) }
            expect(told.take()).to(equal("+[0]"))
            right.update { $0.append(Item(102)) }
            expect(told.take()).to(equal("+[1]"))
            left.update { $0.append(Item(3, rank: 103)) }
            expect(told.take()).to(equal("+[2]"))
        }

        it("inner: lose the row with either side, and change with either") {
            let (left, right) = (
                Variable(Table([Item(1, rank: 101), Item(2, rank: 102)])), Variable(Table(ranks: 100..<105))
            )
            let told = Told(left.live().joined(with: right.live()) { Item.ID($0.rank) })
            _ = told.take()
            right.update { $0[id: Item.ID(101)]?.text = "changed" }
            expect(told.take()).to(equal("~[0→0]"))
            left.update { $0[id: Item.ID(2)]?.rank = 104 }
            expect(told.take()).to(equal("~[1→1]"))
            right.update { $0[id: Item.ID(101)] = nil }
            expect(told.take()).to(equal("-[0]"))
            left.update { $0[id: Item.ID(2)] = nil }
            expect(told.take()).to(equal("-[0]"))
        }

        it("inner: have as many rows as refer to one element") {
            let (left, right) = (
                Variable(Table((0..<3).map { Item($0, rank: 100) })), Variable(Table(ranks: 100..<101))
            )
            let told = Told(left.live().joined(with: right.live()) { Item.ID($0.rank) })
            expect(told.take()).to(equal("initial 3"))
            right.update { $0[0].text = "x" }
            expect(told.take()).to(equal("~[0→0, 1→1, 2→2]"))
        }

        it("inner: have no row for a reference that is nil") {
            let (left, right) = (
                Variable(Table([Item(1, rank: 101), Item(2, rank: 0)])), Variable(Table(ranks: 100..<105))
            )
            let told = Told(left.live().joined(with: right.live()) { $0.rank == 0 ? nil : Item.ID($0.rank) })
            expect(told.take()).to(equal("initial 1"))
            left.update { $0[id: Item.ID(2)]?.rank = 102 }
            expect(told.take()).to(equal("+[1]"))
            left.update { $0[id: Item.ID(1)]?.rank = 0 }
            expect(told.take()).to(equal("-[0]"))
        }

        it("left: have a row for each on the left, with or without the other side") {
            let (left, right) = scene()
            let told = Told(left.live().leftJoined(with: right.live()) { Item.ID($0.rank) })
            _ = told.take()
            left.update { $0.append(Item(1, rank: 101)) }
            expect(told.take()).to(equal("+[0]"))
            expect(told.rows[0].right).to(beNil())
            right.update { $0.append(Item(101)) }
            expect(told.take()).to(equal("~[0→0]"))
            right.update { $0.append(Item(102)) }
            expect(told.take()).to(beNil())
            right.update { $0[id: Item.ID(101)] = nil }
            expect(told.take()).to(equal("~[0→0]"))
            left.update { $0.removeAll() }
            expect(told.take()).to(equal("-[0]"))
        }

        it("right: are left joins the other way round") {
            let (left, right) = (
                Variable(Table(ranks: 0..<2)), Variable(Table([Item(100, rank: 1), Item(101, rank: 7)]))
            )
            let told = Told(right.live().leftJoined(with: left.live()) { Item.ID($0.rank) })
            expect(told.rows.map { $0.right?.rank }).to(equal([1, nil]))
        }

        it("full: are a left join and what of the other side is left over") {
            let (left, right) = (Variable(Table(ranks: 0..<2)), Variable(Table(ranks: 1..<3)))
            let both = left.live().leftJoined(with: right.live()) { $0.id }.map {
                Item($0.id.number, $0.right == nil ? "left" : "both")
            }
            let full = Told(both.union(right.live().subtracting(left.live()).map { Item($0.id.number, "right") }))
            expect(full.rows.map(\.text)).to(equal(["left", "both", "right"]))
            left.update { $0[id: Item.ID(1)] = nil }
            expect(full.rows.map(\.text)).to(equal(["left", "right", "right"]))
        }

        it("with many: are sections, by the element that the rows refer to") {
            let people = Variable(Table((0..<6).map { Item(10 + $0, rank: $0 / 3) }))
            let told = ToldSections(people.live().grouped(by: \.rank))
            _ = told.take()
            people.update { $0.append(Item(20, rank: 1)) }
            expect(told.take()).to(equal("+[1.3]"))
            people.update { $0[id: Item.ID(20)]?.rank = 0 }
            expect(told.take()).to(equal("~[\"1.3→0.3\"] ↕[\"1.3→0.3\"]"))
        }
    }

    private func describeTransforms() {
        it("make one row for each that is added or changed, and none for others") {
            let table = Variable(Table(ranks: 0..<100))
            var made: [Int] = []
            let told = Told(
                table.live().map { item in
                    made.append(item.id.number)
                    return Item(item.id.number, "made")
                }
            )
            expect(made).to(equal(Array(0..<100)))
            made = []
            table.update {
                $0[5].text = "x"
                $0.append(Item(200))
                $0[id: Item.ID(50)] = nil
            }
            expect(made).to(equal([5, 200]))
            // The row of the element that was changed is what it was.
            expect(told.log.last).to(equal("-[50] +[99]"))
            table.update { $0.removeAll() }
            expect(told.rows).to(beEmpty())
        }

        it("make all rows again when what they are made with changes") {
            let (table, unit) = (Variable(Table(ranks: 0..<3)), Variable("m"))
            let units = unit.map { unit in Table([Item(0, unit)]) }
            let told = Told(
                table.live().joined(with: units.live()) { _ in Item.ID(0) }
                    .map { Item($0.id.number, "\($0.left.rank) \($0.right.text)") }
            )
            _ = told.take()
            unit.value = "km"
            expect(told.take()).to(equal("~[0→0, 1→1, 2→2]"))
            expect(told.rows.map(\.text)).to(equal(["0 km", "1 km", "2 km"]))
        }

        it("that may fail give a result as a row, and what has failed is a view of its own") {
            let table = Variable(Table(ranks: 0..<4))
            let tried = table.live().map { Item($0.id.number, $0.rank % 2 == 0 ? "made" : "failed") }
            let (made, failed) = (Told(tried.filter { $0.text == "made" }), Told(tried.filter { $0.text == "failed" }))
            expect(made.take()).to(equal("initial 2"))
            table.update { $0[1].rank = 2 }
            expect(made.take()).to(equal("+[1]"))
            expect(failed.log).to(equal(["initial 2", "-[0]"]))
        }

        it("to many: have the children of all, told as they come, go and change") {
            let table = Variable(Table([Item(1, rank: 2), Item(2, rank: 3)]))
            let told = Told(
                table.live().flatMap { item in (0..<item.rank).map { Item(item.id.number * 10 + $0, item.text) } }
            )
            expect(told.take()).to(equal("initial 5"))
            table.update { $0[0].rank = 1 }
            expect(told.take()).to(equal("-[1]"))
            table.update { $0[1].text = "x" }
            expect(told.take()).to(equal("~[1→1, 2→2, 3→3]"))
            table.update { _ = $0.remove(at: 1) }
            expect(told.take()).to(equal("-[1, 2, 3]"))
        }

        it("asynchronously: have rows as they are made, drop those that are gone, and end with the last observer") {
            let (table, scheduler) = (Variable(Table(ranks: 0..<3)), TestScheduler())
            let told = Told(table.live().map(on: scheduler) { Item($0.id.number, "made") })
            table.update { _ = $0.remove(at: 1) }
            scheduler.advance()
            expect(told.take()).to(equal("initial 0; +[0, 1]"))
            told.cancel()
        }

        it("to a tree: have the children of a node as the section of its identity") {
            let table = Variable(Table([Item(1, rank: 0), Item(2, rank: 1), Item(3, rank: 1), Item(4, rank: 2)]))
            let told = ToldSections(table.live().grouped(by: \.rank))
            _ = told.take()
            table.update { $0[id: Item.ID(4)]?.rank = 1 }
            expect(told.take()).to(equal("sections -[2] +[1.2]"))
        }
    }

    private func describeSources() {
        it("tells a batch once, and an empty one not at all") {
            let table = Variable(Table(ranks: 0..<3))
            let told = Told(table.live())
            _ = told.take()
            table.update { _ in }
            expect(told.take()).to(beNil())
            batch { for number in 10..<15 { table.update { $0.append(Item(number)) } } }
            expect(told.take()).to(equal("+[3, 4, 5, 6, 7]"))
        }

        it("tells its count at once, and when it changes") {
            let table = Variable(Table(ranks: 0..<3))
            var counts: [Int] = []
            let subscription = table.live().count.observe { counts.append($0) }
            table.update { $0[0].text = "x" }
            table.update { $0.append(Item(9)) }
            expect(counts).to(equal([3, 4]))
            subscription.cancel()
        }

        it("holds back what changes in a batch, however many are nested, and tells it as one") {
            let table = Variable(Table(ranks: 0..<3))
            let told = Told(table.live())
            _ = told.take()
            batch {
                batch { table.update { $0.append(Item(7)) } }
                expect(told.log).to(beEmpty())
                table.update { _ = $0.remove(at: 0) }
            }
            expect(told.take()).to(equal("-[0] +[2]"))
        }

        it("that is assigned another list tells what differs: no edit is written by hand") {
            let table = Variable(Table(ranks: 0..<10))
            let told = Told(table.live())
            _ = told.take()
            table.value = Table(ranks: 0..<10)
            expect(told.take()).to(beNil())
            table.value = Table(ranks: 3..<12)
            expect(told.take()).to(equal("-[0, 1, 2] +[7, 8]"))
        }

        it("that is switched to another is what that one is, told as the difference") {
            let (first, second) = (Variable(Table(ranks: 0..<3)), Variable(Table(ranks: 1..<4)))
            let isFirst = Variable(true)
            let told = Told(isFirst.flatMapLatest { $0 ? first : second }.live())
            _ = told.take()
            isFirst.value = false
            expect(told.take()).to(equal("-[0] +[2]"))
            first.update { $0.removeAll() }
            expect(told.take()).to(beNil())
            second.update { $0.append(Item(9)) }
            expect(told.take()).to(equal("+[3]"))
        }

        it("is read back to front by a view of the opposite order") {
            let table = Variable(Table(ranks: 0..<4))
            let told = Told(table.live().sorted(by: \.rank, descending: true))
            expect(told.rows.map(\.rank)).to(equal([3, 2, 1, 0]))
            table.update { $0.append(Item(9, rank: 9)) }
            expect(told.log.last).to(equal("+[0]"))
        }

        it("tells whether all of its elements, or any, are something") {
            let table = Variable(Table(ranks: 1..<4))
            var answers: [Bool] = []
            let allPositive = table.live().filter { $0.rank <= 0 }.isEmpty
            let subscription = allPositive.observe { answers.append($0) }
            table.update { $0[0].rank = -1 }
            table.update { $0[1].rank = -1 }
            table.update { $0.removeAll { $0.rank < 0 } }
            expect(answers).to(equal([true, false, true]))
            subscription.cancel()
        }
    }
}
