import Foundation
import Millrace
import MillraceNetwork
import MillraceSpecs
import MillraceTerminal
import SampleHomeserver

@testable import MatrixChat

private let tea = "!tea"

final class ImagesSpec: Spec {
    func testSpec() {
        @TestState var stage = Stage()

        /// Puts an image into a room.
        func put(_ file: String, of kind: String = "m.room.message", at address: String? = nil, in stage: Stage) {
            stage.server.change { server in
                _ = server.add(
                    [
                        "type": .string(kind), "sender": "@ada:sample.example",
                        "content": [
                            "msgtype": "m.image", "body": .string(file),
                            "url": .string(address ?? "mxc://sample.example/\(file)"),
                            "info": ["w": 120, "h": 90, "size": 32_000],
                        ],
                    ],
                    to: tea
                )
            }
        }
        /// Puts an image into a room, signs in, and opens its page.
        func open(_ file: String, at address: String? = nil, on terminal: TerminalImageFormat? = .iTerm) -> ChatScreen {
            put(file, at: address, in: stage)
            stage.signIn()
            let screen = ChatScreen(
                of: stage.chat,
                size: Observable(TerminalSize(columns: 140, rows: 40)),
                on: stage.scheduler,
                pace: .zero,
                images: terminal
            )
            _ = screen.press(.control("v"))
            return screen
        }
        func text(_ screen: ChatScreen) -> String { screen.canvas.value.text.joined(separator: "\n") }
        func requests(of file: String) -> Int { stage.server.change { $0.media.requests[file] ?? 0 } }
        let pot = SampleImages.pot

        describe("an image") {
            it("is a line with its name and size among the messages, and not fetched; so is a sticker") {
                put("wheel.png", of: "m.sticker", in: stage)
                let screen = open("pot.png")
                _ = screen.press(.escape)
                stage.scheduler.advance(by: .seconds(1))
                expect(text(screen)).to(contain("@ada:sample.example: [image pot.png 120×90 32 kB]"))
                expect(text(screen)).to(contain("[image wheel.png"))
                expect(requests(of: "wheel.png")).to(equal(0))
                expect(screen.canvas.value.overlay).to(beNil())
            }

            it("is drawn by the terminal on a page of its own, below the lines of the page") {
                let screen = open("pot.png")
                stage.scheduler.advance(by: .seconds(1))
                let overlay = screen.canvas.value.overlay
                expect(overlay?.sequence).to(contain(pot.base64EncodedString()))
                expect(overlay?.position).to(equal(.init(row: 2, column: 30)))
                _ = screen.press(.function(1))
                expect(screen.canvas.value.overlay).to(beNil())
                _ = screen.press(.escape)
                expect(screen.canvas.value.overlay).to(equal(overlay))
                _ = screen.press(.escape)
                expect(screen.canvas.value.overlay).to(beNil())
            }

            it("is not fetched where the terminal shows none, and the page says so") {
                let screen = open("pot.png", on: nil)
                stage.scheduler.advance(by: .seconds(1))
                expect(text(screen)).to(contain("This terminal shows no images."))
                expect(requests(of: "pot.png")).to(equal(0))
            }

            it("says why it is not shown, where it is of no kind, missing, or not at the homeserver at all") {
                stage.server.change { $0.media.files["odd.png"] = Data("no image".utf8) }
                for (file, address, problem) in [
                    ("odd.png", nil, "the chat does not know this kind of file"),
                    ("nowhere.png", nil, "The sample says M_NOT_FOUND."),
                    ("far.png", "https://example.org/far.png", "its address is damaged"),
                ] {
                    let screen = open(file, at: address)
                    stage.scheduler.advance(by: .seconds(1))
                    expect(text(screen)).to(contain("(not shown: \(problem))"))
                    _ = screen.press(.escape)
                }
            }
        }

        describe("a terminal") {
            func format(_ environment: [String: String]) -> TerminalImageFormat? {
                TerminalImageFormat(environment: environment)
            }
            /// What is drawn of a file, or why it is not.
            func drawn(_ file: String, on terminal: TerminalImageFormat) -> (String, String) {
                let screen = open(file, on: terminal)
                stage.scheduler.advance(by: .seconds(1))
                return (screen.canvas.value.overlay?.sequence ?? "", text(screen))
            }

            it("is recognised by its environment, but not within tmux or screen") {
                expect(format(["TERM": "xterm-kitty"])).to(equal(.kitty))
                expect(format(["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"])).to(equal(.kitty))
                expect(format(["TERM_PROGRAM": "ghostty"])).to(equal(.kitty))
                for program in ["iTerm.app", "WezTerm", "mintty"] {
                    expect(format(["TERM_PROGRAM": program, "KITTY_WINDOW_ID": "1"])).to(equal(.iTerm))
                }
                expect(format(["TERM": "xterm-256color", "COLORTERM": "truecolor"])).to(beNil())
                expect(format([:])).to(beNil())
                expect(format(["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"])).to(beNil())
                expect(format(["TERM": "screen", "TERM_PROGRAM": "iTerm.app"])).to(beNil())
                expect(format(["TERM": "xterm", "TMUX": "/tmp/tmux", "TERM_PROGRAM": "WezTerm"])).to(beNil())
            }

            it("gets the file in one sequence by the protocol of iTerm2, as large as it is") {
                let text = pot.base64EncodedString()
                expect(drawn("pot.png", on: .iTerm).0).to(
                    equal("\u{1B}]1337;File=inline=1;size=\(pot.count);width=15;height=5:\(text)\u{07}")
                )
            }

            it("gets it in pieces of 4,096 characters by the protocol of kitty") {
                let large = pot + Data(count: 5_000)
                stage.server.change { $0.media.files["pot.png"] = large }
                let pieces = drawn("pot.png", on: .kitty).0.components(separatedBy: "\u{1B}\\")
                let text = large.base64EncodedString()
                expect(pieces).to(
                    equal([
                        "\u{1B}_Ga=T,f=100,t=d,i=1,p=1,q=2,C=1,c=15,r=5,m=1;\(text.prefix(4_096))",
                        "\u{1B}_Gm=0;\(text.dropFirst(4_096))",
                        "",
                    ])
                )
            }

            it("gets no JPEG by the protocol of kitty, but by that of iTerm2") {
                let (none, problem) = drawn("river.jpg", on: .kitty)
                expect(none).to(beEmpty())
                expect(problem).to(contain("(not shown: this terminal shows PNG only)"))
                let (sequence, _) = drawn("river.jpg", on: .iTerm)
                expect(sequence).to(contain("width=3;height=1:"))
            }
        }

        describe("a file") {
            it("tells its kind and its size in its beginning, and nothing where it is cut") {
                let gif = Data("GIF89a".utf8) + [0x2C, 0x01, 0xC8, 0x00]
                let webp = Data("RIFF    WEBP".utf8)
                for (data, kind, size) in [
                    (pot, ImageFile.Kind.png, [120, 90]), (SampleImages.jpeg, .jpeg, [24, 16]),
                    (gif, .gif, [300, 200]),
                    (webp, .webp, nil), (pot.prefix(20), .png, nil), (SampleImages.jpeg.prefix(100), .jpeg, nil),
                    (gif.prefix(9), .gif, nil), (Data(pot.prefix(18)) + Data(count: 6), .png, nil),
                    (Data("GIF".utf8), nil, nil), (Data(), nil, nil),
                ] as [(Data, ImageFile.Kind?, [Int]?)] {
                    expect(ImageFile(data).kind).to(kind.map { equal($0) } ?? beNil())
                    expect(ImageFile(data).size.map { [$0.width, $0.height] }).to(size.map { equal($0) } ?? beNil())
                }
            }
        }

        describe("the bytes of an image") {
            it("are fetched once, however often its page is opened") {
                let screen = open("pot.png")
                stage.scheduler.advance(by: .seconds(1))
                for _ in 0..<3 {
                    _ = screen.press(.escape)
                    _ = screen.press(.control("v"))
                    stage.scheduler.advance(by: .seconds(1))
                }
                expect(screen.canvas.value.overlay).toNot(beNil())
                expect(requests(of: "pot.png")).to(equal(1))
            }

            it("are fetched again after a failure that may pass, later each time") {
                put("pot.png", in: stage)
                stage.signIn()
                stage.scheduler.advance(by: .seconds(1))
                stage.network.isUp = false
                let screen = open("pot.png")
                stage.scheduler.advance(by: .seconds(10))
                expect(text(screen)).to(contain("(not shown: "))
                stage.network.isUp = true
                stage.scheduler.advance(by: .seconds(20))
                expect(screen.canvas.value.overlay).toNot(beNil())
                expect(requests(of: "pot.png")).to(equal(1))
            }

            it("are asked for by a login, small, and otherwise as the homeserver knows it") {
                stage.server.change { $0.media.hasThumbnails = false }
                let new = open("river.jpg")
                stage.scheduler.advance(by: .seconds(1))
                func requests() -> [String] { stage.network.requests.filter { $0.hasSuffix("river.jpg") } }
                func paths(_ names: [String]) -> [String] {
                    names.map { "GET /_matrix/\($0)/sample.example/river.jpg" }
                }
                let forms = ["client/v1/media/thumbnail", "media/v3/thumbnail", "media/v3/download"]
                expect(requests()).to(equal(paths(forms + ["client/v1/media/download"])))
                expect(new.canvas.value.overlay).toNot(beNil())

                stage = Stage()
                stage.server.change { $0.media.isOld = true }
                let old = open("river.jpg")
                stage.scheduler.advance(by: .seconds(1))
                expect(requests()).to(equal(paths(["client/v1/media/thumbnail", "media/v3/thumbnail"])))
                expect(old.canvas.value.overlay).toNot(beNil())
            }

            it("show their progress") {
                stage.server.change {
                    $0.media.pace = .milliseconds(100)
                    $0.media.files["pot.png"] = pot + Data(count: 30_000)
                }
                let screen = open("pot.png")
                let subscription = screen.canvas.observe { _ in }
                stage.scheduler.advance(by: .milliseconds(250))
                expect(text(screen)).to(match("\\(fetching, [1-9][0-9] %\\)"))
                stage.scheduler.advance(by: .seconds(1))
                expect(text(screen)).toNot(contain("etching"))
                subscription.cancel()
            }

            it("are kept on disk for the next run, in a folder of their owner's") {
                let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
                let images = folder.appendingPathComponent("images")
                defer { try? FileManager.default.removeItem(at: folder) }
                stage = Stage(imagesIn: images)
                /// Lets time pass until the image is there: the disk is none of the scheduler's.
                func showImage() async throws {
                    stage.chat.dispatcher.dispatch(ShowImage(address: "mxc://sample.example/pot.png"))
                    for _ in 0..<2_000 {
                        if case .loaded = stage.chat.image.state.value?.status { break }
                        stage.scheduler.advance(by: .milliseconds(20))
                        try await Task.sleep(for: .milliseconds(2))
                    }
                    expect(stage.chat.image.state.value?.status).to(equal(.loaded(ImageFile(pot))))
                }
                stage.signIn()
                try await showImage()
                try await stage.restart()
                stage.scheduler.advance(by: .seconds(1))
                try await showImage()
                expect(requests(of: "pot.png")).to(equal(1))
                let attributes = try FileManager.default.attributesOfItem(atPath: images.path)
                expect(attributes[.posixPermissions] as? Int).to(equal(0o700))
            }
        }
    }
}
