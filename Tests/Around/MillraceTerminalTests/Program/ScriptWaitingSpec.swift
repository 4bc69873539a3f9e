#if os(macOS) || os(Linux)
import MillraceSignals
import MillraceSpecs
import MillraceTerminal

final class ScriptWaitingSpec: Spec {
    func testSpec() {
        describe("what a command of a script waits for") {
            it("comes in time, or too late, or is there already") {
                await expect { await waits() }.to(equal([false, true, true]))
            }

            it("is over when the task is cancelled") {
                await expect { await cancelled() }.to(beFalse())
            }
        }

        describe("the lines of a script") {
            let output = ProgramOutput(of: "spec")

            it("are done one after the other, up to the first that cannot be") {
                var done: [String] = []
                let problem = ProgramExit("no", exitCode: 65)
                do throws(ProgramExit) {
                    try await output.run(InputLines(of: "a\nb\nstop\nc\n".utf8)) { line throws(ProgramExit) in
                        if line == "stop" { throw problem }
                        done.append(line)
                    }
                } catch {
                    expect(error).to(equal(problem))
                }
                expect(done).to(equal(["a", "b"]))
                try await output.run(InputLines(of: "c\n".utf8)) { line in done.append(line) }
                expect(done).to(equal(["a", "b", "c"]))
            }
        }
    }
}

/// Whether something comes within one second, within three, and is there then; it comes after two.
@MainActor
private func waits() async -> [Bool] {
    let (isDone, scheduler) = (Variable(false), TestScheduler())
    let short = Task { await isDone.isTrue(within: .seconds(1), on: scheduler) }
    let long = Task { await isDone.isTrue(within: .seconds(3), on: scheduler) }
    await Task.yield()
    scheduler.advance(by: .seconds(2))
    var results = [await short.value]
    isDone.value = true
    results.append(await long.value)
    return results + [await isDone.isTrue(within: .zero, on: scheduler)]
}

/// What is returned when the task that waits is cancelled.
@MainActor
private func cancelled() async -> Bool {
    let (isDone, scheduler) = (Variable(false), TestScheduler())
    let task = Task { await isDone.isTrue(within: .seconds(1), on: scheduler) }
    await Task.yield()
    task.cancel()
    return await task.value
}
#endif
