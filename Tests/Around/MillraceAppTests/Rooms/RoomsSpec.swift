import Foundation
import Millrace
import MillraceApp
import MillraceHistory
import MillraceSpecs

extension RoomServices {
    /// Ten messages a room, in pages of four, each a second away.
    static func test(on scheduler: TestScheduler) -> RoomServices {
        RoomServices(
            page: { _, before in
                try? await scheduler.sleep(for: .seconds(1))
                let end = before ?? 10
                let numbers = (max(0, end - 4)..<end).reversed()
                let messages = numbers.map { Message(id: Identifiers.numbered(UInt64($0)), text: "\($0)") }
                return Page(messages, next: end > 4 ? end - 4 : nil)
            },
            deliver: { _, _ in try await scheduler.sleep(for: .seconds(1)) },
            identifiers: .inOrder(from: 100)
        )
    }
}

/// The rooms of the guide.
final class RoomsSpec: Spec {
    func testSpec() {
        @TestState var scheduler = TestScheduler()
        var chat: Chat!
        beforeEach { chat = Chat(with: .test(on: scheduler), on: Dispatcher(on: scheduler)) }
        afterEach { chat = nil }

        it("shows older messages page by page") {
            chat.dispatcher.dispatch(Joined(room: "tea"))
            chat.rooms.dispatch(ShowOlder(), to: "tea")
            chat.rooms.dispatch(ShowOlder(), to: "tea")
            scheduler.run()
            expect(chat.rooms["tea"]?.state.value.messages.elements.map(\.text)).to(equal(["9", "8", "7", "6"]))
        }

        it("delivers a message") {
            let (lobby, rooms) = (chat.lobby, chat.rooms)
            chat.dispatcher.dispatch(Joined(room: "tea"))
            let tester = StoreTester(of: lobby, rooms)
            tester.send(Write(text: "hello"), to: "tea", in: rooms) { $0[rooms]["tea"]?.draft = "hello" }
            tester.send(SendDraft(), to: "tea", in: rooms, starting: "deliver") { $0[rooms]["tea"]?.draft = "" }
            var message = Message(id: Identifiers.numbered(100), text: "hello", isDelivered: false)
            tester.receive(Posted(message: message)) { $0[rooms]["tea"]?.messages.elements = [message] }
            tester.advance(by: .seconds(1))
            tester.receive(Delivered(message: message)) {
                message.isDelivered = true
                $0[rooms]["tea"]?.messages.elements = [message]
            }
            tester.receive(RoomWasUsed(room: "tea"))
            tester.finish()
        }

        it("moves the room that was used last to the front, and counts what waits") {
            for room in ["tea", "coffee"] { chat.dispatcher.dispatch(Joined(room: room)) }
            chat.rooms.dispatch(Write(text: "hello"), to: "coffee")
            chat.rooms.dispatch(SendDraft(), to: "coffee")
            scheduler.advance()
            expect(chat.waitingCount.value).to(equal(1))
            scheduler.run()
            expect(chat.waitingCount.value).to(equal(0))
            expect(chat.lobby.state.value.roomIDs).to(equal(["coffee", "tea"]))
        }

        it("undoes leaving a room") {
            let undo = UndoHistory(on: chat.dispatcher) { undo in
                undo.track(chat.lobby)
                undo.track(chat.rooms)
                undo.step(Left.self)
            }
            chat.dispatcher.dispatch(Joined(room: "tea"))
            chat.rooms.dispatch(Write(text: "hel"), to: "tea")
            chat.dispatcher.dispatch(Left(room: "tea"))
            undo.undo()
            expect(chat.rooms["tea"]?.state.value.draft).to(equal("hel"))
        }
    }
}
