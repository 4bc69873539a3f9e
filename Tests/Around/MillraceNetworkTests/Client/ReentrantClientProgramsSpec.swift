import Foundation
import MillraceBase
import MillraceNetwork
import MillraceSignals
import MillraceSpecs
import TestSupport

/// Random programs in which interceptors, and the code that answers, send further requests, cancel some, and release the
/// client.
///
/// See `Documentation/Contributing/Reentrance.md` for the lists.
final class ReentrantClientProgramsSpec: Spec {
    func testSpec() {
        it("what a client calls may send, cancel, and release the client") {
            runPrograms(150) { random in
                let (living, world) = (LivingCount(), World(random))
                let problem = world.run(living)
                random = world.random
                return problem ?? (living.count == 0 ? nil : "\(living.count) closures are left")
            }
        }
    }
}

/// What a program has, and what it does with it.
///
/// `@unchecked Sendable` is safe: all of it runs when the scheduler of the desk is turned, on the one thread of the spec.
private final class World: @unchecked Sendable {
    var random: SeededGenerator
    private var desk: Desk?
    private var sent: [Sent<String>] = []

    /// The places of those that were cancelled, perhaps before they began.
    private var cancelled: Set<Int> = []
    private var budget = 12

    private struct Failure: Error {}

    init(_ random: SeededGenerator) { self.random = random }

    func run(_ living: LivingCount) -> String? {
        let interceptors = (0..<draw(4)).map { _ in
            let counted = living.instance()
            return Interceptor { [weak self] request, send in
                try await self?.called()
                try await send(request)
                try await self?.called()
                counted.touch()
            }
        }
        let desk = Desk({ $0.concurrencyLimit = 100 }, interceptors: interceptors) { [weak self] desk, _, number in
            try await self?.called()
            try await desk.sleep(0.5)
            return number % 3 == 0 ? Response(503) : Response(text: "text")
        }
        self.desk = desk
        let scheduler = desk.scheduler
        for _ in 0..<4 {
            send()
            scheduler.advance(by: .milliseconds(draw(2_000)))
        }
        scheduler.run()
        let waiting = sent.indices.count { sent[$0].result == nil && !cancelled.contains($0) }
        (sent, self.desk) = ([], nil)
        return waiting == 0 ? nil : "\(waiting) requests have no outcome"
    }

    private func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    private func send() {
        if let desk { sent.append(desk.send(GetText())) }
    }

    /// Runs in each closure.
    private func called() async throws {
        while budget > 0, draw(2) == 0 {
            budget -= 1
            switch draw(8) {
            case 0, 1: send()
            case 2, 3:
                if let desk { _ = try? await desk.plain(GetText()) }
            case 4, 5:
                guard let place = sent.indices.randomElement(using: &random) else { continue }
                cancelled.insert(place)
                sent[place].cancel()
            case 6: throw Failure()
            default:
                let former = desk
                if draw(6) == 0 { desk = nil }
                withExtendedLifetime(former) {}
            }
        }
    }
}
