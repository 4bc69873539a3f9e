import MillraceData
import MillraceSignals
import MillraceSpecs

/// What DynamicData's tests of filtering, sorting, paging, grouping and distinct values say, with what is told here.
final class DynamicDataFilterSpec: Spec {
    func testSpec() {
        describe("filter") { describeFilter() }
        describe("filter by an observable") { describeObservableFilter() }
        describe("sort") { describeSort() }
        describe("page and virtualise") { describePages() }
        describe("group") { describeGroups() }
        describe("distinct values") { describeDistinct() }
    }

    private func describeFilter() {
        it("passes on what matches of what is added, in one batch") {
            let table = scene(0..<0)
            let told = Told(table.live().filter { $0.rank >= 50 })
            table.update { $0.append(contentsOf: Table(ranks: 0..<100)) }
            expect(told.take()).to(equal("initial 0; +\(Array(0..<50))"))
        }

        it("passes on updates, and those that begin or cease to match as additions and removals") {
            let table = scene(0..<10)
            let told = Told(table.live().filter { $0.rank >= 5 })
            _ = told.take()
            table.update { $0[9].text = "x" }
            expect(told.take()).to(equal("~[4→4]"))
            table.update { $0[9].rank = 0 }
            expect(told.take()).to(equal("-[4]"))
            table.update { $0[9].rank = 7 }
            expect(told.take()).to(equal("+[4]"))
        }

        it("tells removals of what matched, and nothing of what did not") {
            let table = scene(0..<10)
            let told = Told(table.live().filter { $0.rank >= 5 })
            _ = told.take()
            table.update { $0[id: Item.ID(2)] = nil }
            expect(told.take()).to(beNil())
            table.update { $0[id: Item.ID(7)] = nil }
            expect(told.take()).to(equal("-[2]"))
        }

        it("tells several updates of one element in a batch as one change, and what comes and goes in it not at all") {
            let table = scene(0..<2)
            let told = Told(table.live().filter { _ in true })
            _ = told.take()
            table.update {
                $0[0].text = "a"
                $0[0].text = "b"
                $0.append(Item(7))
                $0[id: Item.ID(7)] = nil
            }
            expect(told.take()).to(equal("~[0→0]"))
        }

        it("passes moves on; there they are ignored, for a cache has no order") {
            let table = scene(0..<4)
            let told = Told(table.live().filter { $0.rank > 0 })
            _ = told.take()
            table.update { $0.move(Item.ID(3), to: 0) }
            expect(told.take()).to(equal("↕[2→0]"))
        }

        it("is right for what was there before it was observed, and for each observer") {
            let table = scene(0..<10)
            let view = table.live().filter { $0.rank >= 5 }
            let first = Told(view)
            table.update { _ = $0.remove(at: 9) }
            let second = Told(view)
            expect(first.take()).to(equal("initial 5; -[4]"))
            expect(second.take()).to(equal("initial 4"))
        }
    }

    private func describeObservableFilter() {
        it("is applied again when the condition changes, and tells the differences if they are few") {
            let (table, least) = (scene(0..<100), Variable(50))
            let told = Told(table.live().filter(least.map { least in { (item: Item) in item.rank >= least } }))
            _ = told.take()
            least.value = 52
            expect(told.take()).to(equal("-[0, 1]"))
            least.value = 0
            expect(told.take()).to(equal("reset 100"))
            least.value = 0
            expect(told.take()).to(beNil())
        }

        it("of each element on its own is a property of the element: what changes is the element") {
            let (table, chosen) = (scene(0..<5), Variable(Table([Item(1), Item(3)])))
            let told = Told(table.live().intersection(chosen.live()))
            expect(told.take()).to(equal("initial 2"))
            chosen.update { $0.append(Item(4)) }
            expect(told.take()).to(equal("+[2]"))
            chosen.update { $0[id: Item.ID(4)]?.text = "again" }
            expect(told.take()).to(beNil())
            batch {
                chosen.update { $0.removeAll() }
                chosen.update { $0.append(Item(1)) }
            }
            expect(told.take()).to(equal("-[1, 2]"))
        }
    }

