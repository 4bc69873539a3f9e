import Foundation
import Millrace
import MillraceSpecs
import SampleHomeserver

@testable import MatrixChat

private let tea = "!tea"

/// What a version of the program that had a file for it has not sent.
final class FormerOutboxSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()

        func former(_ id: String, _ kind: String, _ delivery: String) -> String {
            #"{"id": "\#(id)", "time": 1, "kind": \#(kind), "delivery": \#(delivery)}"#
        }
        func image(_ name: String, _ address: String) -> String {
            #"{"image": {"_0": {"name": "\#(name)", "type": "image/png", "byteCount": 9\#(address)}}}"#
        }

        beforeEach {
            stage.server.change { _ = $0.say("one", in: tea) }
            stage.signIn()
            stage.network.isUp = false
            let text = #"{"text": {"_0": "two"}}"#
            let entries = [
                former("a", text, #"{"sending": {}}"#),
                former("b", #"{"redaction": {"of": "$1"}}"#, #"{"waiting": {}}"#),
                former("c", image("c.png", ""), #"{"waiting": {}}"#),
                former("d", image("d.png", #", "address": "mxc://sample.example/d""#), #"{"waiting": {}}"#),
                former("e", text, #"{"accepted": {"event": "$9"}}"#),
                former("f", text, #"{"refused": {"_0": "no"}}"#),
            ]
            stage.disk.files["/chat/outbox.json"] = Array(#"{"!tea": [\#(entries.joined(separator: ","))]}"#.utf8)
            stage.disk.files["/chat/uploads/c"] = Array(SampleImages.pot)
            stage.disk.files["/chat/uploads/x"] = Array(SampleImages.pot)
            try await stage.restart()
        }

        it("is there, and the file is not any more") {
            expect(stage.rows(tea)).to(equal(["(deleted) …", "two …", "c.png …", "d.png …", "two !"]))
            expect(stage.disk.files["/chat/outbox.json"]).to(beNil())
            expect(stage.disk.files.keys.filter { $0.hasPrefix("/chat/uploads/") }).to(equal(["/chat/uploads/c"]))
        }

        it("is there in the next run, too") {
            try await stage.restart()
            expect(stage.rows(tea)).to(equal(["(deleted) …", "two …", "c.png …", "d.png …", "two !"]))
        }

        it("is sent under the transactions that the homeserver may know, and what was uploaded is not again") {
            stage.network.isUp = true
            stage.scheduler.advance(by: .seconds(70))
            expect(stage.rows(tea)).to(equal(["(deleted)", "two", "c.png", "d.png", "two !"]))
            let requests = stage.network.requests
            expect(requests.filter { $0.hasSuffix("/send/m.room.message/a") }).toNot(beEmpty())
            expect(requests.count { $0.contains("/media/v3/upload") && $0.contains("POST") }).to(beGreaterThan(0))
            expect(stage.server.change { $0.media.files.keys.filter { $0.hasPrefix("upload") } }).to(equal(["upload1"]))
            let last = stage.server.change { $0.rooms[tea]?.events.last?.event["content"]?["url"] }
            expect(last).to(equal("mxc://sample.example/d"))
        }

        it("stays where it cannot be read") {
            stage.disk.files["/chat/outbox.json"] = Array("no JSON".utf8)
            await expect { try await stage.restart() }.to(throwError())
            expect(stage.disk.files["/chat/outbox.json"]).toNot(beNil())
        }
    }
}
