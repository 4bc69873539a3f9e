#if os(macOS) || os(Linux)
import Foundation
import MillraceBase
import MillraceSignals
import TestSupport
import Testing

/// A graph that was used off the main actor, and is set by an observer of the main actor's: a debug build tells once that
/// its observers are called later. They are in either build.
@Suite struct HomeTellingTests {
    @Test func aGraphThatWasUsedElsewhere() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let price = Variable(0)
                useElsewhere(UncheckedTransfer(price))
                let trigger = Variable(0, in: .main)
                var log: [String] = []
                let prices = price.observe(isolation: nil) { log.append("price \($0)") }
                let triggers = trigger.observe { value in
                    price.value = value
                    log.append("trigger \(value)")
                }
                trigger.value = 1
                trigger.value = 2
                withExtendedLifetime((prices, triggers)) {}
                let each = (0...2).flatMap { ["trigger \($0)", "price \($0)"] }
                precondition(log == ["price 0"] + each, "\(log)")
            }
        }
        #if DEBUG
        expect(result, says: "Variable.value: Variable<Int> was set by an observer of the main actor's")
        #expect(standardError(result).split(separator: "\n").count == 1)
        #else
        #expect(standardError(result).isEmpty)
        #endif
    }
}

/// Observes a variable on another thread, for a moment.
private func useElsewhere(_ variable: UncheckedTransfer<Variable<Int>>) {
    let finished = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        variable.content.observe(isolation: nil) { _ in }.cancel()
        finished.signal()
    }
    finished.wait()
}
#endif
