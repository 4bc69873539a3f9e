import Foundation
import LoopbackHTTP
import MillraceNetwork
import MillraceSpecs
import SampleCalendarServer

@testable import CalDAV

/// What is thought of servers holds for the sample, and for the one that `CALDAV_SERVER` names, where ada has the password
/// secret: see `Examples/ToDo/with-radicale`.
final class ServerSpec: Spec {
    func testSpec() {
        it("finds, makes, reads and changes a calendar over a connection") {
            let server = SampleCalendarServer(clock: TestScheduler())
            let loopback = try LoopbackServer { server.reply(to: $0) }
            defer { loopback.stop() }
            let address = ProcessInfo.processInfo.environment["CALDAV_SERVER"] ?? loopback.baseURL.absoluteString
            let account = try CalendarAccount.sample(at: address, over: URLSessionTransport())
            let name = "Mill & more \(UUID().uuidString)"
            let remote = try await account.toDoCalendar(named: name)
            expect(remote.name).to(equal(name))
            await expect { try await account.toDoCalendar(named: name) }.to(equal(remote))
            let calendar = account.collection(of: remote)
            var token = try await calendar.changes(since: nil)?.token
            expect(token).toNot(beNil())

            var toDos: [CalendarToDo] = []
            for text in [ForeignCalendars.nextcloud, ForeignCalendars.apple, ForeignCalendars.radicale] {
                var toDo = try CalendarToDo(CalendarComponent(reading: Data(text.utf8)))!
                try toDo.noteKey("phone-\(toDos.count)")
                toDos.append(toDo)
            }
            var odd = try CalendarToDo.sample("a b%2F@ü", "Tee, Mühle; \\n \"x\" <&>\n👩‍👧")
            odd.setDue(CalendarTime(year: 2027, month: 2, day: 3), in: .gmt)
            toDos.append(odd)
            for toDo in toDos {
                let path = calendar.newPath(for: toDo.uid)
                await expect { try await calendar.save(toDo, at: path, replacing: nil) }.to(
                    matchPattern { if case .done = $0 { true } else { false } }
                )
                await expect { try await calendar.save(toDo, at: path, replacing: nil) }.to(equal(.otherVersion))
            }

            let changes = try await calendar.changes(since: token)
            expect(changes?.items).to(haveCount(toDos.count))
            token = changes?.token
            for toDo in toDos {
                let path = calendar.newPath(for: toDo.uid)
                let item = changes?.items.first { $0.path == path }
                let there = item?.toDo
                let told = [there?.uid, there?.summary, there?.notes]
                expect(there?.changeKeys).to(equal(toDo.changeKeys))
                expect(told == [toDo.uid, toDo.summary, toDo.notes]).to(
                    beTrue(),
                    description: "\(told)"
                )
                expect(there?.due == toDo.due).to(beTrue())
                expect(Set(there?.component.properties.map { $0.name.uppercased() } ?? []))
                    .to(equal(Set(toDo.component.properties.map { $0.name.uppercased() })))
                expect(there?.component.components.map(\.name)).to(equal(toDo.component.components.map(\.name)))

                guard var edited = there, let item else { continue }
                edited.setDone(at: Date(), in: .gmt)
                let saved = try await calendar.save(edited, at: path, replacing: item.etag)
                expect(saved).to(matchPattern { if case .done = $0 { true } else { false } })
                await expect { try await calendar.save(edited, at: path, replacing: item.etag) }.to(
                    equal(.otherVersion)
                )
                await expect { try await calendar.remove(path, version: item.etag) }.to(equal(.otherVersion))
                let now = try await calendar.item(at: path)
                expect(now?.toDo?.occurrence == edited.occurrence).to(beTrue())
                expect(now?.toDo?.isDone).to(equal(edited.isDone))
                await expect { try await calendar.remove(path, version: now?.etag) }.to(equal(.done(nil)))
                await expect { try await calendar.remove(path, version: nil) }.to(equal(.done(nil)))
                await expect { try await calendar.save(edited, at: path, replacing: now?.etag) }.to(
                    equal(.otherVersion)
                )
                await expect { try await calendar.item(at: path) }.to(beNil())
            }
            let removed = try await calendar.changes(since: token)
            expect(removed?.items).to(beEmpty())
            expect(Set(removed?.removed ?? [])).to(equal(Set(toDos.map { calendar.newPath(for: $0.uid) })))
            await expect { try await calendar.changes(since: "urn:nothing") }.to(beNil())
        }
    }
}
