#if os(macOS) || os(Linux)
import Foundation
import MillraceSpecs

@testable import MillraceTerminal

final class TerminalInputSpec: Spec {
    func testSpec() {
        describe("the input of a terminal") {
            var keyboard = Pipe()
            var bell = Pipe()
            var input = TerminalInput(descriptor: -1, wakeup: -1) { TerminalSize(columns: 0, rows: 0) }
            let size = TerminalSize(columns: 7, rows: 3)
            let beginning = ContinuousClock.now
            /// It stands still while something can be read, and else is as late as the input waits for.
            var now = beginning
            /// What is pressed while the input waits, a piece every 50 ms.
            var later: [String] = []

            func press(_ text: String) { keyboard.fileHandleForWriting.write(Data(text.utf8)) }

            beforeEach {
                keyboard = Pipe()
                bell = Pipe()
                (now, later) = (beginning, [])
                let time = TerminalInput.Time(
                    now: { now },
                    wait: { descriptors, timeout in
                        descriptors.waitUntilReadable(timeout: timeout == nil ? nil : .zero)
                        guard descriptors.end == 0, let timeout else { return }
                        now += later.isEmpty ? max(timeout, .zero) : .milliseconds(50)
                        if !later.isEmpty { press(later.removeFirst()) }
                    }
                )
                _ = fcntl(bell.fileHandleForReading.fileDescriptor, F_SETFL, O_NONBLOCK)
                input = TerminalInput(
                    descriptor: keyboard.fileHandleForReading.fileDescriptor,
                    wakeup: bell.fileHandleForReading.fileDescriptor,
                    size: { size },
                    time: time
                )
            }

            it("gives the keys in order, one at a time") {
                press("ab\u{1B}[A")
                expect((0..<3).map { _ in input.next() })
                    .to(equal([.key(.character("a")), .key(.character("b")), .key(.up)]))
            }

            it("takes an escape for the escape key when nothing follows") {
                press("\u{1B}")
                expect(input.next()).to(equal(.key(.escape)))
                expect(now - beginning).to(equal(TerminalInput.escapeDelay))
            }

            it("puts a sequence together whose bytes come 50 ms apart") {
                press("\u{1B}")
                later = ["[", "1", ";", "5", "C"]
                expect(input.next()).to(equal(.key(.wordRight)))
            }

            it("gives one resize for as many calls as came meanwhile") {
                bell.fileHandleForWriting.write(Data("!!!".utf8))
                expect(input.next()).to(equal(.resize(size)))
                press("a")
                expect(input.next()).to(equal(.key(.character("a"))))
            }

            it("ends with the terminal, after its last keys, again and again") {
                press("a\u{1B}")
                try keyboard.fileHandleForWriting.close()
                let events = (0..<4).map { _ in input.next() }
                expect(events).to(equal([.key(.character("a")), .key(.escape), .end, .end]))
            }
        }
    }
}
#endif
