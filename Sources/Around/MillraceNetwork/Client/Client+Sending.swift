import MillraceBase
public import Foundation
import MillraceSignals

extension Client {
    /// Sends a request, and returns its decoded answer.
    ///
    /// Cancelling the task ends the request at once: the request is removed from the queue or its connection is closed,
    /// and it is not retried. Decoding runs outside of any actor.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - meter: Measures the progress.
    /// - Throws: A ``RequestError``, with the reason ``RequestError/Reason/cancelled`` if the task is cancelled.
    @concurrent
    public func send<R: Request>(_ request: R, meter: TransferMeter? = nil) async throws(RequestError) -> R.Answer {
        let sending = Sending(try call(for: request), by: self, meter)
        let (response, redaction) = try await run(sending)
        do {
            let answer = try request.decode(response)
            if Task.isCancelled { throw RequestError.Reason.cancelled }
            return answer
        } catch {
            let reason = error as? RequestError.Reason
            let problem = reason ?? .undecodable(DecodingProblem(error, in: response.body))
            throw failure(problem.redacted(by: redaction, in: response.body), of: sending)
        }
    }

    /// Sends a request, and writes the body of its answer into a file, piece by piece.
    ///
    /// The file is complete when this returns, and unchanged if it throws. The body is never in memory as a whole, so
    /// ``RequestLimits/answerSize`` does not apply. ``Request/decode(_:)`` is not called.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - file: The file to write. An existing file is replaced atomically.
    ///   - sizeLimit: The largest size of the file, in bytes.
    ///   - isResumed: Whether a download that breaks off leaves the bytes that have arrived beside the file, hidden,
    ///     and the next one of the same address into the same file goes on there, also within the retries of this call.
    ///     Only for `GET`, and only if the server names the version with a strong `ETag` or `Last-Modified`; where the
    ///     version has changed, or another download of the file is on its way, everything is loaded.
    ///   - meter: Measures the progress.
    /// - Returns: The status code and the headers of the answer: 206 if the rest was loaded.
    /// - Throws: A ``RequestError``, with the reason ``RequestError/Reason/cancelled`` if the task is cancelled.
    @concurrent
    @discardableResult
    public func download(
        _ request: some Request,
        to file: URL,
        sizeLimit: Int = .max,
        isResumed: Bool = false,
        meter: TransferMeter? = nil
    ) async throws(RequestError) -> Response {
        var call = try call(for: request)
        let part =
            isResumed && request.method == .get
            ? ResumedDownload(file, of: call.request, sizeLimit: sizeLimit) : nil
        let download: any DownloadTarget = part ?? Download(file, sizeLimit: sizeLimit)
        call.target = download
        defer { download.discard() }
        let sending = Sending(call, by: self, meter)
        let (response, redaction) = try await run(sending)
        if Task.isCancelled { throw failure(.cancelled, of: sending) }
        do {
            try download.finish()
            return response
        } catch {
            throw failure(.notWritten(redaction("\(error)")), of: sending)
        }
    }
}

extension Client {
    /// Carries a request out, up to its total limit.
    func run(_ sending: Sending) async throws(RequestError) -> (Response, Redaction) {
        let limit = sending.call.limits.total
        let rivals = limit.map { [timeLimit(.total, $0, unless: sending.call.target)] } ?? []
        let outcome = await contest(on: executor, cancelled: .failure(.cancelled), against: rivals) {
            var sending = sending
            return await sending.run()
        }
        switch outcome {
        case .failure(let reason): throw failure(reason, of: sending)
        case .success(let answer): return answer
        }
    }

    /// Makes the error of a request, and logs it.
    func failure(_ reason: RequestError.Reason, of sending: Sending) -> RequestError {
        let request = sending.call.request
        let error = RequestError(reason, request: request.description, attempts: sending.attempts.withLock { $0 })
        tell(.failed(reason), of: request, attempt: error.attempts)
        return error
    }
}
