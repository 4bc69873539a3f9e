import Foundation
import Millrace
import MillraceSpecs
import TestSupport

@testable import AnnotationFilter

/// The list of a sheet that is edited: it follows each edit, and an edit costs the same however large the sheet is.
final class EditedListSpec: Spec {
    func testSpec() {
        /// A file of annotations on ten pages; every fifth is a reply to the one before.
        func file(_ count: Int) -> Data {
            let annotations = (0..<count).map { number in
                let reply = number % 5 == 4 ? " inreplyto='\(number - 1)'" : ""
                return "<text name='\(number)' page='\(number * 10 / count)' title='\(["Kim", "Zoë"][number % 2])'"
                    + "\(reply)><contents>remark \(number)</contents></text>"
            }
            return Data(xfdf(annotations.joined()).utf8)
        }

        it("is what plain code makes of the whole sheet, whatever is edited, undone and arranged meanwhile") {
            let seed = Seed.current
            var random = SeededGenerator(seed)
            for number in Programs(40) {
                let scene = try EditingScene(file(Int.random(in: 1...(number % 2 == 0 ? 2 : 20), using: &random)))
                let list = ListRecorder()
                let shown = scene.store.shown
                let (observation, views) = (shown.list.bind(to: list), shown.view.observe { _ in })
                for turn in 0..<25 {
                    Self.step(scene, using: &random)
                    let context = "seed \(seed), program \(number), turn \(turn)"
                    let anew = try XFDFReader.read(try scene.saved(), file: "test.xfdf")
                    expect(scene.sheet).to(equal(anew), description: context)
                    expect(scene.sheet.index.filters).to(equal(anew.index.filters), description: context)
                    let sections = PlainList.sections(scene.state)
                    expect(shown.view.value.sheet.sections).to(equal(sections), description: context)
                    expect(list.sections).to(equal(sections), description: context)
                    expect(shown.view.value).to(equal(view(of: scene.state)), description: context)
                }
                observation.cancel()
                views.cancel()
            }
        }

        describe("an edit of one of three thousand annotations") {
            @TestState var scene = try! EditingScene(file(3_000))

            let edits: [(String, SheetEdit.Change)] = [
                ("a status", .status(.accepted)), ("a mark", .mark(true)), ("a reply", .reply("yes")),
            ]
            for (name, change) in edits {
                it("keeps all else of the sheet and of the list as it is: \(name)") {
                    let shown = scene.store.shown.view
                    let subscription = shown.observe { _ in }
                    let (sheet, list) = (scene.sheet, shown.value.sheet)
                    scene.edit("1503", change)
                    expect(zip(scene.sheet.threads, sheet.threads).count { !$0.isCopy(of: $1) }).to(equal(1))
                    expect(list.threads.count).to(equal(2_400))
                    expect(shown.value.sheet.threads.subtracting(list.threads).count).to(equal(1))
                    subscription.cancel()
                }
            }

            it("is told a renderer as one row") {
                let list = ListRecorder()
                let observation = scene.store.shown.list.bind(to: list)
                scene.edit("1503", .status(.accepted))
                let row = RowPath(section: 5, row: 3)
                expect(list.changes?.modifications).to(equal([.init(old: row, new: row)]))
                scene.edit("1504", .reply("yes"))
                expect(list.changes?.insertions).to(equal([RowPath(section: 5, row: 5)]))
                expect(list.changes?.modifications).to(beEmpty())
                expect(list.count).to(equal(3))
                observation.cancel()
            }
        }
    }

    /// Edits something, or changes what is seen.
    private static func step(_ scene: EditingScene, using random: inout SeededGenerator) {
        let target = scene.sheet.annotations.randomElement(using: &random)?.id ?? ""
        let edit = scene.edits.table.randomElement(using: &random)?.id ?? ""
        switch Int.random(in: 0..<17, using: &random) {
        case 0...2: scene.edit(target, .status([.accepted, .rejected, nil].randomElement(using: &random) ?? nil))
        case 3: scene.edit(target, .mark(Bool.random(using: &random)))
        case 4...6: scene.edit(target, .reply(["yes", "no"].randomElement(using: &random) ?? ""))
        case 7: scene.dispatch(Edit.reword(edit, "otherwise"))
        case 8: scene.dispatch(Edit.withdraw([edit]))
        case 9: scene.undo.undo()
        case 10: scene.dispatch(Refine.sort(Column.allCases.randomElement(using: &random), isDescending: false))
        case 11: scene.dispatch(Refine.grouping([nil, .status, .author, .page].randomElement(using: &random) ?? nil))
        case 12: scene.dispatch(Refine.columns(Bool.random(using: &random) ? [.author, .status] : []))
        case 13: scene.dispatch(Refine.search(["", "1", "yes"].randomElement(using: &random) ?? ""))
        case 14: scene.dispatch(Refine.replies(Bool.random(using: &random)))
        default: scene.sheet.index.filters.randomElement(using: &random).map { scene.dispatch(Refine.toggle($0)) }
        }
    }
}

/// Keeps the sections of a list as a table view would: it reads what it is told has changed, and nothing else.
private final class ListRecorder: LiveListRenderer {
    private(set) var sections: [ListSection<ListRow>] = []
    private(set) var changes: SectionChanges?
    private(set) var count = 0

    func render(_ list: LiveList<ListRow>, changes: SectionChanges?) {
        (self.changes, count) = (changes, count + 1)
        let present = (0..<list.sectionCount).map { position in
            var rows: [ListRow] = []
            list[position].forEachRow { row in
                rows.append(row)
                return true
            }
            return ListSection(list[position].id, header: list[position].header, rows: rows)
        }
        guard let changes else {
            sections = present
            return
        }
        var applied = sections
        changes.sections.apply(to: &applied) { present[$0] }
        for (section, shown) in applied.enumerated() {
            guard let old = sections.firstIndex(where: { $0.id == shown.id }) else { continue }
            var rows = RowChanges()
            rows.deletions = changes.deletions.filter { $0.section == old }.map(\.row)
            rows.insertions = changes.insertions.filter { $0.section == section }.map(\.row)
            rows.deletions += changes.moves.filter { $0.old.section == old }.map(\.old.row)
            rows.insertions += changes.moves.filter { $0.new.section == section }.map(\.new.row)
            rows.insertions.sort()
            rows.modifications = changes.modifications.filter { $0.new.section == section }
                .map { RowChanges.Pair(old: $0.old.row, new: $0.new.row) }
            var kept = sections[old].rows
            rows.apply(to: &kept) { present[section].rows[$0] }
            applied[section].rows = kept
        }
        sections = applied
    }
}

extension SheetThread {
    /// Whether it shares its rows with another one, which nothing has built again.
    fileprivate func isCopy(of other: SheetThread) -> Bool {
        rows.withUnsafeBufferPointer { own in other.rows.withUnsafeBufferPointer { own.baseAddress == $0.baseAddress } }
    }
}

extension SheetList {
    /// The threads, each an object that arranging has made.
    fileprivate var threads: Set<ObjectIdentifier> {
        Set(rows.lazy.flatMap(\.rows).map { ObjectIdentifier($0.line.thread) })
    }
}
