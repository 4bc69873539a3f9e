import MillraceData
import MillraceSignals
import MillraceSpecs

/// What Realm's tests say of links, of transactions within notifications, of skipped ones, and of sections.
final class RealmObserversSpec: Spec {
    func testSpec() {
        describe("rows that refer to others") { describeLinks() }
        describe("writes") { describeWrites() }
        describe("sections") { describeSections() }
    }

    private func describeLinks() {
        /// Five rows, each of which refers to an element of the same number.
        func scene() -> (links: Variable<Table<Item>>, texts: Variable<Table<Item>>, told: Told<Joined<Item, Item?>>) {
            let links = Variable(Table((0..<5).map { Item(100 + $0, rank: $0) }))
            let texts = Variable(Table((0..<5).map { Item($0, "text") }))
            let told = Told(links.live().leftJoined(with: texts.live()) { Item.ID($0.rank) })
            _ = told.take()
            return (links, texts, told)
        }

        it("are changed when what they refer to is deleted") {
            let (_, texts, told) = scene()
            texts.update { $0[id: Item.ID(3)] = nil }
            expect(told.take()).to(equal("~[3→3]"))
        }

        it("are changed when what they refer to is") {
            let (_, texts, told) = scene()
            texts.update { $0[id: Item.ID(3)]?.text = "a" }
            expect(told.take()).to(equal("~[3→3]"))
        }

        it("are not changed by what they do not refer to") {
            let (_, texts, told) = scene()
            texts.update { $0.append(Item(9)) }
            expect(told.take()).to(beNil())
        }

        it("are all changed when all that they refer to is deleted, whatever is inserted then") {
            let (_, texts, told) = scene()
            texts.update {
                $0.removeAll()
                $0.append(Item(20))
                $0.append(Item(21))
                $0[id: Item.ID(21)] = nil
            }
            expect(told.take()).to(equal("~[0→0, 1→1, 2→2, 3→3, 4→4]"))
        }

        it("are found from the other side: those that refer to an element come and go with their references") {
            let people = Variable(Table((0..<10).map { Item($0, rank: 1) }))
            let parents = Told(people.live().filter { $0.rank == 1 })
            _ = parents.take()
            people.update { $0[id: Item.ID(5)] = nil }
            expect(parents.take()).to(equal("-[5]"))
            people.update { $0.append(Item(20, rank: 1)) }
            expect(parents.take()).to(equal("+[9]"))
            people.update { $0.rerank(1, 2) }
            expect(parents.take()).to(equal("-[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]"))
        }
    }

    private func describeWrites() {
        it("that name an observer are left out of what it is told, also of those that follow") {
            let table = Variable(Table(ranks: 0..<10))
            let told = Told(table.live().filter { (1...4).contains($0.rank) })
            _ = told.take()
            withoutNotifying(told.observation!) { table.update { $0.append(Item(20, rank: 3)) } }
            expect(told.take()).to(beNil())
            table.update { $0.append(Item(21, rank: 3)) }
            expect(told.take()).to(equal("+[5]"))
        }

        it("that name an observer of another table are told as always") {
            let (table, other) = (Variable(Table(ranks: 0..<3)), Variable(Table(ranks: 0..<3)))
            let (told, named) = (Told(table.live()), Told(other.live()))
            _ = told.take()
            withoutNotifying(named.observation!) { table.update { $0.append(Item(20)) } }
            expect(told.take()).to(equal("+[3]"))
        }

        it("within an observer make turns of their own, which all observers are told in order") {
            let table = Variable(Table(ranks: 0..<4))
            let view = table.live()
            let first = Told(view)
            let deleting = view.observeChanges { [table] change in
                if !change.rows.isEmpty { table.update { _ = $0.remove(at: $0.count - 1) } }
            }
            let last = Told(view)
            // Realm's third observer is told each deletion as well; here it comes when all are over.
            expect(first.take()).to(equal("initial 4; -[3]; -[2]; -[1]; -[0]"))
            expect(last.take()).to(equal("initial 0"))
            table.update { $0 = Table(ranks: 0..<3) }
            expect(first.take()).to(equal("+[0, 1, 2]; -[2]; -[1]; -[0]"))
            expect(last.take()).to(equal("+[0, 1, 2]; -[2]; -[1]; -[0]"))
            deleting.cancel()
        }

        it("that are given up are told nobody") {
            struct Cancelled: Error {}
            let table = Variable(Table(ranks: 0..<4))
            let told = Told(table.live())
            _ = told.take()
            try? transaction(table) { items throws(Cancelled) in
                items.removeAll()
                throw Cancelled()
            }
            expect(told.take()).to(beNil())
            expect(table.value.count).to(equal(4))
        }
    }

    private func describeSections() {
        /// Words by their first letters, as Realm's tests have them.
        func scene(_ words: [String]) -> (Variable<Table<Item>>, ToldSections<String, Item>) {
            let table = Variable(Table(words.enumerated().map { Item($0.offset, $0.element) }))
            let told = ToldSections(table.live().sorted(by: \.text).grouped { String($0.text.prefix(1)) })
            _ = told.take()
            return (table, told)
        }

        let words = ["any", "zebra", "apple", "zulu", "banana"]

        it("come with their first rows, which are not told one by one") {
            let (table, told) = scene([])
            table.update { $0.append(contentsOf: words.enumerated().map { Item($0.offset, $0.element) }) }
            expect(told.take()).to(equal("sections +[0, 1, 2]"))
            expect(told.sections.map(\.0)).to(equal(["a", "b", "z"]))
        }

        it("tell rows that come, go and change, by section and row") {
            let (table, told) = scene(words)
            table.update { $0.append(Item(9, "beans")) }
            expect(told.take()).to(equal("+[1.1]"))
            table.update { $0[id: Item.ID(4)] = nil }
            expect(told.take()).to(equal("-[1.0]"))
            table.update { $0[id: Item.ID(9)]?.text = "breakfast" }
            expect(told.take()).to(equal("~[\"1.0→1.0\"]"))
        }

        it("tell a row that leaves a section which goes as inserted") {
            let (table, told) = scene(words)
            table.update { $0[id: Item.ID(4)]?.text = "all" }
            expect(told.take()).to(equal("sections -[1] +[0.0]"))
        }

        it("tell rows that go to another section which stays as moves; Realm inserts and deletes") {
            let (table, told) = scene(words + ["beans"])
            table.update { $0[id: Item.ID(4)]?.text = "all" }
            expect(told.take()).to(equal("~[\"1.0→0.0\"] ↕[\"1.0→0.0\"]"))
        }

        it("go with their last row, while another one comes with the same rows") {
            let (table, told) = scene(words)
            table.update { for number in [0, 2] { $0[id: Item.ID(number)]?.text = "max" } }
            expect(told.take()).to(equal("sections -[0] +[1]"))
        }

        it("are observed one by one, by a view of their rows alone") {
            let (table, _) = scene(words)
            let told = Told(table.live().filter { $0.text.hasPrefix("a") }.sorted(by: \.text))
            _ = told.take()
            table.update { $0[id: Item.ID(3)]?.text = "app" }
            expect(told.take()).to(equal("+[1]"))
        }
    }
}
