import MillraceSignals

extension Client {
    /// Sends a request, and returns its answer.
    ///
    /// Cancelling the task ends the request at once, wherever it is: it leaves the queue, its connection is closed, and
    /// it is not sent again. Decoding runs outside of any actor.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - meter: Measures how much has been transferred.
    /// - Throws: Why there is no answer. ``RequestError/Reason/cancelled`` if the task is cancelled.
    @concurrent
    public func send<R: Request>(_ request: R, meter: TransferMeter? = nil) async throws(RequestError) -> R.Answer {
        let call = try call(for: request)
        let attempts = Locked(0)
        func failure(_ reason: RequestError.Reason) -> RequestError {
            let error = RequestError(reason, request: call.request.description, attempts: attempts.withLock { $0 })
            tell(.failed(reason), of: call.request, attempt: error.attempts)
            return error
        }
        let sending = Sending(call: call, client: self, meter: meter, attempts: attempts)
        let limit = call.limits.total
        let rivals: [@Sendable () async -> Outcome?] = limit.map { limit in [timeLimit(.total, limit)] } ?? []
        let outcome = await contest(on: executor, cancelled: .failure(.cancelled), against: rivals) {
            var sending = sending
            return await sending.run()
        }
        switch outcome {
        case .failure(let reason): throw failure(reason)
        case .success(let (response, redaction)):
            do {
                let answer = try request.decode(response)
                if Task.isCancelled { throw RequestError.Reason.cancelled }
                return answer
            } catch {
                let reason = error as? RequestError.Reason
                let problem = reason ?? .undecodable(DecodingProblem(error, in: response.body))
                throw failure(problem.redacted(by: redaction))
            }
        }
    }
}
