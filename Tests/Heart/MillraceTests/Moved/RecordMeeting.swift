import Foundation
import Millrace

struct Attendee: Identifiable, Equatable, Sendable {
    let id: UUID
    var name = ""
}

struct Meeting: Identifiable, Equatable, Sendable {
    let id: UUID
    let date: Date
    var transcript: String
}

struct SyncUp: Identifiable, Equatable, Sendable {
    let id: UUID
    var attendees: [Attendee] = []
    var seconds = 300
    var meetings: [Meeting] = []

    var secondsPerAttendee: Int { seconds / max(1, attendees.count) }
}

// What the feature depends on.
struct MeetingServices: Sendable {
    var mayListen: @Sendable () async -> Bool
    var speech: @Sendable () -> AsyncThrowingStream<String, any Error>
    var now: @Sendable () -> Date
    var identifiers = Identifiers.random
}

// What may happen in it.
struct MeetingAppeared: Action {}
struct MeetingBegan: Action { let isHeard: Bool }
struct SecondPassed: Action {}
struct SpeechHeard: Action { let text: String }
struct SpeechFailed: Action {}
struct NextSpeaker: Action {}
struct EndMeeting: Action {}
struct AnswerAlert: Action {
    enum Answer: Sendable { case save, discard, resume }
    let answer: Answer
}

// What it tells its parent.
struct MeetingEnded: Action { let meeting: Meeting }

struct RecordMeeting: Equatable, Sendable {
    enum Alert: Equatable, Sendable { case ending(isDiscardable: Bool), speechFailed }

    let syncUp: SyncUp
    var alert: Alert?
    var secondsElapsed = 0
    var speakerIndex = 0
    var transcript = ""

    var secondsRemaining: Int { syncUp.seconds - secondsElapsed }
}

func makeRecordMeeting(
    of syncUp: SyncUp,
    with services: MeetingServices,
    on dispatcher: Dispatcher,
    waitingOn scheduler: some Scheduler
) -> Store<RecordMeeting> {
    func save(_ transcript: String) -> Effect {
        .run("save", .first) { send in
            let meeting = Meeting(id: services.identifiers(), date: services.now(), transcript: transcript)
            send.toParent(MeetingEnded(meeting: meeting))
            send.close()
        }
    }

    return Store(RecordMeeting(syncUp: syncUp), on: dispatcher) { store in
        store.on(MeetingAppeared.self) { _, _ in
            .run("permission", .first) { MeetingBegan(isHeard: await services.mayListen()) }
        }
        store.on(MeetingBegan.self) { _, action in
            let seconds = Signal.interval(.seconds(1), on: scheduler)
            let timer = Effect.observe(seconds, as: "timer", .first) { _ in SecondPassed() }
            if !action.isHeard { return timer }
            let speech = Effect.observe(services.speech(), as: "speech", .first) {
                SpeechHeard(text: $0)
            } catching: { _ in
                SpeechFailed()
            }
            return [timer, speech]
        }
        store.on(SecondPassed.self) { state, _ in
            if state.alert != nil { return .none }
            state.secondsElapsed += 1
            if !state.secondsElapsed.isMultiple(of: state.syncUp.secondsPerAttendee) { return .none }
            if state.secondsElapsed == state.syncUp.seconds { return save(state.transcript) }
            state.speakerIndex += 1
            return .none
        }
        store.on(NextSpeaker.self) { state, _ in
            if state.speakerIndex < state.syncUp.attendees.count - 1 {
                state.speakerIndex += 1
                state.secondsElapsed = state.speakerIndex * state.syncUp.secondsPerAttendee
            } else {
                state.alert = .ending(isDiscardable: false)
            }
        }
        store.on(EndMeeting.self) { state, _ in state.alert = .ending(isDiscardable: true) }
        store.on(AnswerAlert.self) { state, action in
            state.alert = nil
            switch action.answer {
            case .save: return save(state.transcript)
            case .discard: return .close
            case .resume: return .none
            }
        }
        store.on(SpeechHeard.self) { state, action in state.transcript = action.text }
        store.on(SpeechFailed.self) { state, _ in
            if !state.transcript.isEmpty { state.transcript += " ❌" }
            state.alert = .speechFailed
        }
    }
}

// The parent: the screen of one sync-up, of which one may be recorded.
struct StartMeeting: Action {}

struct Detail: Equatable, Sendable {
    var syncUp: SyncUp
    var recordedID: SyncUp.ID?
}

func makeDetail(of syncUp: SyncUp, on dispatcher: Dispatcher) -> Store<Detail> {
    Store(Detail(syncUp: syncUp), on: dispatcher, name: "detail") { store in
        store.on(StartMeeting.self) { detail, _ in detail.recordedID = detail.syncUp.id }
        store.on(MeetingEnded.self) { detail, action in detail.syncUp.meetings.insert(action.meeting, at: 0) }
    }
}

func makeRecordings(
    of detail: Store<Detail>,
    with services: MeetingServices,
    waitingOn scheduler: some Scheduler
) -> StoreFamily<SyncUp.ID, RecordMeeting> {
    StoreFamily(of: detail, optional: \.recordedID, name: "recording") { _ in
        let syncUp = detail.state.value.syncUp
        return makeRecordMeeting(of: syncUp, with: services, on: detail.dispatcher, waitingOn: scheduler)
    }
}
