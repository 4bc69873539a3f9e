import Foundation
import LoopbackHTTP
import MatrixChat
import Millrace
import MillraceNetwork
import MillraceOffline
import MillraceSpecs
import Synchronization

@testable import SampleHomeserver

/// The program, on a homeserver on this machine that loses some requests and some answers, and takes its time for what is
/// sent: so that a kill comes before. It can be killed.
final class KilledProgram {
    let server = SampleHomeserver(clock: TestScheduler())
    private let loopback: LoopbackServer
    private let folder: URL

    init(in folder: URL, seed: UInt64) throws {
        self.folder = folder
        let random = Mutex(SeededGenerator(seed: seed))
        loopback = try LoopbackServer { [server] request in
            let luck = random.withLock { Int.random(in: 0..<20, using: &$0) }
            if request.method == "PUT" { usleep(UInt32(10_000 * luck)) }
            // Lost on its way, or come twice.
            if luck == 0 { return Reply() }
            if luck == 1 { _ = server.reply(to: request) }
            let reply = server.reply(to: request)
            return luck == 2 ? Reply() : reply
        }
    }

    func stop() { loopback.stop() }

    /// Starts it with some commands, and kills it after a time, unless it has ended before.
    func run(_ commands: [String], for time: Duration) throws {
        let process = Process()
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
        let place = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
        process.executableURL = place.appendingPathComponent("chat")
        process.arguments = [
            "--homeserver", loopback.baseURL.absoluteString, "--user", "you", "--state", state.path, "--patience", "2s",
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(["CHAT_PASSWORD": "x", "no_proxy": "*"]) {
            $1
        }
        let input = Pipe()
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        // The pipe stays open, so that the program waits for more.
        try input.fileHandleForWriting.write(contentsOf: Data((commands.joined(separator: "\n") + "\n").utf8))
        usleep(UInt32(time / .microseconds(1)))
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }

    private var state: URL { folder.appendingPathComponent("state") }

    /// The names of what the next run sends, and of what was accepted.
    func unsent() throws -> [String] {
        let copy = folder.appendingPathComponent("copy")
        defer { try? FileManager.default.removeItem(at: copy) }
        do {
            try FileManager.default.copyItem(at: state.appendingPathComponent("outbox"), to: copy)
        } catch {
            return []
        }
        let dispatcher = Dispatcher(on: TestScheduler())
        let services = ChatServices(homeserver: loopback.baseURL, over: URLSessionTransport(), storage: .memory())
        let chat = try Chat(with: services, on: dispatcher, journal: Journal(copy, on: dispatcher))
        return chat.sending.state.value.outbox.entries.compactMap { entry in
            switch entry.edit.content {
            case .text(let text), .reply(let text, _), .edit(let text, _), .reaction(let text, _): text
            case .image(let image): image.name
            case .redaction: nil
            }
        }
    }
}

extension SampleHomeserver {
    /// Answers at once what has come over a connection.
    fileprivate func reply(to request: ReceivedRequest) -> Reply {
        guard let url = URL(string: "http://127.0.0.1\(request.target)") else { return Reply() }
        let headers = request.headers["authorization"].map { [HTTPHeader("Authorization", $0)] } ?? []
        let call = HomeserverCall(
            HTTPRequest(HTTPMethod(request.method), url, headers: headers, body: Data(request.body))
        )
        let response = change { state in
            if let problem = state.problem(with: call) { return problem }
            guard call.parts == ["sync"] else { return state.answer(to: call) }
            return state.sync(since: call.query["since"], orAtLeast: true) ?? Response(500)
        }
        return .answer(response.status, String(decoding: response.body, as: UTF8.self))
    }
}
