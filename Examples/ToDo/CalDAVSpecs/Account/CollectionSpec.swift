import Foundation
import MillraceNetwork
import MillraceSpecs
import SampleCalendarServer

@testable import CalDAV

final class CollectionSpec: Spec {
    func testSpec() {
        /// Runs an example with a calendar of a server in memory.
        func with(
            _ behave: (inout CalendarServerState) -> Void = { _ in },
            _ body: (SampleCalendarServer, CalendarCollection) async throws -> Void
        ) async throws {
            let server = SampleCalendarServer(clock: TestScheduler())
            server.change { behave(&$0) }
            let account = try CalendarAccount.sample(over: server.transport)
            try await body(server, account.collection(of: await account.toDoCalendar()))
        }

        describe("a calendar") {
            it("tells what was changed and removed since the last time, with the texts") {
                try await with { server, calendar in
                    let first = try await calendar.changes(since: nil)
                    expect(first?.items).to(beEmpty())
                    let (one, two) = (calendar.newPath(for: "1"), calendar.newPath(for: "2 ü"))
                    await expect { try await calendar.save(.sample("1", "one, two"), at: one, replacing: nil) }.to(
                        equal(.done(ETag("v1")))
                    )
                    await expect { try await calendar.save(.sample("2 ü", "two"), at: two, replacing: nil) }.to(
                        equal(.done(ETag("v2")))
                    )
                    let second = try await calendar.changes(since: first?.token)
                    expect(second?.items.map(\.path)).to(equal([one, two]))
                    expect(second?.items.first?.toDo?.summary).to(equal("one, two"))
                    expect(second?.items.first?.etag).to(equal(ETag("v1")))
                    await expect { try await calendar.remove(one, version: nil) }.to(equal(.done(nil)))
                    let third = try await calendar.changes(since: second?.token)
                    expect(third?.items).to(beEmpty())
                    expect(third?.removed).to(equal([one]))
                    // The first answer may tell of what a client has never heard of.
                    await expect { try await calendar.changes(since: nil)?.removed }.to(equal([one]))
                }
            }

            it("says that it has forgotten a token, and begins anew without one") {
                try await with { server, calendar in
                    let token = try await calendar.changes(since: nil)?.token
                    server.change { $0.forgetHistory() }
                    await expect { try await calendar.changes(since: token) }.to(beNil())
                    await expect { try await calendar.changes(since: nil) }.toNot(beNil())
                }
            }

            it("saves what is new only where there is nothing, and a change only of the version that is named") {
                try await with { server, calendar in
                    let path = calendar.newPath(for: "1")
                    let toDo = try CalendarToDo.sample("1", "one")
                    await expect { try await calendar.save(toDo, at: path, replacing: nil) }.to(
                        equal(.done(ETag("v1")))
                    )
                    await expect { try await calendar.save(toDo, at: path, replacing: nil) }.to(equal(.otherVersion))
                    await expect { try await calendar.save(toDo, at: path, replacing: ETag("v0")) }.to(
                        equal(.otherVersion)
                    )
                    await expect { try await calendar.save(toDo, at: path, replacing: ETag("v1")) }.to(
                        equal(.done(ETag("v2")))
                    )
                    await expect { try await calendar.remove(path, version: ETag("v1")) }.to(equal(.otherVersion))
                    await expect { try await calendar.remove(path, version: ETag("v2")) }.to(equal(.done(nil)))
                    await expect { try await calendar.remove(path, version: ETag("v2")) }.to(equal(.done(nil)))
                    await expect { try await calendar.save(toDo, at: path, replacing: ETag("v2")) }.to(
                        equal(.otherVersion)
                    )
                    await expect { try await calendar.item(at: path) }.to(beNil())
                }
            }

            it("is read as a whole where the server tells it in parts, without texts or versions") {
                try await with({ ($0.pageSize, $0.tellsTexts, $0.tellsVersions) = (2, false, false) }) {
                    server,
                    calendar in
                    for number in 1...5 {
                        let uid = "\(number)"
                        await expect {
                            try await calendar.save(.sample(uid, "a"), at: calendar.newPath(for: uid), replacing: nil)
                        }.to(equal(.done(nil)))
                    }
                    let changes = try await calendar.changes(since: nil)
                    expect(changes?.items.map { $0.toDo?.uid }).to(equal(["1", "2", "3", "4", "5"]))
                    expect(changes?.items.last?.etag).to(equal(ETag("v5")))
                    await expect { try await calendar.changes(since: changes?.token)?.items }.to(beEmpty())
                }
            }

            it("has what is unknown as it was given, and knows a change by its key after a lost answer") {
                try await with { server, calendar in
                    let text = Data(ForeignCalendars.nextcloud.utf8)
                    var toDo = try CalendarToDo(CalendarComponent(reading: text))!
                    try toDo.noteKey("phone-1")
                    let path = calendar.newPath(for: toDo.uid)
                    server.change { $0.losesAnswerAfter = 0 }
                    await expect { try await calendar.save(toDo, at: path, replacing: nil) }.to(throwError())
                    await expect { try await calendar.save(toDo, at: path, replacing: nil) }.to(equal(.otherVersion))
                    let there = try await calendar.item(at: path)?.toDo
                    expect(there?.changeKeys).to(equal(["phone-1"]))
                    expect(there?.component.components).to(equal(toDo.component.components))
                    for name in ["X-APPLE-SORT-ORDER", "RELATED-TO", "CATEGORIES", "DESCRIPTION"] {
                        expect(there?.component[name]).to(equal(toDo.component[name]))
                    }
                    expect(there?.due).to(equal(toDo.due))
                }
            }

            it("reports what the server says else") {
                try await with { server, calendar in
                    let path = calendar.path.appending("x").appending("y.ics")
                    await expect { try await calendar.save(.sample("1", "a"), at: path, replacing: nil) }.to(
                        throwError { (error: RequestError) in expect(error.kind).to(equal(.conflict)) }
                    )
                    server.change { $0.password = "other" }
                    await expect { try await calendar.changes(since: nil) }.to(
                        throwError { (error: RequestError) in expect(error.kind).to(equal(.login)) }
                    )
                }
            }
        }
    }
}
