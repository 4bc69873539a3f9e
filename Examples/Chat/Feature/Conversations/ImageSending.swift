import Foundation
import Millrace
import MillraceNetwork

/// An image that is sent. Its bytes are in the ``ChatStorage`` until they are uploaded.
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
    /// Its address on the homeserver; nil until it is uploaded.
    public internal(set) var address: String?

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
        return MessageContent(body: name, kind: .image(image))
    }
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

struct UploadProgressed: Action { let percent: Int }

struct Uploaded: Action {
    let transaction: String
    let address: String
}

/// Images are uploaded first. Then they are sent like texts, in the same order, by the same rules.
func registerImages(_ store: Store<Conversation>, _ room: String, _ services: ChatServices) {
    store.on(SendFile.self) { state, action in
        state.fileProblem = nil
        return .run("read", .concat) {
            let image = try await services.read(action.file, for: action.id)
            return Post(outgoing: Outgoing(id: action.id, kind: .image(image), time: action.time))
        } catching: { error in
            FileNotRead(problem: ChatProblem(caught: error))
        }
    }
    store.on(FileNotRead.self) { state, action in state.fileProblem = action.problem.message }
    store.on(UploadProgressed.self) { state, action in state.uploadPercent = action.percent }
    store.on(Uploaded.self) { state, action in
        state.uploadPercent = nil
        guard let index = state.outbox.firstIndex(where: { $0.id == action.transaction }),
            case .image(var image) = state.outbox[index].kind
        else { return .cancel("progress") }
        image.address = action.address
        state.outbox[index].kind = .image(image)
        // It is still the first that waits, so nothing overtakes it.
        state.outbox[index].delivery = .waiting
        let send = state.sendNext(room, services)
        return [.cancel("progress"), send, state.keep(room, services, forgetting: [action.transaction])]
    }
}

extension Conversation {
    /// Whether the file of an image is read, or cannot be.
    func hasRead(_ action: SendFile) -> Bool { fileProblem != nil || outbox.contains { $0.id == action.id } }

    func upload(_ image: OutgoingImage, _ transaction: String, _ services: ChatServices) -> Effect {
        let meter = TransferMeter()
        let upload = Effect.asking("send", .concat) { send in
            send(Uploaded(transaction: transaction, address: try await services.upload(image, of: transaction, meter)))
        } failing: {
            SendFailed(transaction: transaction, problem: $0)
        }
        let percent = meter.progress(on: services.clock).select { $0.sentTotal > 0 ? Int($0.uploaded * 100) : 0 }
        return [upload, .observe(percent, as: "progress", .latest) { UploadProgressed(percent: $0) }]
    }
}

extension Chat {
    /// The action that sends the image in a file, to be dispatched to a room's conversation. The room shows it as soon as
    /// the file is read. The bytes are kept until they are uploaded, also if the program ends.
    public func sendingFile(_ file: URL) -> SendFile { SendFile(file, with: services) }
}
