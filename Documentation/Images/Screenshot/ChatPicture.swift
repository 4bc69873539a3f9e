import Foundation
import MatrixChat
import Millrace
import MillraceNetwork
import MillraceTerminal
import SampleHomeserver

/// A room with an image, and a message that is being written.
@MainActor
func chatPicture() async throws -> TerminalPicture {
    let server = SampleHomeserver(clock: .main)
    server.change { $0.fill(interval: .seconds(1_000)) }
    guard let address = URL(string: "http://sample.example") else { throw CocoaError(.featureUnsupported) }
    var services = ChatServices(homeserver: address, over: server.transport, storage: .memory())
    services.timeZone = .gmt
    let chat = try Chat(with: services, on: Dispatcher(on: .main))
    let size = Variable(TerminalSize(columns: 108, rows: 30))
    let screen = ChatScreen(of: chat, size: size, on: .main, pace: .zero)
    let drawing = screen.canvas.observe { _ in }
    chat.dispatcher.dispatch(SignIn(user: SampleHomeserver.user, password: Secret("sample")))
    _ = try await chat.rooms.state.wait { $0.status == .upToDate }
    for key in [.down, .down, .paste("Who has mended the gate?")] as [TerminalKey] { _ = screen.press(key) }
    // The names of all members are known, and what is answered.
    _ = try await chat.rooms.isInFlight("members !books:sample.example").wait { !$0 }
    _ = try await chat.view(of: "!books:sample.example").wait { room in
        room?.rows.contains { $0.answered.map { $0.sender == nil } ?? false } == false
    }
    drawing.cancel()
    return TerminalPicture(screen.canvas.value, title: "The chat on a terminal")
}