    private func describeSort() {
        it("tells insertions at the beginning, in the middle and at the end by their positions") {
            let table = Variable(Table((0..<5).map { Item($0, rank: $0 * 10) }))
            let told = Told(table.live().sorted(by: \.rank))
            _ = told.take()
            table.update { $0.append(Item(10, rank: -1)) }
            expect(told.take()).to(equal("+[0]"))
            table.update { $0.append(Item(11, rank: 15)) }
            expect(told.take()).to(equal("+[3]"))
            table.update { $0.append(Item(12, rank: 99)) }
            expect(told.take()).to(equal("+[7]"))
        }

        it("tells removals by their positions") {
            let table = scene(0..<5)
            let told = Told(table.live().sorted(by: \.rank))
            _ = told.take()
            for (number, expected) in [(0, "-[0]"), (4, "-[3]"), (2, "-[1]")] {
                table.update { $0[id: Item.ID(number)] = nil }
                expect(told.take()).to(equal(expected))
            }
        }

        it("tells an update in place, and one that moves the row, with both positions") {
            let table = Variable(Table((0..<5).map { Item($0, rank: $0 * 10) }))
            let told = Told(table.live().sorted(by: \.rank))
            _ = told.take()
            table.update { $0[id: Item.ID(2)]?.rank = 21 }
            expect(told.take()).to(equal("~[2→2]"))
            table.update { $0[id: Item.ID(4)]?.rank = -1 }
            expect(told.take()).to(equal("~[4→0] ↕[4→0]"))
            table.update { $0[id: Item.ID(4)]?.rank = 99 }
            expect(told.take()).to(equal("~[0→4] ↕[0→4]"))
        }

        it("tells a batch of all kinds, as what leads from the rows before to those after") {
            let table = Variable(Table((0..<10).map { Item($0, rank: $0 * 10) }))
            let told = Told(table.live().sorted(by: \.rank))
            _ = told.take()
            table.update {
                $0[id: Item.ID(0)] = nil
                $0[id: Item.ID(5)]?.rank = 5
                $0.append(Item(20, rank: 75))
                $0[id: Item.ID(9)]?.text = "x"
            }
            expect(told.take()).to(equal("-[0] +[7] ~[5→0, 9→9] ↕[5→0]"))
            table.update { $0.removeAll() }
            expect(told.take()).to(equal("-\(Array(0..<10))"))
        }

        it("keeps the order of what is equal in it, and is of a filtered view as well") {
            let table = Variable(Table((0..<6).map { Item($0, rank: $0 % 2) }))
            let told = Told(table.live().filter { $0.id.number != 3 }.sorted(by: \.rank))
            expect(told.rows.map(\.id.number)).to(equal([0, 2, 4, 1, 5]))
        }

        it("is made anew by another order, and says so where many rows move: their reset threshold") {
            let (table, isUp) = (scene(0..<50), Variable(true))
            let order = isUp.map { isUp in { (a: Item, b: Item) in isUp ? a.rank < b.rank : a.rank > b.rank } }
            let told = Told(table.live().sorted(by: order))
            _ = told.take()
            isUp.value = false
            expect(told.take()).to(equal("reset 50"))
            expect(told.rows.first?.rank).to(equal(49))
        }
    }

