import Millrace
import MillraceOffline

extension OutboxSender<Outgoing> {
    /// What sends the entries of the outbox. Images are uploaded first; what has a content is not sent to a room that is
    /// encrypted, where it would stand for everybody to read, and nothing to one that is not known.
    init(
        to rooms: Observable<RoomsState>,
        with services: ChatServices,
        durability: Durability,
        on dispatcher: Dispatcher
    ) {
        weak let dispatcher = dispatcher
        self.init(backoff: .exponential(.seconds(1)), jitter: 0, durability: durability) { entry in
            guard let room = rooms.value.rooms[id: entry.edit.room] else { return .later() }
            if room.isEncrypted, !entry.edit.isDeletion { return .refused(Room.encryptionNote) }
            if case .image(let image) = entry.edit.content, entry.prepared == nil {
                if let address = image.address { return .prepared(address) }
                let address = try await services.upload(image, of: entry.edit.id) { percent in
                    dispatcher?.dispatch(UploadProgressed(key: entry.key, percent: percent))
                }
                return .prepared(address)
            }
            return .saved(try await services.send(entry))
        } catching: { error in
            let problem = ChatProblem(caught: error)
            if problem == .signedOut { dispatcher?.dispatch(SignedOut()) }
            return switch problem {
            case .passing, .signedOut: .later()
            case .limited(let delay): .later(after: delay)
            case .refused(let reason): .refused(reason)
            }
        }
    }
}
