#if os(macOS) || os(Linux)
import MillraceSignals
import MillraceSpecs
import MillraceTerminal

final class ScriptWaitingSpec: Spec {
    func testSpec() {
        describe("what a command of a script waits for") {
            it("comes in time, or too late, or is there already") {
                let (isDone, scheduler) = (Variable(false), TestScheduler())
                let short = Task { await isDone.isTrue(within: .seconds(1), on: scheduler) }
                let long = Task { await isDone.isTrue(within: .seconds(3), on: scheduler) }
                await Task.yield()
                scheduler.advance(by: .seconds(2))
                await expect { await short.value }.to(beFalse())
                isDone.value = true
                await expect { await long.value }.to(beTrue())
                await expect { await isDone.isTrue(within: .zero, on: scheduler) }.to(beTrue())
            }

            it("is over when the task is cancelled") {
                let (isDone, scheduler) = (Variable(false), TestScheduler())
                let task = Task { await isDone.isTrue(within: .seconds(1), on: scheduler) }
                await Task.yield()
                task.cancel()
                await expect { await task.value }.to(beFalse())
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
#endif
