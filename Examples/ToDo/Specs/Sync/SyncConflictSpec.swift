import CalDAV
import Foundation
import Millrace
import MillraceSpecs

@testable import ToDoList

final class SyncConflictSpec: Spec {
    func testSpec() {
        @TestState var stage = SyncStage()

        /// Two devices have changed the title of one item. The laptop was first.
        func conflict() {
            stage.phone.add("tea")
            stage.settle()
            stage.phone.network.isUp = false
            stage.phone.edit("tea", .title("green tea"), .notes("mine"))
            stage.laptop.edit("tea", .title("black tea"))
            stage.settle()
            stage.phone.network.isUp = true
            stage.settle()
        }

        describe("a field that both have changed") {
            it("waits for a decision, and shows what was written here meanwhile") {
                conflict()
                expect(stage.phone.status).to(equal(#"conflict: "green tea" here, "black tea" elsewhere"#))
                expect(stage.phone.titles).to(equal(["green tea"]))
                expect(stage.laptop.titles).to(equal(["black tea"]))
                stage.phone.restart()
                stage.settle()
                expect(stage.phone.status).to(equal(#"conflict: "green tea" here, "black tea" elsewhere"#))
            }

            it("is ours or theirs, as the user decides; the other fields are ours") {
                for (side, title) in [(DecideConflict.Side.mine, "green tea"), (.theirs, "black tea")] {
                    stage = SyncStage()
                    conflict()
                    stage.phone.list.perform(DecideConflict(id: "tea", keeping: side))
                    expect(stage.phone.titles).to(equal([title]))
                    stage.settle()
                    expect(stage.phone.status).to(equal("synced"))
                    expect(stage.phone.titles).to(equal([title]))
                    expect(stage.phone.items[0].notes).to(equal("mine"))
                    expect(stage.laptop.items).to(equal(stage.phone.items))
                }
            }

            it("takes later changes along") {
                conflict()
                stage.phone.edit("tea", .title("white tea"))
                stage.phone.list.perform(DecideConflict(id: "tea", keeping: .mine))
                stage.settle()
                expect(stage.laptop.titles).to(equal(["white tea"]))
                expect(stage.phone.status).to(equal("synced"))
            }

            it("conflicts with what the server has when it is sent, not with what it had") {
                conflict()
                stage.laptop.edit("tea", .title("no tea"))
                stage.phone.list.perform(DecideConflict(id: "tea", keeping: .mine))
                stage.settle()
                expect(stage.phone.status).to(equal(#"conflict: "green tea" here, "no tea" elsewhere"#))
                stage.phone.list.perform(DecideConflict(id: "tea", keeping: .theirs))
                stage.settle()
                expect(stage.phone.titles).to(equal(["no tea"]))
            }

            it("is no conflict where both say the same") {
                stage.phone.add("tea")
                stage.settle()
                stage.phone.network.isUp = false
                for device in stage.devices {
                    device.edit("tea", .title("green tea"), .finished(stage.wall.date))
                    stage.wall.advance(by: .seconds(5))
                }
                stage.settle()
                stage.phone.network.isUp = true
                stage.settle()
                expect(stage.phone.status).to(equal("synced"))
                expect(stage.phone.items).to(equal(stage.laptop.items))
            }

            it("stays where others delete the item, which is made again if ours is kept") {
                for (side, titles) in [(DecideConflict.Side.mine, ["green tea"]), (.theirs, ["black tea"])] {
                    stage = SyncStage()
                    conflict()
                    stage.laptop.delete("tea")
                    stage.settle()
                    expect(stage.phone.titles).to(equal(["green tea"]))
                    stage.phone.list.perform(DecideConflict(id: "tea", keeping: side))
                    stage.settle()
                    // The notes were changed here only: what was edited here is not lost by a deletion.
                    expect(stage.phone.titles).to(equal(titles))
                    expect(stage.laptop.items).to(equal(stage.phone.items))
                }
            }

            it("is over where the item is deleted instead") {
                conflict()
                stage.phone.delete("tea")
                stage.settle()
                expect(stage.laptop.titles).to(beEmpty())
                expect(stage.phone.status).to(equal("synced"))
            }
        }

        describe("a deletion and an edit") {
            it("leave the edited item: what was written is worth more than that something is gone") {
                for deleter in [\SyncStage.phone, \.laptop] {
                    for isFirst in [true, false] {
                        stage = SyncStage()
                        stage.phone.add("tea")
                        stage.settle()
                        let editor = deleter == \.phone ? stage.laptop : stage.phone
                        let (last, first) =
                            isFirst ? (editor, stage[keyPath: deleter]) : (stage[keyPath: deleter], editor)
                        last.network.isUp = false
                        stage[keyPath: deleter].delete("tea")
                        editor.edit("tea", .title("green tea"))
                        stage.settle()
                        expect(first.titles).to(equal(first === editor ? ["green tea"] : []))
                        last.network.isUp = true
                        stage.settle()
                        for device in stage.devices {
                            expect(device.titles).to(equal(["green tea"]))
                            expect(device.status).to(equal("synced"))
                        }
                    }
                }
            }
        }
    }
}
