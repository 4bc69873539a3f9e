import FeedReader
import Foundation
import Millrace
import MillraceTerminal

/// A timeline, with newer posts that are not pushed under the reader.
@MainActor
func feedPicture() async throws -> TerminalPicture {
    var services = FeedServices(server: try .sample())
    guard let zone = TimeZone(identifier: "GMT") else { throw CocoaError(.featureUnsupported) }
    (services.zone, services.loadsAll) = (zone, false)
    let feed = try Feed(with: services, on: Dispatcher(on: .main))
    let screen = FeedScreen(of: feed, size: Variable(TerminalSize(columns: 96, rows: 40)))
    let canvas = screen.canvas
    let drawing = canvas.observe { _ in }
    func settle(_ isThere: @escaping (FeedStatus) -> Bool) async throws {
        _ = try await feed.status.wait { isThere($0) && !$0.isLoading }
        _ = try await feed.making.isInFlight.wait { !$0 }
    }
    feed.begin()
    try await settle { $0.count > 0 }
    for key in [.character("r"), .pageDown, .down, .down] as [TerminalKey] { _ = screen.press(key) }
    try await settle { $0.newCount > 0 }
    drawing.cancel()
    return TerminalPicture(canvas.value, title: "The feed on a terminal")
}
