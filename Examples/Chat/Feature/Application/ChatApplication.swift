import Foundation
import Millrace
import MillraceApp

extension Chat {
    /// Makes the application of the chat: the parts that follow what happens to the process.
    ///
    /// The services keep the chat; keep the application for as long as the program runs.
    ///
    /// - Parameters:
    ///   - clock: Where the chat belongs.
    ///   - link: The link to open when the first screen is shown; nil for none.
    public func makeApplication(on clock: some Scheduler, opening link: URL? = nil) -> Application {
        Application(on: clock, [SyncService(self), SavingService(self), LinkService(self, opening: link)])
    }
}

/// Stops the sync while the process is suspended. When it goes on, what has happened meanwhile is asked for at once.
final class SyncService: Service {
    private let chat: Chat

    init(_ chat: Chat) { self.chat = chat }

    func handle(_ event: LifeCycleEvent) -> LifeCycleAnswer {
        switch event {
        case .enteredBackground, .willTerminate: chat.dispatcher.dispatch(SyncPaused())
        case .willEnterForeground: chat.dispatcher.dispatch(SyncResumed())
        default: break
        }
        return .noted
    }
}

/// Delays the end of the process until everything is saved.
final class SavingService: Service {
    private let chat: Chat

    init(_ chat: Chat) { self.chat = chat }

    func handle(_ event: LifeCycleEvent) -> LifeCycleAnswer {
        event == .willTerminate && chat.isSaving ? .notYet : .noted
    }
}

/// Opens links: that of the command line, and those that come while the chat runs.
final class LinkService: Service {
    static var starts: StartMoment { .afterFirstScreen }

    private let chat: Chat
    private let link: URL?

    init(_ chat: Chat, opening link: URL?) { (self.chat, self.link) = (chat, link) }

    nonisolated(nonsending) func start(with services: StartedServices) async throws {
        if let link { chat.opener.open(link) }
    }

    func handle(_ event: LifeCycleEvent) -> LifeCycleAnswer {
        guard case .openURL(let url) = event else { return .noted }
        if case .unknown = chat.opener.open(url) { return .noted }
        return .taken
    }
}