    private func describePages() {
        func pages() -> (table: Variable<Table<Item>>, page: Variable<Range<Int>>, told: Told<Item>) {
            let (table, page) = (scene(0..<100), Variable(0..<5))
            let told = Told(table.live().sorted(by: \.rank).window(page))
            _ = told.take()
            return (table, page, told)
        }

        it("tell what enters and leaves when the page changes, and keep what both have") {
            let (_, page, told) = pages()
            page.value = 5..<10
            expect(told.take()).to(equal("-[0, 1, 2, 3, 4] +[0, 1, 2, 3, 4]"))
            page.value = 7..<12
            expect(told.take()).to(equal("-[0, 1] +[3, 4]"))
            page.value = 7..<14
            expect(told.take()).to(equal("+[5, 6]"))
        }

        it("have what there is where they go beyond the end") {
            let (_, page, told) = pages()
            page.value = 98..<110
            expect(told.rows.map(\.rank)).to(equal([98, 99]))
            page.value = 200..<210
            expect(told.rows).to(beEmpty())
        }

        it("shift when something is inserted or removed before them, and are not told what happens behind them") {
            let (table, page, told) = pages()
            page.value = 10..<15
            _ = told.take()
            table.update { $0.append(Item(200, rank: -1)) }
            expect(told.take()).to(equal("-[4] +[0]"))
            table.update { $0[id: Item.ID(200)] = nil }
            expect(told.take()).to(equal("-[0] +[4]"))
            table.update { $0[id: Item.ID(50)] = nil }
            expect(told.take()).to(beNil())
        }

        it("tell a row that moves within the page, into it and out of it") {
            let (table, _, told) = pages()
            table.update { $0[id: Item.ID(4)]?.rank = -1 }
            expect(told.take()).to(equal("~[4→0] ↕[4→0]"))
            table.update { $0[id: Item.ID(4)]?.rank = 60 }
            expect(told.take()).to(equal("-[0] +[4]"))
            table.update { $0[id: Item.ID(70)]?.rank = 0 }
            expect(told.take()).to(equal("-[4] +[1]"))
        }

        it("of a limited size have the first ones; what falls out is not deleted from the table") {
            let table = scene(0..<0)
            let told = Told(table.live().prefix(3))
            _ = told.take()
            table.update { $0.append(contentsOf: Table(ranks: 0..<5)) }
            expect(told.take()).to(equal("+[0, 1, 2]"))
            expect(table.value.count).to(equal(5))
        }
    }

    private func describeGroups() {
        it("come with the first element, are told once a batch, and go with the last") {
            let table = scene(0..<0)
            let told = ToldSections(table.live().grouped(by: \.rank))
            _ = told.take()
            table.update { $0.append(contentsOf: [Item(1, rank: 20), Item(2, rank: 20), Item(3, rank: 10)]) }
            expect(told.take()).to(equal("sections +[0, 1]"))
            table.update { $0.append(Item(4, rank: 20)) }
            expect(told.take()).to(equal("+[1.2]"))
            table.update { $0[id: Item.ID(3)] = nil }
            expect(told.take()).to(equal("sections -[0]"))
        }

        it("are changed by elements that take another key") {
            let table = Variable(Table([Item(1, rank: 1), Item(2, rank: 1), Item(3, rank: 2)]))
            let told = ToldSections(table.live().grouped(by: \.rank))
            _ = told.take()
            table.update { $0[id: Item.ID(1)]?.rank = 2 }
            expect(told.take()).to(equal("~[\"0.0→1.0\"] ↕[\"0.0→1.0\"]"))
            table.update { $0[id: Item.ID(1)]?.rank = 1 }
            expect(told.take()).to(equal("~[\"1.0→0.0\"] ↕[\"1.0→0.0\"]"))
        }

        it("are made anew by another key, which may be an observable") {
            let (table, size) = (scene(0..<40), Variable(10))
            let key = size.map { size in { (item: Item) in item.rank / size } }
            let told = ToldSections(table.live().grouped(by: key))
            expect(told.take()).to(equal("initial 4"))
            size.value = 20
            expect(told.sections.map(\.1.count)).to(equal([20, 20]))
        }
    }

    private func describeDistinct() {
        it("come with the first element of a value, once, and go with the last") {
            let table = Variable(Table([Item(1, rank: 20)]))
            let told = Told(table.live().distinct(by: \.rank))
            expect(told.take()).to(equal("initial 1"))
            table.update { $0.append(Item(2, rank: 20)) }
            expect(told.take()).to(beNil())
            table.update { $0.append(Item(3, rank: 30)) }
            expect(told.take()).to(equal("+[1]"))
            // The next element of the value takes its place.
            table.update { $0[id: Item.ID(1)] = nil }
            expect(told.take()).to(equal("-[0] +[0]"))
            table.update { $0[id: Item.ID(2)] = nil }
            expect(told.take()).to(equal("-[0]"))
        }

        it("are right after many updates") {
            let table = scene(0..<100)
            let told = Told(table.live().distinct { $0.rank % 7 })
            for number in 0..<100 { table.update { $0[number].rank = number * 3 } }
            expect(Set(told.rows.map { $0.rank % 7 })).to(equal(Set(0..<7)))
            expect(told.rows.count).to(equal(7))
        }
    }
}

private func scene(_ ranks: Range<Int>) -> Variable<Table<Item>> { Variable(Table(ranks: ranks)) }
