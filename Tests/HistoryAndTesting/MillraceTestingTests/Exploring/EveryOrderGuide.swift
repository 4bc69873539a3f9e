import Millrace
import Synchronization

// The screen of the guide `Documentation/EveryOrder.md`, which quotes it.

struct Tapped: Action {}
struct Failed: Action {}
struct Offline: Error {}

struct StarService: Sendable {
    let save: @Sendable (Bool) async throws -> Void
    let read: @Sendable () async throws -> Bool
}

func makeStar(_ server: StarService, on dispatcher: Dispatcher) -> Store<Bool> {
    Store(false, on: dispatcher, name: "star") { store in
        store.on(Tapped.self) { isStarred, _ in
            isStarred.toggle()
            let wanted = isStarred
            return .run { send in
                do { try await server.save(wanted) } catch { send(Failed()) }
            }
        }
        store.on(Failed.self) { isStarred, _ in isStarred.toggle() }
    }
}

// MARK: - Mended

/// The server has the star, or does not.
struct Known: Action { let isStarred: Bool }

/// The first mending: after a failure it asks what the server has.
func makeAskingStar(_ server: StarService, on dispatcher: Dispatcher) -> Store<Bool> {
    Store(false, on: dispatcher, name: "star") { store in
        store.on(Tapped.self) { isStarred, _ in
            isStarred.toggle()
            let wanted = isStarred
            return .run { send in
                do { try await server.save(wanted) } catch { send(Known(isStarred: try await server.read())) }
            }
        }
        store.on(Known.self) { isStarred, answer in isStarred = answer.isStarred }
    }
}

/// The second mending: one save after the other.
func makeQueuedStar(_ server: StarService, on dispatcher: Dispatcher) -> Store<Bool> {
    Store(false, on: dispatcher, name: "star") { store in
        store.on(Tapped.self) { isStarred, _ in
            isStarred.toggle()
            let wanted = isStarred
            return .run("save", .concat) { send in
                do { try await server.save(wanted) } catch { send(Known(isStarred: try await server.read())) }
            }
        }
        store.on(Known.self) { isStarred, answer in isStarred = answer.isStarred }
    }
}

/// The third mending: each save ends with what the server has.
func makeMendedStar(_ server: StarService, on dispatcher: Dispatcher) -> Store<Bool> {
    Store(false, on: dispatcher, name: "star") { store in
        store.on(Tapped.self) { isStarred, _ in
            isStarred.toggle()
            let wanted = isStarred
            return .run("save", .concat) {
                do { try await server.save(wanted) } catch { return Known(isStarred: try await server.read()) }
                return Known(isStarred: wanted)
            }
        }
        store.on(Known.self) { isStarred, answer in isStarred = answer.isStarred }
    }
}
