import Foundation
import Millrace
import MillraceSpecs

@testable import ToDoList

final class ListViewSpec: Spec {
    func testSpec() {
        let items = [
            item("rent", due: .on("2026-11-27")), item("milk", due: .on("2026-11-28")),
            item("plants", due: .at("2026-11-28T18:30:00Z")), item("dentist", due: .at("2026-12-01T14:00:00Z")),
            item("Café", finished: "2026-11-27T10:00:00Z"), item("party"),
        ]

        func view(_ options: ListOptions = ListOptions(), at present: Present = present()) -> ListView {
            ListView(of: items, options, at: present)
        }

        describe("the list") {
            it("has the sections with their counts") {
                expect(view().list.sections.map(\.header)) == [
                    "Overdue (1)", "Today (2)", "Next week (1)", "Later (1)",
                ]
                expect(view().title) == "Sat 28 Nov"
                expect(view().summary) == "5 to do, 1 overdue"
            }

            it("marks what is overdue, and shows of a day what is not said by its section") {
                let rows = view().list.sections.flatMap(\.rows)
                expect(rows.map(\.title)) == ["rent", "milk", "plants", "dentist", "party"]
                expect(rows.map(\.detail)) == ["Fri 27 Nov", nil, "19:30", "Tue 1 Dec 15:00", nil]
                expect(rows.map { $0.swatch != nil }) == [true, false, false, false, false]
            }

            it("shows what is finished when it is asked for, last and dim") {
                expect(view().list.sections.map(\.id)).toNot(contain("finished"))
                let section = view(ListOptions(showsFinished: true)).list.sections.last
                expect(section?.header) == "Finished (1)"
                expect(section?.rows.first?.detail) == "finished Fri 27 Nov"
                expect(section?.rows.first?.isEnabled) == false
                expect(section?.rows.first?.isSelected) == true
            }

            it("has what contains a text, whatever its case and accents, and says which") {
                let found = view(ListOptions(filter: "CAFE", showsFinished: true))
                expect(found.list.sections.flatMap(\.rows).map(\.title)) == ["Café"]
                expect(found.title) == "Sat 28 Nov: CAFE"
                expect(view(ListOptions(filter: "x")).list.sections.map(\.footer)) == ["Nothing has this text."]
            }

            it("says how to begin where there is nothing") {
                let empty = ListView(of: [], ListOptions(), at: present())
                expect(empty.list.sections.first?.footer).to(contain("Press a"))
                expect(empty.summary) == "0 to do"
            }

            it("is that of the last moment at which something came due, or the day began") {
                let first = date("2026-11-27T22:00:00Z")
                for zone in ["Europe/Berlin", "America/New_York", "Pacific/Kiritimati"] {
                    var lists = 0
                    var former: Present?
                    for minute in 0..<2_880 {
                        let now = Present(first + Double(60 * minute), in: zoned(zone), firstWeekday: 2)
                        let since = now.sinceLastDue(of: items)
                        if since != former {
                            lists += 1
                            former = since
                        }
                        if minute % 30 < 2 { expect(view(at: since)) == view(at: now) }
                    }
                    // The first one, two days that begin, and the plants.
                    expect(lists) == 4
                }
            }

            it("is the same for the same state, and within a day for another time") {
                expect(view()) == view()
                expect(view()) == view(at: present("2026-11-28T10:01:00Z"))
                expect(view()) != view(at: present("2026-11-28T18:30:00Z"))
            }
        }
    }
}
