/// A transport that gets its answers from a function, for specs, previews and demos.
///
/// ```swift
/// let client = Client(address, over: FunctionTransport { request in Response(json: #"{"name":"Paris"}"#) })
/// ```
public struct FunctionTransport: Transport {
    private let answer: @Sendable (HTTPRequest) async throws -> Response

    /// Creates a transport.
    ///
    /// - Parameter answer: Returns the answer to a request. It may wait, on a scheduler. A
    ///   ``RequestError/Reason`` that it throws is the reason why there is no answer; any other error is
    ///   ``RequestError/Reason/brokenAnswer``, or ``RequestError/Reason/cancelled`` if the task is cancelled.
    public init(_ answer: @escaping @Sendable (HTTPRequest) async throws -> Response) { self.answer = answer }

    /// Passes the function's answer to the receiver, in one piece.
    public func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        do {
            if request.content != nil { receiver.noteSent(request.bodySize) }
            try receiver.receive(whole: await answer(request))
        } catch let reason as RequestError.Reason {
            throw reason
        } catch {
            throw Task.isCancelled ? .cancelled : .brokenAnswer
        }
    }
}

extension AnswerReceiver {
    /// Hands over an answer that is there as a whole.
    func receive(whole response: Response) {
        var head = response
        head.body.removeAll()
        if receive(head: head), !response.body.isEmpty { _ = receive(response.body) }
    }
}
