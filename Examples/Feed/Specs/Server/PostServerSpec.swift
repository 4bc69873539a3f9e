import Foundation
import MillraceSpecs

@testable import FeedReader

final class PostServerSpec: Spec {
    func testSpec() {
        func server(_ texts: String...) throws -> PostServer { try PostServer(texts.map { Data($0.utf8) }) }

        describe("a file of posts") {
            it("is a post, an array of them, or what has arrays of them") {
                expect(try server(Draft(id: 1).json).count) == 1
                expect(try server("[\(Draft(id: 1).json),\(Draft(id: 2).json)]", Draft(id: 2).json).count) == 2
                expect(try server(#"{"ancestors":[],"descendants":[\#(Draft(id: 1).json)]}"#).count) == 1
                expect(try server("[]").count) == 0
            }

            it("is none if it is something else") {
                for text in ["", "{", "7", #"{"id":"1"}"#, #"[{"name":"x"}]"#, #"{"posts":{"id":1}}"#] {
                    expect { try server(text) }.to(throwError(), description: text)
                }
            }
        }
    }
}
