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

            beforeEach {
                keyboard = Pipe()
                bell = Pipe()
                now = beginning
                let time = TerminalInput.Time(
                    now: { now },
                    wait: { descriptors, timeout in
                        descriptors.waitUntilReadable(timeout: timeout == nil ? nil : .zero)
                        if descriptors.end == 0, let timeout { now += max(timeout, .zero) }
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

            func press(_ text: String) { keyboard.fileHandleForWriting.write(Data(text.utf8)) }

            it("gives the keys in order, one at a time") {
                press("ab\u{1B}[A")
                expect((0..<3).map { _ in input.next(timeout: nil) })
                    .to(equal([.key(.character("a")), .key(.character("b")), .key(.up)]))
            }

            it("gives nil when the time is over") {
                expect(input.next(timeout: .zero)).to(beNil())
                expect(input.next(timeout: .milliseconds(3))).to(beNil())
            }

            it("takes an escape for the escape key when nothing follows, though each wait is short") {
                press("\u{1B}")
                var event: TerminalEvent?
                while event == nil { event = input.next(timeout: .milliseconds(1)) }
                expect(event).to(equal(.key(.escape)))
            }

            it("does not wait for the end of a long time to take an escape for the escape key") {
                press("\u{1B}")
                expect(input.next(timeout: .seconds(3))).to(equal(.key(.escape)))
                expect(now - beginning).to(equal(TerminalInput.escapeDelay))
            }

            it("puts a sequence together that comes in pieces") {
                press("\u{1B}")
                expect(input.next(timeout: .zero)).to(beNil())
                press("[B")
                expect(input.next(timeout: nil)).to(equal(.key(.down)))
            }

            it("puts a sequence together whose bytes come 50 ms apart") {
                for byte in ["\u{1B}", "[", "1", ";", "5", "C"] {
                    press(byte)
                    if byte != "C" { expect(input.next(timeout: .milliseconds(50))).to(beNil()) }
                }
                expect(input.next(timeout: nil)).to(equal(.key(.wordRight)))
            }

            it("takes so many characters at once for pasted text, with what follows at once") {
                let text = String(repeating: "wall ", count: 20)
                press("\(text)\nq\u{1B}[Aq\n")
                press("")
                expect((0..<3).map { _ in input.next(timeout: nil) })
                    .to(equal([.key(.paste("\(text)\nq")), .key(.up), .key(.paste("q\n"))]))
                press("q")
                expect(input.next(timeout: nil)).to(equal(.key(.paste("q"))))
                now += .milliseconds(150)
                press("q\n")
                expect((0..<2).map { _ in input.next(timeout: nil) }).to(equal([.key(.character("q")), .key(.enter)]))
            }

            it("takes as many keys as one can press for keys") {
                press(String(repeating: "j", count: 63))
                expect(input.next(timeout: nil)).to(equal(.key(.character("j"))))
            }

            it("gives one resize for as many calls as came meanwhile") {
                bell.fileHandleForWriting.write(Data("!!!".utf8))
                expect(input.next(timeout: nil)).to(equal(.resize(size)))
                expect(input.next(timeout: .zero)).to(beNil())
            }

            it("ends with the terminal, after its last keys, again and again") {
                press("a\u{1B}")
                try keyboard.fileHandleForWriting.close()
                let events = (0..<4).map { _ in input.next(timeout: nil) }
                expect(events).to(equal([.key(.character("a")), .key(.escape), .end, .end]))
            }
        }
    }
}
#endif
