import MillraceData
import MillraceSignals
import MillraceSpecs
import MillraceViews
import Synchronization
import TestSupport

/// Live rows reach a renderer by position, with their changes (law V3).
final class BindLiveViewSpec: Spec {
    func testSpec() {
        describe("a renderer of a live view") {
            @TestState var scene = LiveScene()

            it("is told all rows at once, and then what has changed, once a turn") {
                let recorder = scene.bind()
                expect(recorder.log).to(equal(["all of [abc]"]))
                batch {
                    scene.table.update { $0.append(Letter("d")) }
                    scene.table.update { $0[id: "a"] = nil }
                }
                expect(recorder.log.last).to(equal("-[0.0] +[0.2] of [bcd]"))
                scene.table.update { $0[id: "c"]?.text = "C" }
                expect(recorder.log.last).to(equal("~[0.1] of [bCd]"))
                expect(recorder.log.count).to(equal(3))
            }

            it("is told of the row that has changed, not of its section, and of nothing with a title") {
                let title = Variable<String?>(nil)
                let recorder = scene.bind(title: title)
                scene.table.update { $0[id: "c"]?.text = "C" }
                expect(recorder.changes?.modifications).to(equal([.init(old: at(0, 2), new: at(0, 2))]))
                expect(recorder.changes?.sections).to(equal(RowChanges()))
                title.value = "letters"
                expect(recorder.changes).to(equal(SectionChanges()))
            }

            it("is told nothing of what changes no row") {
                let recorder = scene.bind()
                scene.table.update { $0[id: "a"]?.note = "not shown" }
                expect(recorder.log.count).to(equal(1))
            }

            it("is told a new title, with and without a change of the rows, and not of an equal one") {
                let title = Variable<String?>("three")
                let recorder = scene.bind(title: title)
                batch {
                    scene.table.update { $0.append(Letter("d")) }
                    title.value = "four"
                }
                title.value = "letters"
                title.value = "letters"
                expect(recorder.log).to(equal(["three: all of [abc]", "four: +[0.3] of [abcd]", "letters: of [abcd]"]))
            }

            it("is told all rows again where a condition has changed and many rows with it") {
                let limit = Variable(0)
                let condition = limit.map { limit in { (letter: Letter) in letter.note.count >= limit } }
                let recorder = Recorder()
                scene.table.value = Table((0..<100).map { Letter("\($0)", note: $0 % 2 == 0 ? "" : "odd") })
                keep(scene.table.live().filter(condition).bind(to: recorder, row: \.row))
                limit.value = 1
                expect(recorder.kinds).to(equal(["all", "all"]))
            }

            it("is told sections with their headers") {
                let recorder = Recorder()
                let sections = scene.table.live().grouped { $0.text == "b" ? 1 : 0 }
                keep(
                    sections.bind(to: recorder) {
                        "#\($0)"
                    } row: {
                        $0.row
                    }
                )
                expect(recorder.log).to(equal(["all of #0[ac]#1[b]"]))
                scene.table.update { $0[id: "a"]?.text = "b" }
                expect(recorder.log.last).to(equal("~[0.0→1.0] ↕[0.0→1.0] of #0[c]#1[bb]"))
            }

            it("reads sections with their identities, and rows by their paths") {
                let recorder = Recorder()
                let sections = scene.table.live().grouped { $0.text == "b" ? "second" : "first" }
                keep(sections.bind(to: recorder, header: { $0 }, row: \.row))
                expect(recorder.table?[1].id).to(equal("second"))
                expect(recorder.table?[at(0, 1)]).to(equal(ListRow("c", "c")))
                expect(recorder.table?[at(1, 0)]).to(equal(ListRow("b", "b")))
            }

            it("is told a new title of sections") {
                let (recorder, title) = (Recorder(), Variable<String?>("three"))
                let sections = scene.table.live().grouped { $0.text == "b" ? 1 : 0 }
                keep(
                    sections.bind(to: recorder, title: title) { _ in
                        nil
                    } row: {
                        $0.row
                    }
                )
                title.value = "letters"
                title.value = "letters"
                expect(recorder.log).to(equal(["three: all of [ac][b]", "letters: of [ac][b]"]))
            }

            describe("whose headers change with another observable") {
                @TestState var recorder = Recorder()
                @TestState var suffix = Variable("")
                @TestState var title = Variable<String?>(nil)

                beforeEach {
                    let sections = scene.table.live().grouped { $0.text == "b" ? 1 : $0.text == "d" ? 0 : 2 }
                    keep(
                        sections.bind(to: recorder, title: title, headersFrom: suffix) {
                            "#\($0)\($0 == 1 ? "" : $1)"
                        } row: {
                            $0.row
                        }
                    )
                    expect(recorder.log).to(equal(["all of #1[b]#2[ac]"]))
                }

                it("is told which of them are others") {
                    suffix.value = "!"
                    expect(recorder.log.last).to(equal("of #1[b]#2![ac]"))
                    expect(recorder.changes?.sections.modifications).to(equal([.init(old: 1, new: 1)]))
                    title.value = "letters"
                    expect(recorder.changes).to(equal(SectionChanges()))
                    expect(recorder.log.last).to(equal("letters: of #1[b]#2![ac]"))
                }

                it("is told nothing where none is") {
                    suffix.value = ""
                    title.value = nil
                    expect(recorder.log.count).to(equal(1))
                }

                it("is told so in one batch with the rows, of those that stay") {
                    batch {
                        suffix.value = "!"
                        scene.table.update { $0.append(Letter("d")) }
                        scene.table.update { $0[id: "c"]?.text = "C" }
                    }
                    expect(recorder.log.count).to(equal(2))
                    expect(recorder.changes?.sections.insertions).to(equal([0]))
                    expect(recorder.changes?.sections.modifications).to(equal([.init(old: 1, new: 2)]))
                    expect(recorder.changes?.modifications).to(equal([.init(old: at(1, 1), new: at(2, 1))]))
                    scene.table.update { $0[id: "a"]?.text = "A" }
                    expect(recorder.changes?.sections).to(equal(RowChanges()))
                }
            }

            it("makes the rows that it reads, and no others") {
                scene.table.value = Table((0..<5_000).map { Letter("\($0)") })
                let made = Made()
                let sections = scene.table.live().grouped { $0.id.count }
                let renderer = TenRows()
                keep(
                    sections.bind(to: renderer) {
                        "\($0)"
                    } row: {
                        made.count.add(1, ordering: .relaxed)
                        return $0.row
                    }
                )
                expect(renderer.titles).to(equal((0..<10).map(String.init)))
                expect(made.count.load(ordering: .relaxed)).to(equal(10))
                scene.table.update { $0[id: "3"]?.text = "x" }
                expect(renderer.titles[3]).to(equal("x"))
                expect(made.count.load(ordering: .relaxed)).to(equal(20))
            }

            it("may be left out of a change that it shows already") {
                let recorder = Recorder()
                let observation = scene.view.bind(to: recorder, title: Observable("letters"), row: \.self)
                withoutNotifying(observation) { scene.table.update { $0.move("c", to: 0) } }
                expect(recorder.log.count).to(equal(1))
                observation.cancel()
                scene.table.update { $0.append(Letter("d")) }
                expect(recorder.log.count).to(equal(1))
            }
        }
    }
}

