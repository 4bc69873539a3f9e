import MillraceBase
public import MillraceSignals

/// Delays the answers of another transport, and makes some requests fail, for demos and specs.
///
/// ```swift
/// let shaky = FaultyTransport(over: answers, delay: .milliseconds(50)...(.seconds(2)), faults: .random(0.1), seed: 7)
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
    }

    /// Decides which requests fail, and how.
    public struct Faults: Sendable {
        fileprivate let next: @Sendable (_ number: Int, _ random: inout SplitMix64) -> Fault?

        /// The faults that are used by default.
        public static let usual: [Fault] = [.status(500), .brokenAnswer, .noConnection]

        /// No request fails.
        public static var none: Faults { Faults { _, _ in nil } }

        /// Every n-th request fails, with one fault after the other. With zero or less, none does.
        public static func every(_ count: Int, _ kinds: [Fault] = usual) -> Faults {
            Faults { number, _ in
                guard count > 0, number.isMultiple(of: count), !kinds.isEmpty else { return nil }
                return kinds[(number / count - 1) % kinds.count]
            }
        }

        /// A fraction of the requests fails, with faults chosen at random.
        ///
        /// - Parameters:
        ///   - rate: The fraction, from 0 to 1.
        ///   - kinds: The faults to choose from.
        public static func random(_ rate: Double, _ kinds: [Fault] = usual) -> Faults {
            Faults { _, random in
                Double.random(in: 0..<1, using: &random) < rate ? kinds.randomElement(using: &random) : nil
            }
        }
    }

    private let transport: any Transport
    private let delay: ClosedRange<Duration>
    private let faults: Faults
    private let clock: any Scheduler
    /// Delays have numbers of their own, so that they do not depend on the faults.
    private let state: Locked<(count: Int, delays: SplitMix64, faults: SplitMix64)>

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
        state = Locked((0, SplitMix64(seed: seed), SplitMix64(seed: ~seed)))
    }

    /// Sends the request with the other transport after a delay, or makes it fail.
    public func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        let (delay, fault) = next()
        try await wait(delay)
        switch fault {
        case nil: try await transport.send(request, to: receiver)
        case .status(let status): receiver.receive(whole: Response(status))
        case .noConnection: throw .noConnection(host: request.url.host ?? "")
        case .brokenAnswer:
            try await transport.send(request, to: receiver.halved)
            throw .brokenAnswer
        }
    }

    /// The delay and the fault of the next request.
    private func next() -> (delay: Duration, fault: Fault?) {
        state.withLock { state in
            state.count += 1
            let part = Double.random(in: 0..<1, using: &state.delays)
            let delay = delay.lowerBound + (delay.upperBound - delay.lowerBound) * part
            return (delay, faults.next(state.count, &state.faults))
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
