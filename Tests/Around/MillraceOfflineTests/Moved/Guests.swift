import Millrace
import MillraceOffline

// The guests of an event, and a service that also searches: what is the same however a screen is written.

struct Guest: Identifiable, Codable, Equatable {
    let id: Int
    var isHere = false, version = 0
}

struct GuestNews: PullNews {
    var changed: [Guest] = [], removed: [Guest.ID] = []
    var token: Int?
}

struct GuestService {
    let find: nonisolated(nonsending) (_ text: String) async throws -> [String]
    /// What has changed since a token; nil if the server has forgotten it.
    let news: nonisolated(nonsending) (_ token: Int?) async throws -> GuestNews?
    let save: nonisolated(nonsending) (CheckIn) async throws -> Guest
}
