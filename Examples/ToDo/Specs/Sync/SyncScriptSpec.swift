import CalDAV
import Foundation
import LoopbackHTTP
import Millrace
import MillraceNetwork
import MillraceSpecs
import MillraceTerminal
import SampleCalendarServer
import Synchronization

@testable import ToDoList

final class SyncScriptSpec: Spec {
    func testSpec() {
        describe("the command line") {
            it("names a server and a user, and perhaps a calendar") {
                let options = try CommandLineOptions([
                    "--sync", "https://cloud.example.org", "--user", "ada", "--calendar", "Tasks", "list",
                ])
                expect(options.server).to(equal(URL(string: "https://cloud.example.org")!))
                expect(options.user).to(equal("ada"))
                expect(options.calendar).to(equal("Tasks"))
                for words in [
                    ["--sync", "https://x"], ["--user", "ada"], ["--calendar", "x"], ["--sync", "x", "--user", "a"],
                ] {
                    expect(try CommandLineOptions(words)).to(throwError(), description: "\(words)")
                }
            }
        }

        describe("the program") {
            @TestState var folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

            afterEach { try? FileManager.default.removeItem(at: folder) }

            /// Runs the program on a device, with a server unless there is none.
            func run(
                _ device: String,
                at server: URL?,
                password: String? = "secret",
                lines: [String] = [],
                _ words: String...
            ) throws -> [String] {
                var arguments = ["--folder", folder.appendingPathComponent(device).path]
                if let server { arguments += ["--sync", server.absoluteString, "--user", "ada"] }
                let environment = ["TODO_PASSWORD": password ?? "", "no_proxy": "*"]
                let program = try RunningProgram(arguments + words, environment: environment)
                program.write(lines)
                let end = program.end()
                let errors = end.errors.split(separator: "\n").map(String.init)
                return end.lines + errors + (end.exitCode == 0 ? [] : ["\(end.exitCode)"])
            }

            it("brings a list from one device to another, and says what waits") {
                let server = SampleCalendarServer(clock: TestScheduler())
                let loopback = try LoopbackServer { server.reply(to: $0) }
                defer { loopback.stop() }
                let address = loopback.baseURL
                expect(try run("phone", at: address, "sync")).to(equal(["synced"]))
                expect(try run("phone", at: nil, "add", "tea")).to(equal(["added 1  tea"]))
                expect(try run("phone", at: address, "sync")).to(equal(["synced"]))
                expect(try run("laptop", at: address, "list")).to(equal(["Later", "  1  tea"]))
                expect(try run("phone", at: nil, "edit", "1", "--title", "green tea")).to(haveCount(1))
                expect(try run("laptop", at: address, "edit", "1", "--title", "black tea")).to(haveCount(1))
                let conflict = #"conflict: "green tea" here, "black tea" elsewhere"#
                expect(try run("phone", at: address, "sync")).to(equal([conflict, "todo: \(conflict)", "1"]))
                expect(try run("phone", at: address, "theirs", "1")).to(equal(["theirs 1  black tea"]))
                server.change { $0.isDown = true }
                expect(try run("phone", at: address, "sync").first).to(beginWith("not synced: "))
                expect(try run("phone", at: address, "list").last).to(beginWith("todo: not synced: "))
                expect(try run("phone", at: nil, "sync")).to(equal(["not synchronised"]))
                expect(try run("phone", at: nil, "done", "1")).to(haveCount(1))
                expect(try run("phone", at: nil, "sync")).to(equal(["1 waits"]))
                expect(try run("tablet", at: nil, "sync")).to(equal(["not synchronised"]))
            }

            it("ends with a status that says why the list is not synchronised") {
                let server = SampleCalendarServer(clock: TestScheduler())
                let refusesItems = Mutex(false)
                let loopback = try LoopbackServer { request in
                    let isRefused = request.method == "PUT" && refusesItems.withLock(\.self)
                    return isRefused ? .answer(403, "") : server.reply(to: request)
                }
                defer { loopback.stop() }
                let circle = try LoopbackServer { .answer(301, "", headers: ["Location": $0.target]) }
                defer { circle.stop() }
                let address = loopback.baseURL
                expect(try run("phone", at: address, "sync")).to(equal(["synced"]))
                expect(try run("phone", at: address, password: "wrong", "sync").last).to(equal("77"))
                expect(try run("phone", at: circle.baseURL, "sync").last).to(equal("76"))
                expect(try run("phone", at: URL(string: "http://127.0.0.1:1"), "sync").last).to(equal("69"))
                // What a command has to do itself is done; what is behind a "sync" that fails, is not.
                expect(try run("phone", at: circle.baseURL, "add", "tea").first).to(equal("added 1  tea"))
                let script = ["add milk", "sync", "add bread"]
                expect(try run("phone", at: circle.baseURL, lines: script).last).to(equal("76"))
                expect(try run("phone", at: nil, "list")).to(equal(["Later", "  1  tea", "  2  milk"]))
                refusesItems.withLock { $0 = true }
                expect(try run("phone", at: address, "sync").last).to(equal("65"))
                refusesItems.withLock { $0 = false }
                expect(try run("phone", at: address, lines: script)).to(
                    equal(["added 3  milk", "synced", "added 4  bread"])
                )
                let other = server.change { $0.makeCalendar("Other") }
                let otherAddress = URL(string: other.collectionText, relativeTo: address)
                expect(try run("phone", at: otherAddress?.absoluteURL, "sync").last).to(equal("64"))
            }

            it("refuses what would send the password unencrypted") {
                expect(try run("phone", at: URL(string: "http://cal.example"), "list").last).to(equal("64"))
            }
        }
    }
}

extension SampleCalendarServer {
    /// Answers what has come over a connection.
    fileprivate func reply(to request: ReceivedRequest) -> Reply {
        guard let url = URL(string: "http://127.0.0.1\(request.target)") else { return Reply() }
        let headers = request.headers.map { HTTPHeader($0.key, $0.value) }
        let call = HTTPRequest(HTTPMethod(request.method), url, headers: headers, body: Data(request.body))
        guard let response = answer(to: call) else { return Reply() }
        let told = Dictionary(response.headers.map { ($0.name, $0.value) }) { $1 }
        return .answer(response.status, String(decoding: response.body, as: UTF8.self), headers: told)
    }
}
