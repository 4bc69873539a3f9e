import Foundation
import MillraceNetwork
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
                expect { try server("[\(Draft(id: 1).json),\n {\"id\": 2}]") }.to(
                    throwError { expect("\($0)") == "line 2, column 2: it is no post, which has an id and an account" }
                )
            }

            it("has the numbers and the flags that servers write in other ways") {
                let post = try StoredPost.posts(
                    in: Data(
                        #"{"id": 7, "content": "", "in_reply_to_id": 3, "favourites_count": "4", "favourited": 1}"#.utf8
                    )
                )[0]
                expect([post.id, post.answered]) == ["7", "3"]
                expect(post.favourites) == 4
                expect(post.isFavourite) == true
            }
        }

        describe("a page") {
            func page(_ server: PostServer, _ query: String = "") -> Response {
                server.answer(to: HTTPRequest(.get, URL(string: "http://posts.example/api/v1/timelines/home\(query)")!))
            }

            it("has each post as the file has it") {
                let post = #"{ "id" : "1","content":"\u003cp\u003e" , "account": {"id":"2"},"odd":1.50  }"#
                let body = String(decoding: page(try server("[\(post)]")).body, as: UTF8.self)
                expect(body) == #"[\#(post.dropLast()),"favourited":false,"favourites_count":0}]"#
            }

            it("is found without a look at the posts behind it") {
                let server = try PostServer([[Draft].numbered(1...100).data], pageSize: 2)
                var looks = 0
                let found = server.firstPosts(at: 40..<100) { post in
                    looks += 1
                    return post.id != "59"
                }
                expect(found.map(\.id)) == ["60", "58", "57"]
                expect(looks) == 4
            }
        }
    }
}
