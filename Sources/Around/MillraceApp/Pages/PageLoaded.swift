import MillraceFlux

/// The action that carries the answer of a service, or its failure, to the store whose state has the ``Pages``.
///
/// It is `Codable` if the answer and the failure are: a recording replays the failures too.
public struct PageLoaded<Answer: Sendable, Failure: Error>: Action {
    /// The name of the ``Pages`` that it is for.
    public let pages: String

    /// The number of the load that it belongs to, counted from 1.
    public let load: Int

    /// The answer of the service, or the reason why loading failed.
    public let result: Result<Answer, Failure>

    private init(_ result: Result<Answer, Failure>, of pages: String, load: Int) {
        (self.pages, self.load, self.result) = (pages, load, result)
    }

    /// Creates the result of a load that succeeded. ``Pages`` makes its own results; use this initialiser in tests.
    public init(_ answer: Answer, of pages: String, load: Int) { self.init(.success(answer), of: pages, load: load) }

    /// Creates the result of a load that failed.
    public init(failure: Failure, of pages: String, load: Int) { self.init(.failure(failure), of: pages, load: load) }

    /// The result of the same load with another answer, such as the ``Page`` that the service's answer contains.
    ///
    /// ```swift
    /// feed.on(PageLoaded<FeedAnswer, RequestError>.self) { state, loaded in
    ///     let page = loaded.map { Page(state.entities.merge($0.posts, ticket: $0.ticket), next: $0.next) }
    ///     state.posts.take(page)
    /// }
    /// ```
    ///
    /// - Parameter transform: Is called once if loading succeeded. An error that it throws becomes the failure.
    public func map<Other>(_ transform: (Answer) throws(Failure) -> Other) -> PageLoaded<Other, Failure> {
        do throws(Failure) {
            return PageLoaded<Other, Failure>(try transform(try result.get()), of: pages, load: load)
        } catch {
            return PageLoaded<Other, Failure>(failure: error, of: pages, load: load)
        }
    }
}

extension PageLoaded: Equatable where Answer: Equatable, Failure: Equatable {}

extension PageLoaded: Codable where Answer: Codable, Failure: Codable {
    private enum CodingKeys: CodingKey { case pages, load, answer, failure }

    /// Decodes the result of a load.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let result: Result<Answer, Failure> =
            if container.contains(.failure) {
                .failure(try container.decode(Failure.self, forKey: .failure))
            } else {
                .success(try container.decode(Answer.self, forKey: .answer))
            }
        self.init(
            result,
            of: try container.decode(String.self, forKey: .pages),
            load: try container.decode(Int.self, forKey: .load)
        )
    }

    /// Encodes the answer or the failure, and for which load it is.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(pages, forKey: .pages)
        try container.encode(load, forKey: .load)
        switch result {
        case .success(let answer): try container.encode(answer, forKey: .answer)
        case .failure(let failure): try container.encode(failure, forKey: .failure)
        }
    }
}
