import Foundation
import Millrace
import MillraceSpecs

final class RecordMeetingSpec: Spec {
    func testSpec() {
        describe("recording a meeting") {
            struct Failed: Error {}
            let now = Date(timeIntervalSince1970: 1_234_567_890)
            let id = Identifiers.numbered(9)
            let three = (1...3).map { Attendee(id: Identifiers.numbered(UInt64($0))) }
            var scheduler: TestScheduler!
            var detail: Store<Detail>!
            var recordings: StoreFamily<SyncUp.ID, RecordMeeting>!
            var tester: StoreTester<StoreStates>!

            /// Begins a meeting of six seconds in which this is heard; nil if nothing may be.
            func begin(hearing texts: [String]?, failing: Bool = false) {
                scheduler = TestScheduler()
                let services = MeetingServices(
                    mayListen: { texts != nil },
                    speech: {
                        AsyncThrowingStream { stream in
                            for text in texts ?? [] { stream.yield(text) }
                            stream.finish(throwing: failing ? Failed() : nil)
                        }
                    },
                    now: { now },
                    identifiers: .inOrder()
                )
                let syncUp = SyncUp(id: id, attendees: three, seconds: 6)
                detail = makeDetail(of: syncUp, on: Dispatcher(on: scheduler))
                recordings = makeRecordings(of: detail, with: services, waitingOn: scheduler)
                tester = StoreTester(of: detail, recordings)
                tester.send(StartMeeting()) {
                    $0[detail].recordedID = id
                    $0[recordings][id] = RecordMeeting(syncUp: $0[detail].syncUp)
                }
                tester.send(MeetingAppeared(), to: id, in: recordings, starting: "permission")
                if texts == nil {
                    tester.receive(MeetingBegan(isHeard: false), starting: "timer")
                } else {
                    tester.receive(MeetingBegan(isHeard: true), starting: "timer", "speech")
                }
            }

            func expectMeeting(_ transcript: String) {
                tester.receive(MeetingEnded.self) {
                    let meeting = Meeting(id: Identifiers.numbered(1), date: now, transcript: transcript)
                    $0[detail].syncUp.meetings.insert(meeting, at: 0)
                }
                expectClosed()
            }
            func expectClosed() {
                tester.receive(CloseMember.self) {
                    $0[detail].recordedID = nil
                    $0[recordings] = [:]
                }
            }

            it("ends with the last speaker's time") {
                begin(hearing: nil)
                for second in 1...5 {
                    tester.advance(by: .seconds(1))
                    tester.receive(SecondPassed.self) {
                        $0[recordings][id]?.secondsElapsed = second
                        $0[recordings][id]?.speakerIndex = second / 2
                    }
                }
                tester.advance(by: .seconds(1))
                tester.receive(SecondPassed.self, starting: "save") { $0[recordings][id]?.secondsElapsed = 6 }
                expectMeeting("")
            }

            it("keeps what was heard") {
                begin(hearing: ["I completed the project"])
                tester.receive(SpeechHeard(text: "I completed the project")) {
                    $0[recordings][id]?.transcript = "I completed the project"
                }
                tester.withExhaustivity(.off) { tester.advance(by: .seconds(6)) }
                expect(detail.state.value.syncUp.meetings.map(\.transcript)) == ["I completed the project"]
            }

            it("can be ended and saved") {
                begin(hearing: nil)
                tester.send(EndMeeting(), to: id, in: recordings) {
                    $0[recordings][id]?.alert = .ending(isDiscardable: true)
                }
                tester.send(AnswerAlert(answer: .save), to: id, in: recordings, starting: "save") {
                    $0[recordings][id]?.alert = nil
                }
                expectMeeting("")
            }

            it("can be discarded, and time stands still while it asks") {
                begin(hearing: nil)
                tester.send(EndMeeting(), to: id, in: recordings) {
                    $0[recordings][id]?.alert = .ending(isDiscardable: true)
                }
                tester.advance(by: .seconds(1))
                tester.receive(SecondPassed.self)
                tester.send(AnswerAlert(answer: .discard), to: id, in: recordings) { $0[recordings][id]?.alert = nil }
                expectClosed()
            }

            it("goes on to the next speaker, and asks after the last") {
                begin(hearing: nil)
                for speaker in 1...2 {
                    tester.send(NextSpeaker(), to: id, in: recordings) {
                        $0[recordings][id]?.speakerIndex = speaker
                        $0[recordings][id]?.secondsElapsed = 2 * speaker
                    }
                }
                tester.send(NextSpeaker(), to: id, in: recordings) {
                    $0[recordings][id]?.alert = .ending(isDiscardable: false)
                }
                tester.send(AnswerAlert(answer: .save), to: id, in: recordings, starting: "save") {
                    $0[recordings][id]?.alert = nil
                }
                expectMeeting("")
            }

            it("goes on after it could not hear any more") {
                begin(hearing: ["I completed"], failing: true)
                tester.receive(SpeechHeard.self) { $0[recordings][id]?.transcript = "I completed" }
                tester.receive(SpeechFailed.self) {
                    $0[recordings][id]?.transcript = "I completed ❌"
                    $0[recordings][id]?.alert = .speechFailed
                }
                tester.send(AnswerAlert(answer: .resume), to: id, in: recordings) { $0[recordings][id]?.alert = nil }
                tester.withExhaustivity(.off) { tester.advance(by: .seconds(6)) }
                expect(detail.state.value.syncUp.meetings.map(\.transcript)) == ["I completed ❌"]
            }

            it("can be discarded after it could not hear any more") {
                begin(hearing: [], failing: true)
                tester.receive(SpeechFailed.self) { $0[recordings][id]?.alert = .speechFailed }
                tester.send(AnswerAlert(answer: .discard), to: id, in: recordings) { $0[recordings][id]?.alert = nil }
                expectClosed()
            }
        }
    }
}
