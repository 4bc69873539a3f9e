import Millrace
import MillraceNetwork
import MillraceOffline

extension OutboxSender<Outgoing> {
    /// What sends the entries of the outbox. Images are uploaded first; what has a content is not sent to a room that is
    /// encrypted, where it would stand for everybody to read, and nothing to one that is not known.
    ///
    /// What is about something that was sent here is sent after it, so that the event of that is known. It is noted
    /// before it is sent, since what is sent under a key never changes.
    init(
        _ sending: Observable<SendingState>,
        to rooms: Observable<RoomsState>,
        with services: ChatServices,
        durability: Durability,
        on dispatcher: Dispatcher
    ) {
        weak let dispatcher = dispatcher
        self.init(backoff: .exponential(.seconds(1)), jitter: 0, durability: durability) { entry in
            guard let room = rooms.value.rooms[id: entry.edit.room] else { return .later() }
            if room.isEncrypted, !entry.edit.isDeletion { return .refused(Room.encryptionNote) }
            if let target = entry.edit.target, !target.isEvent, entry.prepared == nil {
                let event = sending.value.event(of: target)
                return event.map { .prepared($0) } ?? .refused("what it is about was not sent")
            }
            if case .image(let image) = entry.edit.content, entry.prepared == nil {
                if let address = image.address { return .prepared(address) }
                do {
                    let address = try await services.upload(image, of: entry.edit.id) { percent in
                        dispatcher?.dispatch(UploadProgressed(key: entry.key, percent: percent))
                    }
                    return .prepared(address)
                } catch  where ChatProblem(caught: error).isPassing { return .notDone() }
            }
            return .saved(try await services.send(entry))
        } asking: { entry in
            guard case .unknown(let reason) = entry.problem else { return .notDone() }
            return try await services.event(of: entry).map { .saved($0) } ?? .refused(reason)
        } catching: { error in
            let (problem, request) = (ChatProblem(caught: error), error as? RequestError)
            if problem == .signedOut { dispatcher?.dispatch(SignedOut()) }
            return switch problem {
            case .passing: request?.reason == .loginEnded ? .notDone() : .later()
            case .signedOut: .notDone()
            case .limited(let delay): .notDone(after: delay)
            case .refused(let reason): request?.mayBeDone == true ? .unknown(reason) : .refused(reason)
            }
        }
    }
}
