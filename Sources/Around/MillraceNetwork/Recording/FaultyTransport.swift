import MillraceBase
public import MillraceSignals

/// Delays the answers of another transport, and makes some requests fail, for demos and specs.
///
/// ```swift
/// let shaky = FaultyTransport(over: recorded, delay: .milliseconds(50)...(.seconds(2)), faults: .random(0.1), seed: 7)
/// ```
///
/// With the same seed the n-th request has the same delay and the same fault in each run.
public final class FaultyTransport: Transport {
    /// A way in which a request can fail.
    public enum Fault: Hashable, Sendable {
        /// The answer has this status code, such as 503.
        case status(Int)
        /// No connection can be made.
        case noConnection
        /// The connection is closed before the end of the answer.
        case brokenAnswer
        /// There is never an answer.
        case silence
    }

    /// Decides which requests fail, and how.
    public struct Faults: Sendable {
        fileprivate enum Rule: Sendable {
            case every(Int)
            case random(Double)
        }

        fileprivate let rule: Rule
        fileprivate let kinds: [Fault]

        /// The faults that are used by default.
        public static let usual: [Fault] = [.status(500), .brokenAnswer, .noConnection]

        /// No request fails.
        public static var none: Faults { Faults(rule: .random(0), kinds: []) }

        /// Every n-th request fails, with one fault after the other. With zero or less, none does.
        public static func every(_ count: Int, _ kinds: [Fault] = usual) -> Faults {
            Faults(rule: .every(count), kinds: kinds)
        }

        /// A fraction of the requests fails, with faults chosen at random.
        ///
        /// - Parameters:
        ///   - rate: The fraction, from 0 to 1.
        ///   - kinds: The faults to choose from.
        public static func random(_ rate: Double, _ kinds: [Fault] = usual) -> Faults {
            Faults(rule: .random(rate), kinds: kinds)
        }
    }

    private let transport: any Transport
    private let delay: ClosedRange<Duration>
    private let faults: Faults
    private let clock: any Scheduler
    private let state: Locked<(count: Int, random: SplitMix64)>

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - transport: The transport whose answers are delayed.
    ///   - delay: The shortest and the longest delay of an answer.
    ///   - faults: Which requests fail, and how.
    ///   - seed: The seed of the random delays and faults.
    ///   - clock: Measures the delays.
    public init(
        over transport: any Transport,
        delay: ClosedRange<Duration> = .zero ... .zero,
        faults: Faults = .none,
        seed: UInt64 = 0,
        clock: some Scheduler = .main
    ) {
        (self.transport, self.delay, self.faults, self.clock) = (transport, delay, faults, clock)
        state = Locked((0, SplitMix64(seed: seed)))
    }

    /// Sends the request with the other transport after a delay, or makes it fail.
    public func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        let (delay, fault) = next()
        try await wait(delay)
        switch fault {
        case nil: try await transport.send(request, to: receiver)
        case .status(let status): receiver.receive(whole: Response(status))
        case .noConnection: throw .noConnection(host: request.url.host ?? "")
        case .silence: try await wait(.seconds(100 * 365 * 86_400))
        case .brokenAnswer:
            try await transport.send(request, to: receiver.halved)
            throw .brokenAnswer
        }
    }

    /// The delay and the fault of the next request.
    private func next() -> (delay: Duration, fault: Fault?) {
        state.withLock { state in
            state.count += 1
            // Drawn for each request, so that the delays do not depend on the rule.
            let parts = (0..<3).map { _ in Double.random(in: 0..<1, using: &state.random) }
            let delay = self.delay.lowerBound + (self.delay.upperBound - self.delay.lowerBound) * parts[0]
            let kinds = faults.kinds
            guard !kinds.isEmpty else { return (delay, nil) }
            switch faults.rule {
            case .every(let count):
                guard count > 0, state.count.isMultiple(of: count) else { return (delay, nil) }
                return (delay, kinds[(state.count / count - 1) % kinds.count])
            case .random(let rate):
                return (delay, parts[1] < rate ? kinds[Int(parts[2] * Double(kinds.count))] : nil)
            }
        }
    }

    private func wait(_ delay: Duration) async throws(RequestError.Reason) {
        do {
            if delay > .zero { try await clock.sleep(for: delay) }
        } catch {
            throw .cancelled
        }
    }
}

extension AnswerReceiver {
    /// Takes the head and half of the first piece.
    fileprivate var halved: AnswerReceiver {
        AnswerReceiver(
            onHead: { receive(head: $0) },
            onPiece: { piece in
                _ = receive(piece.prefix(piece.count / 2))
                return false
            },
            onSent: { noteSent($0) }
        )
    }
}
