import Foundation
import MatrixChat
import Millrace
import MillraceNetwork

/// The files of a ``SampleHomeserver``, and what is asked of them.
public struct HomeserverMedia: Sendable {
    /// The files, by their identities.
    public var files = SampleImages.files
    /// How often each file was asked for.
    public internal(set) var requests: [String: Int] = [:]
    /// Whether the requests for files are those of an older homeserver, which need no login.
    public var isOld = false
    /// Whether there are smaller versions of images.
    public var hasThumbnails = true
    /// The time that each 8,000 bytes of a file or an upload take.
    public var pace = Duration.zero
    private var uploadCount = 0

    /// Answers a request for a file, or takes one; nil if it is none of these.
    mutating func answer(to call: HomeserverCall) -> Response? {
        let isRequest = call.api == (isOld ? ["media", "v3"] : ["client", "v1"])
        let parts = isOld ? call.parts[...] : call.parts.dropFirst()
        switch (call.method, call.api, parts.first) {
        case (.post, ["media", "v3"], _) where call.parts == ["upload"]: return upload(call)
        case (.get, _, "thumbnail"?) where isRequest && parts.count == 3:
            return hasThumbnails ? file(parts.last ?? "") : .problem(400, "M_UNKNOWN")
        case (.get, _, "download"?) where isRequest && parts.count == 3: return file(parts.last ?? "")
        default: return nil
        }
    }

    private mutating func file(_ id: String) -> Response {
        requests[id, default: 0] += 1
        guard let file = files[id] else { return .problem(404, "M_NOT_FOUND") }
        return Response(headers: [HTTPHeader("Content-Length", "\(file.count)")], body: file)
    }

    private mutating func upload(_ call: HomeserverCall) -> Response {
        uploadCount += 1
        files["upload\(uploadCount)"] = call.bytes
        return .json(["content_uri": .string("mxc://sample.example/upload\(uploadCount)")])
    }
}

/// Carries requests to a ``SampleHomeserver``, and its answers back, piece by piece.
struct SampleTransport: Transport {
    let server: SampleHomeserver
    let clock: any Scheduler

    func send(_ request: HTTPRequest, to receiver: AnswerReceiver) async throws(RequestError.Reason) {
        do {
            let isFile = request.url.path.contains("/media/")
            let pace = server.change { isFile ? $0.media.pace : $0.pace }
            for sent in pieces(of: request.body?.count ?? 0) {
                if sent.lowerBound > 0, pace > .zero { try await clock.sleep(for: pace) }
                receiver.noteSent(sent.upperBound)
            }
            let response = try await server.answer(to: request)
            var head = response
            head.body = Data()
            guard receiver.receive(head: head) else { return }
            for range in pieces(of: response.body.count) {
                if range.lowerBound > 0, pace > .zero { try await clock.sleep(for: pace) }
                guard receiver.receive(Data(response.body[range])) else { return }
            }
        } catch let reason as RequestError.Reason {
            throw reason
        } catch {
            throw Task.isCancelled ? .cancelled : .brokenAnswer
        }
    }

    private func pieces(of count: Int) -> [Range<Int>] {
        stride(from: 0, to: count, by: 8_000).map { $0..<min($0 + 8_000, count) }
    }
}
