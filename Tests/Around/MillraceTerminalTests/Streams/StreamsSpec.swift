#if os(macOS) || os(Linux)
import Foundation
import MillraceSpecs
import MillraceTerminal
import Synchronization

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

        describe("lines that are awaited") {
            it("are those of the bytes") {
                var all: [String] = []
                for try await line in InputLines(of: "\na\n\nb".utf8).values { all.append(line) }
                expect(all).to(equal(["", "a", "", "b"]))
            }

            it("keep no other task from its thread until they arrive") {
                let pipes = (0...ProcessInfo.processInfo.activeProcessorCount).map { _ in Pipe() }
                for pipe in pipes { try pipe.fileHandleForWriting.writeAll(Data("a\nb".utf8)) }
                let begun = DispatchSemaphore(value: 0)
                let haveAllBegun = Mutex(false)
                let readers = pipes.map { pipe in
                    let lines = InputLines(reading: pipe.fileHandleForReading.fileDescriptor).values
                    return Task {
                        var all: [String] = []
                        for try await line in lines {
                            all.append(line)
                            if all.count == 1 { begun.signal() }
                        }
                        return all
                    }
                }
                Thread.detachNewThread {
                    let all = pipes.allSatisfy { _ in begun.wait(timeout: .now() + 2) == .success }
                    haveAllBegun.withLock { $0 = all }
                    for pipe in pipes {
                        try? pipe.fileHandleForWriting.writeAll(Data("c\nd".utf8))
                        try? pipe.fileHandleForWriting.close()
                    }
                }
                for reader in readers { await expect { try await reader.value }.to(equal(["a", "bc", "d"])) }
                expect(haveAllBegun.withLock { $0 }) == true
                withExtendedLifetime(pipes) {}
            }

            it("end with the error that they cannot be read") {
                await expect { for try await _ in InputLines(reading: -1).values {} }
                    .to(throwError(ProgramExit.self))
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
