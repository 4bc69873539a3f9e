import Millrace
import MillraceSpecs

final class RecordingSpec: Spec {
    func testSpec() {
        describe("a recording of a signal") {
            it("has what is sent from then on, and the end") {
                let taps = Emitter<Int>()
                taps.send(0)
                let recording = Recording(of: taps.map { $0 * 2 })
                taps.send(1)
                taps.send(2)
                expect(recording.values) == [2, 4]
                expect(recording.isFinished) == false
                taps.finish()
                expect(recording.values) == [2, 4]
                expect(recording.isFinished) == true
            }

            it("has values that are nil") {
                let taps = Emitter<Int?>()
                let recording = Recording(of: taps)
                taps.send(nil)
                taps.send(1)
                expect(recording.values) == [nil, 1]
                expect(recording.isFinished) == false
            }

            it("has the times since it began, on a scheduler") {
                let scheduler = TestScheduler()
                scheduler.advance(by: .seconds(1))
                let recording = Recording(of: scheduler.signal("-a-(b|)"), on: scheduler)
                scheduler.run()
                expect(recording.entries.map(\.value)) == ["a", "b", nil]
                expect(recording.entries.map(\.time)) == [.milliseconds(10), .milliseconds(30), .milliseconds(30)]
            }
        }

        describe("a recording of an observable") {
            it("has the present value, and every change") {
                let title = Variable("a")
                let recording = Recording(of: title)
                title.value = "b"
                expect(recording.values) == ["a", "b"]
                expect(recording.isFinished) == false
            }
        }

        describe("a recording") {
            it("gives what is new, step by step, and remembers the end") {
                let taps = Emitter<Int>()
                let recording = Recording(of: taps)
                taps.send(1)
                expect(recording.takeValues()) == [1]
                expect(recording.takeValues()) == []
                taps.send(2)
                taps.finish()
                expect(recording.takeValues()) == [2]
                expect(recording.isFinished) == true
            }

            it("ends when it is cancelled, and keeps what it has") {
                let title = Variable(1)
                let recording = Recording(of: title)
                recording.cancel()
                title.value = 2
                expect(recording.values) == [1]
            }

            it("ends when it is released, and leaves nothing behind") {
                let title = Variable(1)
                var computed = 0
                let doubled = title.map { number in
                    computed += 1
                    return number * 2
                }
                var recording: Recording<Int>? = Recording(of: doubled)
                expect(recording?.values) == [2]
                recording = nil
                title.value = 2
                expect(computed) == 1
                expect { _ = Recording(of: title.map { $0 }) }.to(leakNothing())
            }
        }
    }
}
