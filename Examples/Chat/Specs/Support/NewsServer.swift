import Foundation
import MatrixChat
import Millrace
import MillraceNetwork
import Synchronization

@testable import SampleHomeserver

/// A ``SampleHomeserver`` for explored chats: a sync that waits for news is answered as soon as there is some, and not
/// before, so that nothing is due while there is none.
final class NewsServer: Sendable {
    /// Somebody who has signed in before.
    static let token = "kept"

    /// The room.
    let room = "!tea"

    private let server: SampleHomeserver
    private let waiting = Mutex<[AsyncStream<Void>.Continuation]>([])

    /// Creates a server with a room that has one message.
    init(clock: some Scheduler) {
        server = SampleHomeserver(clock: clock)
        server.change { state in
            state.tokens = [Self.token]
            state.say("begin", in: room)
        }
    }

    /// Somebody else writes.
    func say(_ text: String) { change { _ = $0.say(text, in: room) } }

    /// Whether there is a reaction by a key that is not deleted.
    func hasReaction(_ key: JSONValue) -> Bool {
        server.change { state in
            state.rooms[room]?.events.contains { $0.event["content"]?["m.relates_to"]?["key"] == key } == true
        }
    }

    /// How many events it has that a program has sent.
    var writtenCount: Int {
        server.change { $0.rooms[room]?.events.count { $0.event["unsigned"]?["transaction_id"] != nil } ?? 0 }
    }

    /// The texts of all messages.
    var texts: [String] { server.change { $0.texts(in: room) } }

    /// The messages of the user's own, as they read now, without those that are deleted.
    var own: [String] {
        server.change { state -> [String?] in
            let events = (state.rooms[room]?.events ?? []).map(\.event).filter { event in
                event["sender"]?.string == SampleHomeserver.user && event["type"] == "m.room.message"
            }
            let edits = events.filter { $0["content"]?["m.relates_to"]?["rel_type"] == "m.replace" }
            return events.filter { $0["content"]?["m.relates_to"]?["rel_type"] == nil }.map { event in
                let edit = edits.last { $0["content"]?["m.relates_to"]?["event_id"] == event["event_id"] }
                guard let text = event["content"]?["body"]?.string else { return nil }
                return edit?["content"]?["m.new_content"]?["body"]?.string ?? text
            }
        }.compactMap(\.self)
    }

    /// Changes what it knows, or reads it.
    @discardableResult
    func change<Result: Sendable>(_ body: (inout sending HomeserverState) -> sending Result) -> sending Result {
        let result = server.change(body)
        for news in waiting.withLock(\.self) { news.yield() }
        return result
    }

    /// What carries requests to it.
    var transport: some Transport { NewsTransport(server: self) }

    /// Waits until a request can be answered: a sync that waits for news is when there is some.
    func waitForNews(_ request: HTTPRequest) async {
        let call = HomeserverCall(request)
        guard call.isWaitingSync else { return }
        let (stream, news) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        news.yield()
        waiting.withLock { $0.append(news) }
        for await _ in stream where server.change({ $0.problem(with: call) ?? $0.news(for: call) }) != nil { return }
    }

    fileprivate func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        await waitForNews(request)
        let call = HomeserverCall(request)
        if call.isWaitingSync, var answer = server.change({ $0.problem(with: call) ?? $0.news(for: call) }) {
            let body = exchange(&answer.body, with: Data())
            if receiver.receive(head: answer) { _ = receiver.receive(body) }
        } else {
            try await server.transport.send(request, to: receiver)
            change { _ in }
        }
    }
}

extension HomeserverCall {
    fileprivate var isWaitingSync: Bool { parts == ["sync"] && query["timeout"] != "0" }
}

extension HomeserverState {
    fileprivate func news(for call: HomeserverCall) -> Response? { sync(since: call.query["since"], orAtLeast: false) }
}

private struct NewsTransport: Transport {
    let server: NewsServer

    func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        try await server.send(request, to: receiver)
    }
}
