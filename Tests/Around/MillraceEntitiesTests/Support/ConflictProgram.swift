import Foundation
import MillraceSpecs

@testable import MillraceEntities

/// Random edits of an issue, here and by others, beside a server that refuses what is not made of its present version.
///
/// Edits are sent in order, each with the version that the server has told last. Votes are added up; of a title, what
/// others have written stands, unless it was seen here. No request is lost.
struct ConflictProgram {
    /// The server: an issue, and its version.
    private struct Server {
        var issue = IssueEdit(title: "A", votes: 0)
        var version = 1

        /// The title that somebody else has written last.
        var foreignTitle: String?

        var answer: EntityAnswer? {
            let text = #"{"id": 1, "title": "\#(issue.title)", "votes": \#(issue.votes), "lock_version": \#(version)}"#
            return try? EntityAnswer(text.utf8, as: .one("issue"), in: issueSchema)
        }
    }

    /// A request that is on its way, or its answer.
    private enum Message {
        case request(EntityChange, fields: [String: JSONValue], version: String)
        case accepted(EntityChange, EntityAnswer?)
        case conflict(EntityChange, EntityAnswer?)
    }

    private var server = Server()
    private var table = EntityTable(schema: issueSchema)
    private var message: Message?
    /// What a title that was written here was made of.
    private var seenTitles: [String: Set<String>] = [:]
    /// Answers to somebody who reads, which come late.
    private var readings: [(EntityTicket, EntityAnswer)] = []
    private var votes = 0
    private var conflicts = 0

    /// Runs a program. Returns what is wrong; nil if nothing is.
    static func run(_ random: inout SeededGenerator) -> String? {
        var program = ConflictProgram()
        let isAlone = Int.random(in: 0..<4, using: &random) == 0
        if let answer = program.server.answer { program.table.merge(answer) }
        for step in 0..<60 {
            do {
                try program.step(isAlone, step, &random)
            } catch {
                return "step \(step): \(error)"
            }
            if let problem = program.problem { return "step \(step): \(problem)" }
        }
        for _ in 0..<1_000 where program.message != nil || !program.table.pendingChanges.isEmpty {
            do { try program.deliver() } catch { return "at the end: \(error)" }
            if let problem = program.problem { return "at the end: \(problem)" }
        }
        let seen = try? program.table.read(IssueEdit.self, issue1)
        if seen != program.server.issue { return "at the end: \(seen as Any), not \(program.server.issue)" }
        let votes = program.server.issue.votes
        if votes != program.votes { return "\(votes) votes, not \(program.votes)" }
        return isAlone && program.conflicts > 0 ? "\(program.conflicts) conflicts with oneself" : nil
    }

    /// What the server has found to be wrong.
    private var problem: String?

    private mutating func step(_ isAlone: Bool, _ step: Int, _ random: inout SeededGenerator) throws {
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1:
            votes += 1
            _ = try table.edit(IssueEdit.self, issue1) { $0.votes += 1 }
        case 2, 3:
            let title = "mine \(step)"
            seenTitles[title] = [try table.read(IssueEdit.self, issue1).title]
            _ = try table.edit(IssueEdit.self, issue1) { $0.title = title }
        case 4 where !isAlone:
            votes += 10
            server.issue.votes += 10
            server.version += 1
        case 5 where !isAlone:
            server.issue.title = "theirs \(step)"
            server.foreignTitle = server.issue.title
            server.version += 1
        case 6: if let answer = server.answer { readings.append((table.ticket(), answer)) }
        case 7 where !readings.isEmpty:
            let (ticket, answer) = readings.remove(at: Int.random(in: 0..<readings.count, using: &random))
            table.merge(answer, ticket: ticket)
        default: try deliver()
        }
    }

    /// Sends what is to be sent, or carries a message further.
    private mutating func deliver() throws {
        switch message {
        case nil:
            guard let change = table.pendingChanges(of: issue1).first,
                let fields = table.fields(changedBy: change, in: issue1)
            else { return }
            if fields.isEmpty { return table.confirm(change) }
            message = .request(change, fields: fields, version: table.version(of: issue1) ?? "")
        case .request(let change, let fields, let version): message = try receive(change, fields, version)
        case .accepted(let change, let answer):
            message = nil
            if let answer { table.confirm(change, with: answer) }
        case .conflict(let change, let answer):
            message = nil
            conflicts += 1
            guard let answer else { return }
            var seen: [String] = []
            try table.resolve(change, of: issue1, with: answer, as: IssueEdit.self) { theirs, mine, base in
                var resolved = theirs
                resolved.votes += mine.votes - base.votes
                if mine.title != base.title, theirs.title == base.title { resolved.title = mine.title }
                seen.append(theirs.title)
                return resolved
            }
            for title in seenTitles.keys { seenTitles[title]?.formUnion(seen) }
        }
    }

    /// What the server answers.
    private mutating func receive(
        _ change: EntityChange,
        _ fields: [String: JSONValue],
        _ version: String
    ) throws -> Message {
        guard version == "\(server.version)" else { return .conflict(change, server.answer) }
        struct Body: Decodable {
            let title: String?
            let votes: Int?
        }
        let body = try JSONDecoder().decode(Body.self, from: JSONEncoder().encode(fields))
        if let title = body.title {
            let covered = server.issue.title
            if covered == server.foreignTitle, seenTitles[title]?.contains(covered) != true {
                problem = "\(title) covers \(covered), which was not seen"
            }
            server.issue.title = title
        }
        if let votes = body.votes { server.issue.votes = votes }
        server.version += 1
        return .accepted(change, server.answer)
    }
}
