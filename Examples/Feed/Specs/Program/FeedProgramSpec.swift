import Foundation
import LoopbackHTTP
import MillraceNetwork
import MillraceSpecs
import Synchronization

@testable import FeedReader

/// The program itself, as a script runs it.
final class FeedProgramSpec: Spec {
    func testSpec() {
        @TestState var folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

        beforeEach { try! FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
        afterEach { try? FileManager.default.removeItem(at: folder) }

        func file(_ content: String) -> String {
            let file = folder.appendingPathComponent("posts.json")
            try! Data(content.utf8).write(to: file)
            return file.path
        }

        describe("a server") {
            it("gets the token from the environment, which nobody else sees, and keeps the star") {
                let posts = try PostServer([[Draft].numbered(1...3).data], pageSize: 2)
                let seen = Mutex<[String]>([])
                let server = try LoopbackServer { request in
                    let address = URL(string: "http://server\(request.target)")!
                    seen.withLock { $0.append("\(request.method) \(request.headers["authorization"] ?? "none")") }
                    let answer = posts.answer(to: HTTPRequest(HTTPMethod(request.method), address))
                    let links = answer.headers.filter { $0.name == "Link" }.map(\.value).joined(separator: ", ")
                    return .answer(
                        answer.status,
                        String(decoding: answer.body, as: UTF8.self),
                        headers: ["Link": links]
                    )
                }
                defer { server.stop() }
                let run = try feedProgram(
                    ["--server", "\(server.baseURL)", "--token", "--state", folder.path + "/state"],
                    "status\nolder\nstar 1\n",
                    environment: ["FEED_TOKEN": "t0ken"]
                )
                expect(run.output) == ["home | 2 posts", "home | 3 posts, that is all", "starred 1"]
                expect(run.errors) == ""
                expect(run.exitCode) == 0
                expect(seen.withLock { $0 }) == ["GET Bearer t0ken", "GET Bearer t0ken", "POST Bearer t0ken"]
            }

            it("that cannot be reached ends the program") {
                let run = try feedProgram(["--server", "http://127.0.0.1:1"], "status\n")
                expect(run.errors).to(contain("No connection"))
                expect(run.exitCode) == 69
            }
        }

        describe("the program") {
            it("reads a file of posts, and runs a script") {
                let run = try feedProgram(
                    [file(String(decoding: [Draft].numbered(1...3).data, as: UTF8.self))],
                    "status\nposts 1\n"
                )
                expect(run.output) == ["home | 3 posts, that is all", "3 | 2026-11-28 10:03 | kim | Post 3"]
                expect(run.exitCode) == 0
            }

            it("shows the first posts where there is neither a terminal nor a command") {
                let posts = file(String(decoding: [Draft].numbered(1...6).data, as: UTF8.self))
                let run = try feedProgram([posts], "")
                expect(run.output[0]) == "home | 6 posts, that is all"
                expect(run.output.filter { $0.hasPrefix("Post ") }) == ["Post 6", "Post 5", "Post 4", "Post 3"]
                expect(run.exitCode) == 0
                expect(try feedProgram([posts, "--json"], "").output).to(haveCount(5))
            }

            it("says what is wrong on standard error, and how it ends") {
                expect(try feedProgram([file("[1]")], "status").exitCode) == 65
                expect(try feedProgram([folder.path + "/none"], "status").exitCode) == 66
                expect(try feedProgram([folder.path], "status").exitCode) == 66
                expect(try feedProgram(["--frobnicate"], "").exitCode) == 64
                let wrong = try feedProgram([file("[]")], "status\nfrobnicate\nstatus\n")
                expect(wrong.output) == ["home | 0 posts, that is all"]
                expect(wrong.errors).to(contain("there is no command frobnicate"))
                expect(wrong.exitCode) == 65
            }
        }
    }
}

private func feedProgram(
    _ arguments: [String],
    _ input: String,
    environment: [String: String] = [:]
) throws -> (output: [String], errors: String, exitCode: Int32) {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let place = bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
    let (process, stdin, stdout, stderr) = (Process(), Pipe(), Pipe(), Pipe())
    process.executableURL = place.appendingPathComponent("feed")
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(["TZ": "GMT"]) { $1 }
        .merging(environment) { $1 }
    (process.standardInput, process.standardOutput, process.standardError) = (stdin, stdout, stderr)
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    let output = String(decoding: stdout.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let errors = String(decoding: stderr.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (output.split(separator: "\n").map(String.init), errors, process.terminationStatus)
}