private struct Letter: Identifiable, Equatable, Sendable {
    let id: String
    var text: String
    var note: String

    init(_ id: String, note: String = "") {
        self.id = id
        text = id
        self.note = note
    }

    var row: ListRow { ListRow(id, text) }
}

private final class LiveScene {
    let table = Variable(Table(["a", "b", "c"].map { Letter($0) }))
    let view: LiveView<ListRow>

    init() { view = table.live().map(\.row) }

    func bind(title: Observable<String?> = Observable(nil)) -> Recorder {
        let recorder = Recorder()
        keep(view.bind(to: recorder, title: title, row: \.self))
        return recorder
    }
}

/// How many rows were made.
private final class Made: Sendable {
    let count = Atomic(0)
}

/// Reads the first ten rows.
private final class TenRows: LiveListRenderer {
    private(set) var titles: [String] = []

    func render(_ table: LiveList<ListRow>, changes: SectionChanges?) {
        titles = (0..<10).map { table[at(0, $0)].title }
    }
}

private final class Recorder: LiveListRenderer {
    private(set) var log: [String] = []
    private(set) var kinds: [String] = []
    private(set) var changes: SectionChanges?
    private(set) var table: LiveList<ListRow>?

    func render(_ table: LiveList<ListRow>, changes: SectionChanges?) {
        (self.table, self.changes) = (table, changes)
        let sections = (0..<table.sectionCount).map { position in
            "\(table[position].header ?? "")[\((0..<table[position].count).map { table[position][$0].title }.joined())]"
        }
        let title = table.title.map { "\($0): " } ?? ""
        kinds.append(changes == nil ? "all" : "changes")
        let told = changes.map(text) ?? "all "
        log.append("\(title)\(told)of \(sections.joined())")
    }

    private func text(_ changes: SectionChanges) -> String {
        var text = ""
        if !changes.deletions.isEmpty { text += "-\(changes.deletions) " }
        if !changes.insertions.isEmpty { text += "+\(changes.insertions) " }
        let modified = changes.modifications.map { $0.old == $0.new ? "\($0.old)" : "\($0.old)→\($0.new)" }
        if !modified.isEmpty { text += "~[\(modified.joined(separator: ", "))] " }
        let moved = changes.moves.map { "\($0.old)→\($0.new)" }
        if !moved.isEmpty { text += "↕[\(moved.joined(separator: ", "))] " }
        return text
    }
}
