#if os(macOS) || os(Linux)
import Foundation
import MillraceSpecs
import MillraceTerminal

final class StreamsSpec: Spec {
    func testSpec() {
        describe("the lines of some bytes") {
            func lines(_ text: String) throws -> [String] {
                var lines = InputLines(of: text.utf8)
                var all: [String] = []
                while let line = try lines.next() { all.append(line) }
                return all
            }

            it("end with a line feed, or with the bytes") {
                expect(try lines("")).to(beEmpty())
                expect(try lines("a\nb\n")).to(equal(["a", "b"]))
                expect(try lines("\na\n\nb")).to(equal(["", "a", "", "b"]))
            }

            it("are many, in no more time a line") {
                expect(try lines(String(repeating: "x\n", count: 100_000)).count).to(equal(100_000))
            }
        }

        describe("writing") {
            it("waits for a pipe that is read slowly") {
                let pipe = Pipe()
                let descriptor = pipe.fileHandleForWriting.fileDescriptor
                _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
                let bytes = Data(repeating: 7, count: 300_000)
                let isOver = DispatchSemaphore(value: 0)
                let writer = Thread {
                    try? pipe.fileHandleForWriting.writeAll(bytes)
                    try? pipe.fileHandleForWriting.close()
                    isOver.signal()
                }
                writer.start()
                // Nobody reads yet: the pipe is full, and the writer has met that, or is over where it does not wait.
                _ = isOver.wait(timeout: .now() + .milliseconds(100))
                expect(pipe.fileHandleForReading.readDataToEndOfFile()).to(equal(bytes))
            }

            it("throws what the system says") {
                let readable = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/dev/null"))
                expect { try readable.writeAll("x".utf8) }.to(throwError(WriteError(code: EBADF)))
            }
        }
    }
}
#endif
