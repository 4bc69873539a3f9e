#if os(macOS) || os(Linux)
import Foundation
import MillraceSpecs
@testable import MillraceTerminal
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

        describe("lines among which something is expected") {
            let problem = ProgramExit(
                "standard input is empty, where a name is expected. To fix: name somebody.",
                exitCode: 64
            )

            func read(_ text: String) throws -> [String] {
                var lines = InputLines(of: text.utf8)
                lines.expect("a name", in: "standard input", fix: "name somebody")
                var all: [String] = []
                while let line = try lines.next() { all.append(line) }
                return all
            }

            it("are an error at the end if all are blank") {
                for text in ["", "\n", " \n\t\r\n "] { expect { try read(text) }.to(throwError(problem)) }
                expect(try read("\na\n\n")) == ["", "a", ""]
            }

            it("are an error once") {
                var lines = InputLines(of: [])
                lines.expect("a name", in: "standard input", fix: "name somebody")
                expect { try lines.next() }.to(throwError(problem))
                expect(try lines.next()).to(beNil())
            }

            it("name the file that is empty, and are those of it") {
                let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
                defer { try? FileManager.default.removeItem(at: file) }
                func first() throws(ProgramExit) -> String? {
                    var lines = try InputLines(ofFile: file.path, expecting: "a command", fix: "write one")
                    return try lines.next()
                }
                try Data().write(to: file)
                let problem = ProgramExit.usage("\(file.path) is empty, where a command is expected", fix: "write one")
                expect { try first() }.to(throwError(problem))
                try Data("count\n".utf8).write(to: file)
                expect(try first()) == "count"
            }

            it("may be none where somebody types") {
                let terminal = try PseudoTerminal()
                let input = open(terminal.path, O_RDONLY | O_NOCTTY)
                defer { close(input) }
                terminal.type("\u{04}")
                var lines = InputLines(reading: input)
                lines.expect("a name", in: "standard input", fix: "name somebody")
                expect(try lines.next()).to(beNil())
            }

            it("tell it where they are awaited, too") {
                var lines = InputLines(of: [])
                lines.expect("a name", in: "standard input", fix: "name somebody")
                let values = lines.values
                await expect { for try await _ in values {} }.to(throwError(problem))
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
