import Foundation
import MillraceFlux
import MillraceSpecs
import Synchronization

@testable import MillraceEntities

/// A server that refuses what is not made of its present version, and answers after a second.
private final class IssueServer: Sendable {
    let issue = Mutex((title: "A", votes: 0, version: 7))
    let log = Mutex<[String]>([])
    let scheduler: TestScheduler

    init(_ scheduler: TestScheduler) { self.scheduler = scheduler }

    var answer: EntityAnswer {
        get throws {
            let (title, votes, version) = issue.withLock { $0 }
            let text = #"{"id": 1, "title": "\#(title)", "votes": \#(votes), "lock_version": \#(version)}"#
            return try EntityAnswer(text.utf8, as: .one("issue"), in: issueSchema)
        }
    }

    func edit(_ title: String, votes: Int = 0) {
        issue.withLock { $0 = (title, $0.votes + votes, $0.version + 1) }
    }

    func save(_ fields: [String: JSONValue], _ version: String?) async -> EditOutcome {
        struct Body: Decodable { let title: String?, votes: Int? }
        log.withLock { $0.append("\(version ?? "-") \(fields.keys.sorted().joined(separator: " "))") }
        try? await scheduler.sleep(for: .seconds(1))
        let isAccepted = issue.withLock { issue in
            guard version == "\(issue.version)", let body = try? JSONEncoder().encode(fields),
                let edit = try? JSONDecoder().decode(Body.self, from: body)
            else { return false }
            issue = (edit.title ?? issue.title, edit.votes ?? issue.votes, issue.version + 1)
            return true
        }
        guard let answer = try? answer else { return .refused }
        return isAccepted ? .saved(answer) : .conflict(with: answer)
    }
}

/// The edits of the guide.
final class EditingSpec: Spec {
    func testSpec() {
        @TestState var scheduler = TestScheduler()

        func issues(_ server: IssueServer) throws -> Store<EntityTable> {
            var table = EntityTable(schema: issueSchema)
            table.merge(try server.answer)
            let services = IssueServices { _, fields, version in await server.save(fields, version) }
            return makeIssues(table, with: services, on: Dispatcher(on: scheduler))
        }

        func shown(_ store: Store<EntityTable>) -> String {
            (try? store.state.value.read(IssueEdit.self, issue1)).map { "\($0.title) \($0.votes)" } ?? "-"
        }

        it("sends quick edits in order, each with the version of the answer before") {
            let server = IssueServer(scheduler)
            let store = try issues(server)
            for title in ["B", "C"] { store.dispatcher.dispatch(TitleEdited(issue: issue1, title: title)) }
            store.dispatcher.dispatch(Voted(issue: issue1))
            expect(shown(store)) == "C 1"
            scheduler.run()
            expect(server.log.withLock { $0 }) == ["7 title", "8 title", "9 votes"]
            expect(shown(store)) == "C 1"
            expect(store.state.value.pendingChanges).to(beEmpty())
            expect(store.state.value.version(of: issue1)) == "10"
        }

        it("decides what crosses an edit of somebody else, and sends it again") {
            let server = IssueServer(scheduler)
            let store = try issues(server)
            server.edit("X", votes: 10)
            store.dispatcher.dispatch(Voted(issue: issue1))
            store.dispatcher.dispatch(TitleEdited(issue: issue1, title: "B"))
            scheduler.run()
            expect(server.log.withLock { $0 }) == ["7 votes", "8 votes", "9 title"]
            expect(shown(store)) == "B 11"
            expect(server.issue.withLock { "\($0.title) \($0.votes)" }) == "B 11"
        }
    }
}
