import Foundation
import Millrace
import MillraceNetwork

/// An image that is sent. Its bytes are in the ``UploadStorage`` until they are uploaded.
public struct OutgoingImage: Equatable, Codable, Sendable {
    /// The name of its file.
    public let name: String
    /// The kind: `image/png`.
    public let type: String
    /// The size in bytes.
    public let byteCount: Int
    /// The width in pixels, if it is known.
    public let width: Int?
    /// The height in pixels, if it is known.
    public let height: Int?
    /// The address that it gets; nil until the homeserver was asked for it.
    var reserved: String?
    /// Its address on the homeserver; nil until it is uploaded.
    public internal(set) var address: String?

    init(name: String, type: String, byteCount: Int, width: Int?, height: Int?) {
        (self.name, self.type, self.byteCount, self.width, self.height) = (name, type, byteCount, width, height)
    }

    /// The content of the event.
    var content: JSONValue {
        var info: [String: JSONValue] = ["mimetype": .string(type), "size": .number(Double(byteCount))]
        if let width, let height {
            info["w"] = .number(Double(width))
            info["h"] = .number(Double(height))
        }
        return ["msgtype": "m.image", "body": .string(name), "url": .string(address ?? ""), "info": .object(info)]
    }

    /// What a row shows before the event is there.
    var message: MessageContent {
        let image = ImageContent(address: address ?? "", byteCount: byteCount, width: width, height: height)
        return MessageContent(name, kind: .image(image))
    }
}

/// How much of an image is uploaded.
public struct UploadProgress: Equatable, Sendable {
    /// The transaction of the image.
    public let transaction: String
    /// How much of it is sent, in percent.
    public internal(set) var percent = 0
}

/// The user sends the image in a file.
public struct SendFile: Action {
    let file: URL
    let id: String
    let time: Int

    init(_ file: URL, with services: ChatServices) {
        self.file = file
        (id, time) = (services.identifiers().uuidString.lowercased(), services.time())
    }
}

struct FileNotRead: Action { let problem: ChatProblem }

/// The homeserver has told the address to which an image is uploaded, or has none beforehand.
private struct Reserved: Action {
    let transaction: String
    let address: String?
}

/// The address is written down: whenever the program ends, the next run knows it.
private struct ReservationKept: Action { let transaction: String }

struct UploadProgressed: Action {
    let transaction: String
    let percent: Int
}

struct Uploaded: Action {
    let transaction: String
    let address: String
}

/// Images are uploaded first. Then they are sent like texts, in the same order, by the same rules.
func registerImages(_ store: Store<Conversation>, _ room: String, _ services: ChatServices) {
    store.on(SendFile.self) { state, action in
        state.fileProblem = nil
        return .run("read", .concat) {
            Post(outgoing: try await services.read(action))
        } catching: { error in
            FileNotRead(problem: ChatProblem(caught: error))
        }
    }
    store.on(FileNotRead.self) { state, action in state.fileProblem = action.problem.message }
    store.on(Reserved.self) { state, action in
        guard state.reserving == action.transaction, var image = state.image(action.transaction) else { return .none }
        guard let address = action.address else {
            state.reserving = nil
            return state.upload(image, action.transaction, services)
        }
        image.reserved = address
        state.set(image, action.transaction)
        let outbox = state.outbox
        return .run("keep", .concat) { send in
            defer { send(ReservationKept(transaction: action.transaction)) }
            try await services.storage.save(outbox: outbox, room)
        }
    }
    store.on(ReservationKept.self) { state, action in
        guard state.reserving == action.transaction, let image = state.image(action.transaction) else { return .none }
        state.reserving = nil
        return state.upload(image, action.transaction, services)
    }
    store.on(UploadProgressed.self) { state, action in
        state.upload = UploadProgress(transaction: action.transaction, percent: action.percent)
    }
    store.on(Uploaded.self) { state, action in
        state.upload = nil
        guard var image = state.image(action.transaction) else { return .cancel("progress") }
        image.address = action.address
        // It is still the first that waits, so nothing overtakes it.
        state.set(image, action.transaction, delivery: .waiting)
        let send = state.sendNext(room, services)
        return [.cancel("progress"), send, state.keep(room, services, forgetting: [action.transaction])]
    }
}

extension ChatServices {
    /// Reads the file of an image.
    fileprivate func read(_ action: SendFile) async throws -> Outgoing {
        Outgoing(id: action.id, kind: .image(try await read(action.file, for: action.id)), time: action.time)
    }
}

extension Conversation {
    fileprivate func image(_ transaction: String) -> OutgoingImage? {
        guard case .image(let image) = outbox.first(where: { $0.id == transaction })?.kind else { return nil }
        return image
    }

    fileprivate mutating func set(
        _ image: OutgoingImage,
        _ transaction: String,
        delivery: Outgoing.Delivery = .sending
    ) {
        guard let index = outbox.firstIndex(where: { $0.id == transaction }) else { return }
        outbox[index].kind = .image(image)
        outbox[index].delivery = delivery
    }

    /// Uploads an image. First it gets its address, which is written down: after a crash it is not uploaded to another.
    mutating func upload(_ image: OutgoingImage, of outgoing: Outgoing, _ services: ChatServices) -> Effect {
        let transaction = outgoing.id
        guard image.reserved == nil else { return upload(image, transaction, services) }
        reserving = transaction
        return .asking("send", .concat) {
            Reserved(transaction: transaction, address: try await services.client.reserve())
        } failing: {
            SendFailed(transaction: transaction, problem: $0)
        }
    }

    fileprivate func upload(_ image: OutgoingImage, _ transaction: String, _ services: ChatServices) -> Effect {
        let meter = TransferMeter()
        let upload = Effect.asking("send", .concat) {
            Uploaded(transaction: transaction, address: try await services.upload(image, of: transaction, meter))
        } failing: {
            SendFailed(transaction: transaction, problem: $0)
        }
        let percent = meter.progress(on: services.clock).select { $0.sentTotal > 0 ? Int($0.uploaded * 100) : 0 }
        let progress = Effect.observe(percent, as: "progress", .latest) { percent in
            UploadProgressed(transaction: transaction, percent: percent)
        }
        return [upload, progress]
    }
}

extension Chat {
    /// The action that sends the image in a file. Dispatch it to a room's conversation.
    public func sendingFile(_ file: URL) -> SendFile { SendFile(file, with: services) }

    /// Sends the image in a file to a room, which shows it as soon as the file is read. Returns the transaction id.
    ///
    /// The bytes are kept until they are uploaded, also if the program ends.
    ///
    /// - Throws: A ``ChatProblem`` if the file cannot be read, or is no image.
    @discardableResult
    public nonisolated(nonsending) func sendImage(in file: URL, to room: String) async throws -> String {
        let outgoing = try await services.read(sendingFile(file))
        conversations.dispatch(Post(outgoing: outgoing), to: room)
        return outgoing.id
    }
}
