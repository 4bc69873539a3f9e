import Foundation
import MillraceBase
import MillraceSpecs

@testable import MillraceTerminal

final class TerminalWriterSpec: Spec {
    func testSpec() {
        describe("a terminal that is written elsewhere") {
            it("shows what was drawn last, when it is waited for") {
                let terminal = Writing()
                let writer = terminal.writer()
                for text in ["one", "two", "three"] { writer.show(canvas(text)) }
                writer.finish()
                expect(terminal.shown).to(equal("three"))
                writer.show(canvas("four"))
                writer.finish()
                expect(terminal.shown).to(equal("four"))
            }

            it("holds up nobody while it reads nothing, and then shows the last canvas and none before") {
                let (terminal, gate) = (Writing(), DispatchSemaphore(value: 0))
                let writer = terminal.writer { gate.wait() }
                writer.show(canvas("first"))
                terminal.waitUntilWriting()
                for number in 0..<100 { writer.show(canvas("\(number)")) }
                gate.signal()
                gate.signal()
                writer.finish()
                expect(terminal.writes.count).to(equal(2))
                expect(terminal.shown).to(equal("99"))
            }

            it("is written as a whole where others have written to it, also before a canvas that is left out") {
                let (terminal, gate) = (Writing(), DispatchSemaphore(value: 0))
                let writer = terminal.writer { gate.wait() }
                writer.show(canvas("first"))
                terminal.waitUntilWriting()
                writer.show(canvas("first"), isUnknown: true)
                writer.show(canvas("second"))
                gate.signal()
                gate.signal()
                writer.finish()
                expect(terminal.writes.map { $0.contains("\u{1B}[2J") }).to(equal([true, true]))
                writer.show(canvas("third"))
                gate.signal()
                writer.finish()
                expect(terminal.writes.last?.contains("\u{1B}[2J")).to(equal(false))
            }

            it("is not written to where nothing has changed") {
                let terminal = Writing()
                let writer = terminal.writer()
                for _ in 0..<3 {
                    writer.show(canvas("same"))
                    writer.finish()
                }
                expect(terminal.writes.count).to(equal(1))
            }

            it("is given what waits also where whoever has drawn it is gone") {
                let terminal = Writing()
                terminal.writer().show(canvas("last"))
                terminal.waitUntilWritten()
                expect(terminal.shown).to(equal("last"))
            }
        }
    }
}

private func canvas(_ text: String) -> TerminalCanvas {
    var canvas = TerminalCanvas(size: TerminalSize(columns: 10, rows: 1))
    canvas.draw(text, row: 0, column: 0)
    return canvas
}

/// What a writer writes.
private final class Writing: Sendable {
    private let content = Locked<[String]>([])
    private let begun = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)

    func writer(_ wait: @escaping @Sendable () -> Void = {}) -> TerminalWriter {
        TerminalWriter(colors: .none) { [content, begun, ended] bytes in
            begun.signal()
            wait()
            content.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
            ended.signal()
        }
    }

    /// Waits until something is being written that was not waited for yet.
    func waitUntilWriting() { begun.wait() }

    /// Waits until something has been written that was not waited for yet.
    func waitUntilWritten() { ended.wait() }

    var writes: [String] { content.withLock(\.self) }

    /// What a terminal shows after all that was written.
    var shown: String? {
        var terminal = VirtualTerminal(size: TerminalSize(columns: 10, rows: 1))
        for text in writes { terminal.write(text) }
        return terminal.lines.first?.trimmingCharacters(in: .whitespaces)
    }
}
