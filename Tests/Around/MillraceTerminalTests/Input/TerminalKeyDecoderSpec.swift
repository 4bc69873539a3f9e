import MillraceSpecs

@testable import MillraceTerminal

final class TerminalKeyDecoderSpec: Spec {
    func testSpec() {
        describe("a key decoder") {
            func keys(_ bytes: [UInt8]) -> [TerminalKey] {
                var decoder = TerminalKeyDecoder()
                return decoder.decode(bytes) + decoder.flush()
            }
            func keys(_ text: String) -> [TerminalKey] { keys(Array(text.utf8)) }

            let sequences: [(String, TerminalKey)] = [
                ("\r", .enter), ("\n", .control("j")), ("\u{1B}\r", .alt("\r")), ("\t", .tab), ("\u{7F}", .backspace),
                ("\u{8}", .backspace),
                ("\u{1}", .control("a")), ("\u{1A}", .control("z")), ("\0", .control(" ")), ("\u{1F}", .control("_")),
                ("\u{1B}", .escape), ("\u{1B}[A", .up), ("\u{1B}OA", .up), ("\u{1B}[1;5B", .down),
                ("\u{1B}[C", .right), ("\u{1B}OD", .left), ("\u{1B}[H", .home), ("\u{1B}[1~", .home),
                ("\u{1B}[7~", .home), ("\u{1B}OF", .end), ("\u{1B}[4~", .end), ("\u{1B}[5~", .pageUp),
                ("\u{1B}[6;2~", .pageDown), ("\u{1B}[2~", .insert), ("\u{1B}[3~", .delete), ("\u{1B}[Z", .backTab),
                ("\u{1B}[1;5D", .wordLeft), ("\u{1B}[1;3D", .wordLeft), ("\u{1B}[1;5C", .wordRight),
                ("\u{1B}b", .alt("b")), ("\u{1B}\u{7F}", .alt("\u{7F}")),
                ("\u{1B}[3;5~", .alt("d")), ("\u{1B}[<0;5;3M", .mouse(TerminalMouse(.press, row: 2, column: 4))),
                ("\u{1B}[<64;1;1M", .mouse(TerminalMouse(.scrollUp, row: 0, column: 0))),
                ("\u{1B}[<65;1;2M", .mouse(TerminalMouse(.scrollDown, row: 1, column: 0))),
                ("\u{1B}[1;3C", .wordRight), ("\u{1B}[1;2C", .right),
                ("\u{1B}OP", .function(1)), ("\u{1B}[24~", .function(12)),
                ("a", .character("a")), ("é", .character("é")), ("語", .character("語")), ("😀", .character("😀")),
                ("\u{1B}[200~~two\nlines\u{1B}[A~\u{1B}[201~", .paste("~two\nlines\u{1B}[A~")),
            ]
            for (bytes, key) in sequences {
                it("makes \(key) of \(bytes.debugDescription)") { expect(keys(bytes)).to(equal([key])) }
            }

            it("makes nothing of sequences without a meaning") {
                expect(keys("\u{1B}[999~\u{1B}[?1;2c\u{1B}Oz")).to(beEmpty())
                expect(keys("\u{1B}[<0;5;3m\u{1B}[<2;5;3M\u{1B}[<0;0;3M\u{1B}[<0;5M")).to(beEmpty())
            }

            it("takes an escape before another one for the escape key, and before a character for the alt key") {
                expect(keys("\u{1B}q\u{1B}\u{1B}[A")).to(equal([.alt("q"), .escape, .up]))
                expect(keys("\u{1B}\u{1B}éé")).to(equal([.escape, .character("é"), .character("é")]))
            }

            it("gives up a sequence at a byte that cannot be part of one") {
                expect(keys("\u{1B}[1\rx")).to(equal([.enter, .character("x")]))
                expect(keys("\u{1B}[1\u{1B}[A")).to(equal([.up]))
                expect(keys("\u{1B}O\r")).to(equal([.enter]))
            }

            it("replaces what is no UTF-8") {
                let bad: TerminalKey = .character("\u{FFFD}")
                expect(keys([0xFF, 0x61])).to(equal([bad, .character("a")]))
                expect(keys([0xC3, 0x61])).to(equal([bad, .character("a")]))
                expect(keys([0xE2, 0x82])).to(equal([bad]))
                expect(keys([0x80])).to(equal([bad]))
            }

            it("waits for the rest of an incomplete key until it is flushed") {
                var decoder = TerminalKeyDecoder()
                expect(decoder.decode([0x1B])).to(beEmpty())
                expect(decoder.isPending).to(beTrue())
                expect(decoder.decode(Array("[A".utf8))).to(equal([.up]))
                expect(decoder.isPending).to(beFalse())
                expect(decoder.flush()).to(beEmpty())
            }

            it("takes an incomplete sequence for the keys that it may have been") {
                expect(keys("\u{1B}[1")).to(equal([.alt("["), .character("1")]))
                expect(keys("\u{1B}O")).to(equal([.alt("O")]))
            }

            it("does not end pasted text by flushing") {
                var decoder = TerminalKeyDecoder()
                expect(decoder.decode("\u{1B}[200~a\u{1B}".utf8)).to(beEmpty())
                expect(decoder.isPending).to(beFalse())
                expect(decoder.flush()).to(beEmpty())
                expect(decoder.decode("[201~".utf8)).to(equal([.paste("a")]))
            }

            it("makes the same keys however the bytes are cut") {
                var random = SeededGenerator(.current)
                for _ in 0..<500 {
                    let parts = (0..<8).compactMap { _ in sequences.randomElement(using: &random)?.0 }
                    var bytes = Array(parts.joined().utf8)
                    if Bool.random(using: &random) { bytes.insert(.random(in: 0...255, using: &random), at: 3) }
                    var decoder = TerminalKeyDecoder()
                    var cut: [TerminalKey] = []
                    var rest = bytes[...]
                    while !rest.isEmpty {
                        let count = Int.random(in: 1...5, using: &random)
                        cut += decoder.decode(rest.prefix(count))
                        rest = rest.dropFirst(count)
                    }
                    expect(cut + decoder.flush()).to(equal(keys(bytes)), description: "\(Seed.current): \(bytes)")
                }
            }
        }
    }
}
