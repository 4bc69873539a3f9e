import Millrace
import MillraceOffline

/// What was not sent when a version of the program ran that kept it in a file of its own. It is taken over once, under
/// the transaction ids that the homeserver may know.
struct FormerOutbox: Action, Decodable {
    static let file = "outbox.json"

    let entries: [OutboxEntry<Outgoing>]

    private struct Former: Decodable {
        let id: String
        let kind: Outgoing.Content
        let time: Int
        let delivery: Delivery
    }

    /// What has become of it; nothing where it waited.
    private struct Delivery: Decodable {
        let accepted: [String: String]?
        let refused: Refusal?
    }

    private struct Refusal: Decodable {
        let reason: String

        private enum CodingKeys: String, CodingKey { case reason = "_0" }
    }

    init(from decoder: any Decoder) throws {
        entries = try [String: [Former]](from: decoder).flatMap { room, list in
            list.filter { $0.delivery.accepted == nil }
                .map { former in
                    let outgoing = Outgoing(id: former.id, room: room, content: former.kind, time: former.time)
                    let problem = former.delivery.refused.map { OutboxProblem<String>.refused($0.reason) }
                    return OutboxEntry(OutboxKey(former.id), outgoing, attempts: 1, problem: problem)
                }
        }
    }
}
