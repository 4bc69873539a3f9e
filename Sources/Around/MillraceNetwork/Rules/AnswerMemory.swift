import Foundation

/// Answers that have an `ETag`, so that the server need not send them again as long as they have not changed.
///
/// What was used longest ago leaves when there is not room for all.
struct AnswerMemory: Sendable {
    private struct KeptAnswer {
        let response: Response
        let tag: String
        var lastUse: Int

        /// The size of the body, with something for what belongs to it.
        var size: Int { response.body.count + AnswerMemory.overhead }
    }

    /// Roughly what an answer without a body takes, in bytes.
    private static let overhead = 500

    private let byteLimit: Int
    private var byteCount = 0
    private var answers: [String: KeptAnswer] = [:]
    private var uses = 0

    init(byteLimit: Int) { self.byteLimit = byteLimit }

    /// The name of an answer: two requests for one address may differ in the language for which they ask, or in the
    /// person who asks. Of secrets the name has only the hashes.
    ///
    /// - Parameter login: The number of the login with which the request is sent.
    static func key(of request: HTTPRequest, login: Int) -> String? {
        guard request.method == .get, request.headers["If-None-Match"] == nil else { return nil }
        let headers = request.headers.map { header in
            "\(header.name.lowercased()): \(header.isSecret ? "\(header.value.hashValue)" : header.value)"
        }
        return "\(request.url.absoluteString)\n\(login)\n\(headers.sorted().joined(separator: "\n"))"
    }

    /// The tag by which the server can say that nothing has changed.
    mutating func tag(for key: String) -> String? {
        uses += 1
        answers[key]?.lastUse = uses
        return answers[key]?.tag
    }

    /// The remembered answer, with the headers that came with the news that it has not changed.
    func answer(for key: String, notModified news: Response) -> Response? {
        guard var response = answers[key]?.response else { return nil }
        response.headers = response.headers.replacing(news.headers)
        return response
    }

    /// Remembers an answer if it has a tag and may be kept.
    mutating func keep(_ response: Response, for key: String) {
        remove(key)
        let isForbidden = response.headers["Cache-Control"]?.lowercased().contains("no-store") == true
        guard response.status == 200, let tag = response.headers["ETag"], !isForbidden else { return }
        uses += 1
        let answer = KeptAnswer(response: response, tag: tag, lastUse: uses)
        guard answer.size <= byteLimit else { return }
        answers[key] = answer
        byteCount += answer.size
        while byteCount > byteLimit, let oldest = answers.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            remove(oldest.key)
        }
    }

    private mutating func remove(_ key: String) {
        if let answer = answers.removeValue(forKey: key) { byteCount -= answer.size }
    }
}
