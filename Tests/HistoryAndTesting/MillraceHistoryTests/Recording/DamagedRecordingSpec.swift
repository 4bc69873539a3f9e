import Foundation
import MillraceFlux
import MillraceHistory
import MillraceSignals
import MillraceSpecs
import TestSupport

/// What becomes of a recording whose file was damaged: a break at its end is no more than that, and anything else is
/// an error that names the line.
final class DamagedRecordingSpec: Spec {
    /// What a reader makes of a file.
    private enum Verdict: Equatable {
        case whole(Int)
        case cutOff(Int)
        /// The line that the error names.
        case damaged(Int)
    }

    private func verdict(_ data: Data) -> Verdict {
        do throws(RecordingError) {
            let recording = try ActionRecording(data)
            return recording.isCutOff ? .cutOff(recording.count) : .whole(recording.count)
        } catch {
            switch error {
            case .damaged(let line, _): return .damaged(line)
            case .noHeader: return .damaged(1)
            default:
                fail("\(error)")
                return .damaged(0)
            }
        }
    }

    /// The lines of a finished recording, with their ends.
    private func lines(_ amounts: [Int] = [3, 3, 1, 3]) -> [Data] {
        let (dispatcher, tape) = (Dispatcher(), Tape())
        let counter = makeCounter(on: dispatcher, name: "counter")
        let recorder = ActionRecorder(digesting: counter, on: dispatcher, to: tape.write)
        for amount in amounts { dispatcher.dispatch(Add(amount: amount)) }
        recorder.finish()
        return tape.lines.map { Data("\($0)\n".utf8) }
    }

    private func file(_ lines: [Data]) -> Data { Data(lines.joined()) }

    func testSpec() {
        describe("a damaged recording") {
            it("is no damaged one where nothing befell it") {
                expect(self.verdict(self.file(self.lines()))).to(equal(.whole(4)))
                expect(self.verdict(self.file(self.lines([])))).to(equal(.whole(0)))
            }

            it("is cut off where its end is missing, at whatever byte") {
                let lines = self.lines()
                let whole = self.file(lines)
                for length in 0..<whole.count {
                    let ends = lines.indices.map { self.file(Array(lines[...$0])).count }
                    // A line's break may be missing: nothing is lost by that.
                    let held = ends.count { $0 - 1 <= length }
                    let verdict = self.verdict(whole.prefix(length))
                    switch held {
                    case 0: expect(verdict).to(equal(.damaged(1)))
                    case lines.count: expect(verdict).to(equal(.whole(4)))
                    default: expect(verdict).to(equal(.cutOff(held - 1)))
                    }
                }
            }

            it("names the line at which one is missing, stands twice or elsewhere") {
                let lines = self.lines()
                for line in lines.indices.dropLast() {
                    var missing = lines
                    missing.remove(at: line)
                    expect(self.verdict(self.file(missing))).to(equal(.damaged(line + 1)))
                    for other in lines.indices where other > line {
                        var swapped = lines
                        swapped.swapAt(line, other)
                        expect(self.verdict(self.file(swapped))).to(equal(.damaged(line + 1)))
                    }
                }
                for line in lines.indices {
                    var doubled = lines
                    doubled.insert(lines[line], at: line)
                    expect(self.verdict(self.file(doubled))).to(equal(.damaged(line + 2)))
                }
                expect(self.verdict(self.file(lines.dropLast()))).to(equal(.cutOff(4)))
            }

            it("names that line also where the last one's break is missing") {
                let lines = self.lines()
                for line in lines.indices.dropLast() {
                    var missing = lines
                    missing.remove(at: line)
                    expect(self.verdict(self.file(missing).dropLast())).to(equal(.damaged(line + 1)))
                }
                let changed = String(decoding: self.file(lines), as: UTF8.self)
                    .replacingOccurrences(of: "\"end\":4}\n", with: "\"end\":5}")
                expect(self.verdict(Data(changed.utf8))).to(equal(.damaged(6)))
            }

            it("names the line in which a byte was changed, whichever, to whatever") {
                let lines = self.lines()
                let whole = self.file(lines)
                var random = SeededGenerator(Seed.current)
                for place in whole.indices {
                    let line = whole[..<place].count { $0 == UInt8(ascii: "\n") } + 1
                    let others = [UInt8(ascii: "\n"), UInt8(ascii: "0"), UInt8(ascii: "}"), UInt8(ascii: " ")]
                    for byte in others + [whole[place] ^ 1 << UInt8.random(in: 0..<8, using: &random)] {
                        guard byte != whole[place] else { continue }
                        var changed = whole
                        changed[place] = byte
                        expect(self.verdict(changed)).to(
                            equal(.damaged(line)),
                            description: "byte \(place) of line \(line) became \(byte), seed \(Seed.current)"
                        )
                    }
                }
            }

            it("names the line at which it does not follow, wherever the first breaks off") {
                let first = self.lines()
                let (whole, second) = (self.file(first), self.file(self.lines([7])))
                for length in 1...whole.count {
                    let part = whole.prefix(length)
                    let line = part.count { $0 == UInt8(ascii: "\n") } + 1
                    expect(self.verdict(part + second)).to(equal(.damaged(line)))
                    expect(self.verdict(part + whole)).to(equal(.damaged(line)))
                }
                for length in 1...second.count {
                    expect(self.verdict(whole + second.prefix(length))).to(equal(.damaged(first.count + 1)))
                    let joined = whole.dropLast() + second.prefix(length)
                    let named = self.verdict(joined)
                    if second.prefix(length) != Data("\n".utf8) { expect(named).to(equal(.damaged(first.count))) }
                }
            }

            it("says what is wrong with the line, and how to go on") {
                let lines = self.lines()
                func message(_ data: Data) -> String {
                    do {
                        _ = try ActionRecording(data)
                        return ""
                    } catch {
                        return "\(error)"
                    }
                }
                let middle = [Data("no JSON\n".utf8)]
                let whole = self.file(lines)
                let changed = String(decoding: whole, as: UTF8.self).replacingOccurrences(of: "t\":1}", with: "t\":9}")
                let cases: [(Data, String)] = [
                    (self.file(lines[..<2] + middle + lines[2...]), "line 3 is not as it was written: it is no line"),
                    (
                        self.file(Array(lines[..<2] + lines[3...])),
                        "line 3 is not as it was written: it does not follow"
                    ),
                    (
                        self.file(lines.dropLast(3) + lines.suffix(1)),
                        "line 4 is not as it was written: it does not follow"
                    ),
                    (self.file(lines.dropLast() + lines), "line 6 is not as it was written: it does not follow"),
                    (whole + whole, "line 7 is not as it was written: it stands behind the end"),
                    (Data(changed.utf8), "line 4 is not as it was written: it does not follow"),
                ]
                for (data, words) in cases { expect(message(data)).to(contain(words, "To fix: ")) }
            }
        }
    }
}
