import Foundation
import MillraceSpecs

@testable import MillraceEntities

/// Law E4, of edits that are on their way: each is sent with the version that the server has told last, and what the
/// server refuses as a conflict is decided field by field.
final class E4VersionsSpec: Spec {
    func testSpec() {
        func issues() throws -> EntityTable {
            var table = EntityTable(schema: issueSchema)
            let issue = #"{"id": 1, "title": "A", "votes": 10, "lock_version": 7}"#
            try table.merge(issue.utf8, as: .one("issue"))
            return table
        }

        func answer(_ text: String) throws -> EntityAnswer {
            try EntityAnswer(text.utf8, as: .one("issue"), in: issueSchema)
        }

        func title(_ table: EntityTable) throws(EntityError) -> String {
            let issue = try table.read(IssueEdit.self, issue1)
            return issue.title
        }

        describe("E4: a version") {
            it("is a field that the schema names, or the tag of an answer") {
                var table = try issues()
                expect(table.version(of: issue1)) == "7"
                let note = EntityID("note", "a")
                expect(table.version(of: note)).to(beNil())
                try table.merge(#"{"id": "a", "text": "x"}"#.utf8, as: .one("note"), version: #""tag""#)
                expect(table.version(of: note)) == #""tag""#
                expect(table.version(of: user3)).to(beNil())
                try table.merge(#"[{"id": "a"}, {"id": "b"}]"#.utf8, as: .many("note"), version: "list")
                expect(table.version(of: note)) == #""tag""#
                let copy = try JSONDecoder().decode(EntityTable.self, from: JSONEncoder().encode(table))
                expect(copy.version(of: note)) == #""tag""#
                try table.merge(#"{"id": 1, "lock_version": 1.5}"#.utf8, as: .one("issue"))
                expect(table.version(of: issue1)) == "1.5"
            }

            it("is that of the request which was sent last") {
                var table = try issues()
                let early = table.ticket()
                try table.merge(#"{"id": 1, "lock_version": 9}"#.utf8, as: .one("issue"))
                try table.merge(#"{"id": 1, "lock_version": 8}"#.utf8, as: .one("issue"), ticket: early)
                expect(table.version(of: issue1)) == "9"
            }

            it("passes from the answer to one edit to the next edit, also behind one that waits") {
                var table = try issues()
                _ = try table.change { draft in _ = try draft.merge(encoding: ["id": 2], as: .one("issue")) }
                let one = try table.edit(IssueEdit.self, issue1) { $0.title = "B" }
                let two = try table.edit(IssueEdit.self, issue1) { $0.title = "C" }
                expect(table.version(of: issue1)) == "7"
                expect(table.pendingChanges(of: issue1)) == [one, two]
                table.confirm(one, with: try answer(#"{"id": 1, "title": "B", "lock_version": 8}"#))
                expect(table.version(of: issue1)) == "8"
                expect(table.pendingChanges(of: issue1)) == [two]
                expect(try title(table)) == "C"
                table.confirm(two, with: try answer(#"{"id": 1, "title": "C", "lock_version": 9}"#))
                expect(table.version(of: issue1)) == "9"
            }

            it("is the one that the first waiting edit was made of, whatever is told in between") {
                var table = try issues()
                let one = try table.edit(IssueEdit.self, issue1) { $0.title = "B" }
                try table.merge(#"{"id": 1, "title": "X", "lock_version": 8}"#.utf8, as: .one("issue"))
                expect(table.version(of: issue1)) == "7"
                let two = try table.edit(IssueEdit.self, issue1) { $0.votes += 1 }
                let newer = try answer(#"{"id": 1, "lock_version": 9}"#)
                try table.resolve(one, of: issue1, with: newer, as: IssueEdit.self) {
                    expect([$0.title, $1.title, $2.title]) == ["X", "B", "A"]
                    return $1
                }
                expect(table.version(of: issue1)) == "9"
                table.confirm(one, version: "10")
                expect(table.version(of: issue1)) == "10"
                table.refuse(two)
                expect(table.version(of: issue1)) == "10"
                let gone = table.remove(issue1)
                try table.merge(#"{"id": 1, "lock_version": 11}"#.utf8, as: .one("issue"))
                expect(table.version(of: issue1)) == "10"
                table.refuse(gone)
                expect(table.version(of: issue1)) == "11"
            }

            it("comes with what an edit writes, as its body") {
                var table = try issues()
                struct Owned: Codable { var owner: EntityID? }
                let change = try table.change { draft in
                    try draft.edit(IssueEdit.self, issue1) { $0.votes += 1 }
                    try draft.merge(encoding: ["id": 3], as: .one("user"))
                }
                let body = try JSONEncoder().encode(table.fields(changedBy: change, in: issue1))
                expect(String(decoding: body, as: UTF8.self)) == #"{"votes":11}"#
                let owned = try table.change { draft in
                    try draft.merge(encoding: ["id": 1, "owner": 3], as: .one("issue"))
                }
                let fields = table.fields(changedBy: owned, in: issue1)
                expect(String(decoding: try JSONEncoder().encode(fields?["owner"]), as: UTF8.self)) == #""3""#
                expect(table.fields(changedBy: owned, in: user3)) == [:]
                table.refuse(owned)
                expect(table.fields(changedBy: owned, in: issue1)).to(beNil())
                let gone = table.remove(issue1)
                expect(table.fields(changedBy: gone, in: issue1)).to(beNil())
            }
        }

        describe("E4: what an edit writes") {
            struct Priced: Codable {
                var price: Decimal
                var total: UInt64
                var names: [String: String]
                var parts: [Int]
            }

            it("is sent as JSON, also a number that is long and a name that begins with $") {
                var table = try issues()
                try table.merge(#"{"id": 1, "price": 1, "total": 1, "names": {}, "parts": []}"#.utf8, as: .one("issue"))
                let change = try table.edit(Priced.self, issue1) { issue in
                    issue.price = Decimal(string: "12345678901234567890.5") ?? 0
                    (issue.total, issue.names, issue.parts) = (.max, ["$key": "a/b"], [1, 2])
                }
                let fields = table.fields(changedBy: change, in: issue1) ?? [:]
                let encoder = JSONEncoder()
                encoder.outputFormatting = .sortedKeys
                let body = try encoder.encode(fields)
                expect(String(decoding: body, as: UTF8.self)) == """
                    {"names":{"$key":"a\\/b"},"parts":[1,2],"price":12345678901234567890.5,"total":18446744073709551615}
                    """
                expect(try JSONDecoder().decode([String: JSONValue].self, from: body)) == fields
                expect(fields["names"]?.description) == #"{"$key":"a/b"}"#
            }

            it("has the same numbers after a recording") {
                let text = "[1,1.5,-0,1.5e-07,0.1,1e+300,12345678901234567890.5,null,true]"
                let values = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
                let copy = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(values))
                expect(copy) == values
                expect(values.description) == text
            }
        }

        describe("E4: a conflict") {
            /// Merges as users of a counter and of a title expect.
            func merged(_ theirs: IssueEdit, _ mine: IssueEdit, _ base: IssueEdit) -> IssueEdit {
                var merged = theirs
                merged.votes += mine.votes - base.votes
                if mine.title != base.title, theirs.title == base.title { merged.title = mine.title }
                return merged
            }

            it("is decided by what they have, what was made, and what it was made of") {
                var table = try issues()
                let change = try table.edit(IssueEdit.self, issue1) { ($0.title, $0.votes) = ("B", $0.votes + 1) }
                var seen: [String] = []
                let theirs = try answer(#"{"id": 1, "title": "X", "votes": 12, "lock_version": 8}"#)
                try table.resolve(change, of: issue1, with: theirs, as: IssueEdit.self) { theirs, mine, base in
                    seen = [theirs, mine, base].map { "\($0.title)\($0.votes)" }
                    return merged(theirs, mine, base)
                }
                expect(seen) == ["X12", "B11", "A10"]
                expect(try table.read(IssueEdit.self, issue1)) == IssueEdit(title: "X", votes: 13)
                expect(table.fields(changedBy: change, in: issue1)?.keys.sorted()) == ["votes"]
                expect(table.version(of: issue1)) == "8"
                expect(table.pendingChanges) == [change]
                // What is decided stands, whatever they say afterwards; and a refusal takes it back.
                try table.merge(#"{"id": 1, "title": "Y", "votes": 20}"#.utf8, as: .one("issue"))
                expect(try table.read(IssueEdit.self, issue1)) == IssueEdit(title: "Y", votes: 13)
                table.refuse(change)
                expect(try table.read(IssueEdit.self, issue1)) == IssueEdit(title: "Y", votes: 20)
            }

            it("has nothing to decide where only other fields have changed, or both say the same") {
                var table = try issues()
                let change = try table.edit(IssueEdit.self, issue1) { $0.title = "B" }
                for theirs in [#""votes": 12"#, #""title": "B""#] {
                    let answer = try answer(#"{"id": 1, \#(theirs), "lock_version": 8}"#)
                    try table.resolve(change, of: issue1, with: answer, as: IssueEdit.self) { theirs, _, _ in
                        fail("nothing is to be decided")
                        return theirs
                    }
                }
                expect(table.fields(changedBy: change, in: issue1)) == [:]
                expect(table.pendingChanges(of: issue1)) == [change]
            }

            it("is asked of later edits too, if they would cover what nobody has seen") {
                var table = try issues()
                let one = try table.edit(IssueEdit.self, issue1) { $0.title = "B" }
                let two = try table.edit(IssueEdit.self, issue1) { $0.title = "C" }
                var asked: [String] = []
                try table.resolve(one, of: issue1, with: try answer(#"{"id": 1, "title": "X"}"#), as: IssueEdit.self) {
                    asked.append($0.title + $1.title + $2.title)
                    return $0
                }
                expect(asked) == ["XBA", "XCB"]
                expect(try title(table)) == "X"
                expect(table.fields(changedBy: two, in: issue1)) == [:]
                expect(table.pendingChanges(of: issue1)) == [one, two]

                // Where the first stays, the second was made of it.
                var other = try issues()
                let first = try other.edit(IssueEdit.self, issue1) { $0.title = "B" }
                _ = try other.edit(IssueEdit.self, issue1) { $0.title = "C" }
                asked = []
                try other.resolve(first, of: issue1, with: try answer(#"{"id": 1, "title": "X"}"#), as: IssueEdit.self)
                {
                    asked.append($0.title + $1.title + $2.title)
                    return $1
                }
                expect(asked) == ["XBA"]
                expect(try title(other)) == "C"
            }

            it("leaves fields as the change says that the decision does not have, and other entities") {
                struct Votes: Codable { var votes: Int }
                var table = try issues()
                let change = try table.change { draft in
                    try draft.edit(IssueEdit.self, issue1) { ($0.title, $0.votes) = ("B", 11) }
                    try draft.merge(encoding: ["id": 3, "name": 1], as: .one("user"))
                }
                let theirs = try answer(#"{"id": 1, "title": "X", "votes": 12}"#)
                try table.resolve(change, of: issue1, with: theirs, as: Votes.self) { theirs, _, _ in theirs }
                expect(try table.read(IssueEdit.self, issue1)) == IssueEdit(title: "B", votes: 12)
                expect(table.fields(changedBy: change, in: user3)?.keys.sorted()) == ["id", "name"]
            }

            it("is not decided by an answer that does not contain the entity") {
                var table = try issues()
                let change = try table.edit(IssueEdit.self, issue1) { $0.title = "B" }
                let (before, other) = (table, try answer(#"{"id": 2, "title": "X"}"#))
                expect(
                    message {
                        try table.resolve(change, of: issue1, with: other, as: IssueEdit.self) { $2 }
                    }
                ) == "issue 1: an answer that contains it is expected, and one without it found"
                expect(table) == before
            }

            it("changes nothing if it cannot be decided, and of an unknown change only merges the answer") {
                struct Refused: Error {}
                var table = try issues()
                let change = try table.edit(IssueEdit.self, issue1) { $0.title = "B" }
                let (before, theirs) = (table, try answer(#"{"id": 1, "title": "X"}"#))
                expect(
                    message {
                        try table.resolve(change, of: issue1, with: theirs, as: IssueEdit.self) { _, _, _ in
                            throw Refused()
                        }
                    }
                ) == "Refused()"
                expect(table) == before
                table.refuse(change)
                try table.resolve(change, of: issue1, with: theirs, as: IssueEdit.self) { theirs, _, _ in theirs }
                expect(try title(table)) == "X"
            }
        }
    }
}
