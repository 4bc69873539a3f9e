import Foundation
import Millrace
import MillraceHistory
import MillraceSpecs
import TestSupport

@testable import AnnotationFilter

/// Edits of a sheet that somebody else has changed meanwhile.
final class MergingSpec: Spec {
    func testSpec() {
        let a = "<text name='a' page='0'><contents>door</contents></text>"
        func state(
            _ name: String,
            _ state: String,
            by author: String,
            at date: String = "D:20260101",
            of row: String = "a"
        ) -> String {
            "<text name='\(name)' page='0' inreplyto='\(row)' state='\(state)' title='\(author)' date='\(date)'/>"
        }
        func scene(_ annotations: String = a) throws -> EditingScene { try EditingScene(Data(xfdf(annotations).utf8)) }
        func renew(_ scene: EditingScene, _ annotations: String) throws {
            try scene.renew(Data(xfdf(annotations).utf8))
        }
        func status(_ scene: EditingScene) -> ReviewStatus? { scene.sheet.annotation("a")?.status }

        describe("a newer sheet") {
            it("gets the edits, where nobody else has touched what they are about") {
                let scene = try scene()
                scene.edit("a", .status(.accepted))
                scene.edit("a", .reply("yes"))
                try renew(
                    scene,
                    a + "<ink name='b' page='1'/><text name='r' page='0' inreplyto='a'><contents>no</contents></text>"
                )
                expect(scene.sheet.ids).to(equal(["a", "r", "new2", "b"]))
                expect(status(scene)).to(equal(.accepted))
                expect(scene.edits.problems).to(beEmpty())
            }

            it("drops what it has already, so that nothing is added twice") {
                let scene = try scene()
                scene.edit("a", .status(.accepted))
                let saved = try scene.saved()
                scene.edit("a", .reply("yes"))
                try scene.renew(saved)
                expect(scene.edits.table.map(\.id)).to(equal(["new2"]))
                expect(status(scene)).to(equal(.accepted))
            }

            it("keeps edits of what is gone, shows them nowhere, and gets them back") {
                let scene = try scene(a + "<ink name='b' page='0'/>")
                scene.edit("a", .reply("yes"))
                scene.edit("a", .mark(true))
                scene.edit("new1", .reply("and more"))
                try renew(scene, "<ink name='b' page='0'/>")
                expect(scene.sheet.ids).to(equal(["b"]))
                expect(scene.sheet.notices).to(beEmpty())
                expect(scene.edits.summary).to(equal("3 edits are not saved, 3 of what is gone"))
                expect(try scene.saved()).to(equal(Data(xfdf("<ink name='b' page='0'/>").utf8)))
                try renew(scene, a)
                expect(scene.sheet.ids).to(equal(["a", "new1", "new3"]))
                expect(scene.sheet.annotation("a")?.isMarked).to(beTrue())
            }
        }

        describe("a status that somebody else has set meanwhile") {
            func conflicting() throws -> EditingScene {
                let scene = try scene()
                scene.edit("a", .status(.accepted))
                try renew(scene, a + state("s", "Rejected", by: "Zoë"))
                return scene
            }

            it("is shown, and the edit waits and is not saved") {
                let scene = try conflicting()
                expect(status(scene)).to(equal(.rejected))
                expect(scene.edits.conflicts.map(\.id)).to(equal(["new1"]))
                expect(scene.edits.shown).to(beEmpty())
                expect(scene.edits.summary).to(equal("1 edit is not saved, 1 in conflict"))
            }

            it("stays in the file, and one's own counts, where the user insists: also if it is dated later") {
                let scene = try scene()
                scene.edit("a", .status(.accepted))
                try renew(scene, a + state("s", "Rejected", by: "Zoë", at: "D:20990101000000Z"))
                scene.dispatch(Edit.insist(["new1"]))
                expect(status(scene)).to(equal(.accepted))
                expect(scene.edits.problems).to(beEmpty())
                let saved = try XFDFReader.read(try scene.saved(), file: "test.xfdf")
                expect(saved.annotation("a")?.status).to(equal(.accepted))
                expect(saved.origin?.targets.names).to(equal(["a", "s", "new1"]))
                scene.undo.undo()
                expect(status(scene)).to(equal(.rejected))
                expect(scene.edits.conflicts).to(haveCount(1))
            }

            it("stands where one's own is taken back, or set anew in sight of it") {
                let scene = try conflicting()
                scene.dispatch(Edit.withdraw(["new1"]))
                expect(scene.edits.count).to(equal(0))
                let other = try conflicting()
                other.edit("a", .status(.completed))
                expect(status(other)).to(equal(.completed))
                expect(other.edits.problems).to(beEmpty())
            }

            it("is no conflict if it is the same, was seen, is gone, or is a mark where a status is set") {
                for (before, after) in [
                    ("", state("s", "accepted", by: "Zoë")),
                    (state("s", "Rejected", by: "Zoë"), state("s", "Rejected", by: "Zoë")),
                    (state("s", "Rejected", by: "Zoë"), ""), ("", state("s", "Marked", by: "Zoë")),
                ] {
                    let scene = try scene(a + before)
                    scene.edit("a", .status(.accepted))
                    try renew(scene, a + after)
                    expect(scene.edits.problems).to(beEmpty(), description: after)
                    expect(status(scene)).to(equal(.accepted))
                }
            }
        }

        it("replaces nothing in silence, whatever has changed") {
            let seed = Seed.current
            var random = SeededGenerator(seed)
            var (conflicts, goneCount, shownCount) = (0, 0, 0)
            for round in Programs(100) {
                let context = "seed \(seed), round \(round)"
                let rows = (0..<5).map { "<text name='r\($0)' page='0'><contents>text \($0)</contents></text>" }
                var states: [String] = []
                for row in 0..<5 where Bool.random(using: &random) {
                    states.append(state("s\(row)", "Completed", by: "Kim", of: "r\(row)"))
                }
                let scene = try EditingScene(Data(xfdf((rows + states).joined()).utf8))
                var values: [String: String] = [:]
                for _ in 0..<6 {
                    let row = "r\(Int.random(in: 0..<5, using: &random))"
                    if Bool.random(using: &random) {
                        let value = ["Accepted", "Rejected"].randomElement(using: &random) ?? ""
                        scene.edit(row, .status(.init(rawValue: value)))
                        values[row] = value
                    } else {
                        scene.edit(row, .reply("reply"))
                    }
                }
                let edits = Array(scene.edits.table)
                // Somebody else removes rows, rewrites some, replies, and sets states.
                var newer: [String] = []
                var (removed, theirs) = (Set<String>(), [String: String]())
                for row in 0..<5 {
                    let name = "r\(row)"
                    if Int.random(in: 0..<5, using: &random) == 0 {
                        removed.insert(name)
                        continue
                    }
                    newer.append(
                        Bool.random(using: &random) ? rows[row] : rows[row].replacing("text \(row)", with: "new text")
                    )
                    if Bool.random(using: &random) {
                        newer.append(
                            "<text name='t\(row)' page='0' inreplyto='\(name)'><contents>theirs</contents></text>"
                        )
                    }
                    if Bool.random(using: &random) {
                        theirs[name] = ["Accepted", "Rejected"].randomElement(using: &random)
                        newer.append(state("n\(row)", theirs[name] ?? "", by: "Zoë", at: "D:20260202", of: name))
                    }
                }
                let file = Data(xfdf((newer + states).joined()).utf8)
                let alone = try XFDFReader.read(file, file: "test.xfdf")
                try scene.renew(file)
                expect(Array(scene.edits.table)).to(equal(edits), description: context)
                for edit in edits {
                    let isConflict =
                        edit.replyText == nil && theirs[edit.annotation].map { $0 != values[edit.annotation] } ?? false
                    let expected: String =
                        removed.contains(edit.annotation) ? "gone" : isConflict ? "conflict" : "shown"
                    let found: String
                    switch scene.edits.problems[edit.id] {
                    case .gone?: found = "gone"
                    case .conflict(let state)?:
                        found = "conflict"
                        expect(state.name).to(equal(theirs[edit.annotation]), description: context)
                    case nil: found = "shown"
                    }
                    expect(found).to(equal(expected), description: context)
                    (conflicts, goneCount) = (
                        conflicts + (found == "conflict" ? 1 : 0), goneCount + (found == "gone" ? 1 : 0)
                    )
                    shownCount += found == "shown" ? 1 : 0
                }
                // All that others wrote is there, and only what was edited is otherwise.
                let shownStates = Set(scene.edits.shown.filter { $0.replyText == nil }.map(\.annotation))
                for annotation in alone.annotations {
                    guard let found = scene.sheet.annotation(annotation.id) else {
                        return fail("\(annotation.id) is gone, \(context)")
                    }
                    expect(found.contents).to(equal(annotation.contents), description: context)
                    let status =
                        shownStates.contains(annotation.id) ? values[annotation.id] : annotation.status?.rawValue
                    expect(found.status?.rawValue ?? "").to(equal(status ?? ""), description: context)
                }
                for edit in scene.edits.conflicts {
                    scene.dispatch(Bool.random(using: &random) ? Edit.insist([edit.id]) : Edit.withdraw([edit.id]))
                }
                expect(scene.edits.conflicts).to(beEmpty(), description: context)
                let saved = try scene.saved()
                expect(saved.inserted(into: file)).notTo(beNil(), description: context)
                expect(try XFDFReader.read(saved, file: "test.xfdf")).to(equal(scene.sheet), description: context)
            }
            if Programs.areAll { expect([conflicts, goneCount, shownCount].min()).to(beGreaterThan(20)) }
        }
    }
}
