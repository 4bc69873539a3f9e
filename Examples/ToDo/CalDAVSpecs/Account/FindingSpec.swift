import Foundation
import MillraceNetwork
import MillraceSpecs
import SampleCalendarServer
import Synchronization

@testable import CalDAV

final class FindingSpec: Spec {
    func testSpec() {
        /// A server that answers each path with what is told of it.
        func server(_ answers: [String: (Int, String)]) -> FunctionTransport {
            FunctionTransport { request in
                let (status, text) = answers[request.url.absoluteString] ?? (404, "")
                if (300..<400).contains(status) { return Response(status, headers: [HTTPHeader("Location", text)]) }
                let body = "<d:multistatus \(String.davNamespaces)>\(text)</d:multistatus>"
                return Response(status, body: Data(body.utf8))
            }
        }
        func tells(_ href: String, _ properties: String) -> String {
            """
            <d:response><d:href>\(href)</d:href><d:propstat><d:prop>\(properties)</d:prop>
            <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
            """
        }
        let calendar = "<d:resourcetype><d:collection/><c:calendar/></d:resourcetype>"
        func principal(_ href: String) -> String {
            "<d:current-user-principal><d:href>\(href)</d:href></d:current-user-principal>"
        }
        func home(_ href: String) -> String { "<c:calendar-home-set><d:href>\(href)</d:href></c:calendar-home-set>" }

        describe("the calendars of an account") {
            it("are found from the host alone, and one is made where there is none") {
                let server = SampleCalendarServer(clock: TestScheduler())
                let account = try CalendarAccount.sample(over: server.transport)
                await expect { try await account.calendars() }.to(beEmpty())
                let made = try await account.toDoCalendar()
                expect(made.name).to(equal("Tasks"))
                expect(made.address.absoluteString).to(equal("https://cal.example/dav/calendars/ada/Tasks/"))
                await expect { try await account.toDoCalendar() }.to(equal(made))
                await expect { try await account.toDoCalendar(named: "Mill & more").name }.to(equal("Mill & more"))
                await expect { try await account.calendars() }.to(haveCount(2))
            }

            it("are those of the address, if that is one") {
                let server = SampleCalendarServer(clock: TestScheduler())
                server.change { _ = $0.makeCalendar("A b") }
                let address = "https://cal.example/dav/calendars/ada/A%20b"
                let account = try CalendarAccount.sample(at: address, over: server.transport)
                await expect { try await account.calendars().map(\.name) }.to(equal(["A b"]))
                await expect { try await account.toDoCalendar(named: "other") }.to(
                    throwError(CalDAVProblem.notMade("other"))
                )
            }

            it("may be at another host, which the server names") {
                let account = try CalendarAccount.sample(
                    over: server([
                        "https://cal.example/.well-known/caldav/": (302, "https://dav.example:8443/start"),
                        "https://dav.example:8443/start/": (207, tells("/start", principal("/me"))),
                        "https://dav.example:8443/me/": (207, tells("/me", home("https://p1.example/home/"))),
                        "https://p1.example/home/": (
                            207,
                            tells("/home/", "<d:resourcetype><d:collection/></d:resourcetype>")
                                + tells("/home/a/", calendar + "<d:displayname>A</d:displayname>")
                                + tells(
                                    "/home/b/",
                                    calendar
                                        + #"<c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>"#
                                )
                        ),
                    ])
                )
                let found = try await account.calendars()
                expect(found.map(\.name)).to(equal(["A", "b"]))
                expect(found.map(\.takesToDos)).to(equal([true, false]))
                expect(found.first?.address.absoluteString).to(equal("https://p1.example/home/a/"))
            }

            it("are found where a server behind a proxy believes that it is spoken to without encryption") {
                let account = try CalendarAccount.sample(
                    over: server([
                        "https://cal.example/.well-known/caldav/": (301, "http://cal.example/remote.php/dav/"),
                        "https://cal.example/remote.php/dav/": (
                            207, tells("/remote.php/dav/", home("/h") + principal("/p"))
                        ),
                        "https://cal.example/h/": (207, tells("/h/t", calendar)),
                    ])
                )
                await expect { try await account.calendars().map(\.name) }.to(equal(["t"]))
            }

            it("are found without the well-known path") {
                let account = try CalendarAccount.sample(
                    over: server([
                        "https://cal.example/": (207, tells("/", principal("/p"))),
                        "https://cal.example/p/": (207, tells("/p", home("h/"))),
                        "https://cal.example/p/h/": (207, tells("t", calendar)),
                    ])
                )
                await expect { try await account.calendars().map { $0.address.path } }.to(equal(["/p/h/t"]))
            }

            it("are not looked for without end") {
                let account = try CalendarAccount.sample(
                    over: server(["https://cal.example/.well-known/caldav/": (301, "/.well-known/caldav")])
                )
                await expect { try await account.calendars() }.to(throwError(CalDAVProblem.tooManyRedirections))
                let empty = try CalendarAccount.sample(over: server([:]))
                await expect { try await empty.calendars() }.to(throwError(CalDAVProblem.noCalendars("cal.example")))
            }
        }

        describe("the password") {
            it("is sent encrypted only, but on this machine") {
                func account(_ address: String) throws -> CalendarAccount {
                    try CalendarAccount.sample(at: address, over: server([:]))
                }
                for address in [
                    "http://cal.example", "http://127.0.0.1.cal.example", "http://127.0.0.example", "ftp://cal.example",
                ] {
                    expect(try account(address)).to(
                        throwError { (problem: CalDAVProblem) in
                            expect(problem).to(matchPattern { if case .insecure = $0 { true } else { false } })
                        }
                    )
                }
                for address in ["http://localhost:5232/a", "http://127.0.0.1", "HTTPS://cal.example"] {
                    expect(try account(address)).toNot(throwError())
                }
                for address in ["https:", "cal.example", "https://ada:x@cal.example"] {
                    expect(try account(address)).to(throwError(), description: address)
                }
            }

            it("does not follow where it would be sent unencrypted") {
                let account = try CalendarAccount.sample(
                    over: server(["https://cal.example/.well-known/caldav/": (301, "http://other.example/")])
                )
                await expect { try await account.calendars() }.to(throwError(CalDAVProblem.insecure("other.example")))
            }

            it("is in no error, and cannot be refused but by the server") {
                let server = SampleCalendarServer(clock: TestScheduler())
                server.change { $0.password = "other" }
                let account = try CalendarAccount.sample(over: server.transport)
                await expect { try await account.calendars() }.to(
                    throwError { (error: RequestError) in
                        expect(error.kind).to(equal(.login))
                        expect("\(error)").toNot(contain("YWRh"))
                    }
                )
                let address = URL(string: "https://x")!
                for user in ["a:b", "", "a\n"] {
                    expect { try CalendarAccount(at: address, user: user, password: Secret("x")) }.to(
                        throwError(CalDAVProblem.badLogin)
                    )
                }
            }
        }
    }
}
