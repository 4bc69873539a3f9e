import Foundation
import Millrace
import MillraceHistory
import MillraceSpecs
import MillraceTerminal

@testable import AnnotationFilter

/// What takes time is done while the screen goes on, and can be stopped.
final class ScreenWorkSpec: Spec {
    /// A screen that shows a file, and what it asks for is carried out.
    @MainActor
    private final class Scene {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let store: AnnotationFilterStore
        let undo: UndoHistory
        let screen: AnnotationFilterScreen
        let work: ScreenWork

        init() throws {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(Self.text.utf8).write(to: folder.appending(path: "sheet.xfdf"))
            let sheet = try XFDFFileService().sheet(at: folder.appending(path: "sheet.xfdf").path)
            store = AnnotationFilterStore(showing: sheet, on: Dispatcher(on: .main))
            undo = UndoHistory(of: store)
            let size = Variable(TerminalSize(columns: 120, rows: 12))
            screen = AnnotationFilterScreen(store.shown(with: undo), size: size)
            let runner = ScriptRunner(
                for: store,
                undo: undo,
                source: "",
                sets: FilterSets(folder.appending(path: "sets.json")),
                answer: { _ in },
                report: { _ in }
            )
            work = ScreenWork(for: screen, by: runner)
        }

        static let text = xfdf("<ink name='a' page='0'/><text name='b' page='0'/>")

        func remove() throws { try FileManager.default.removeItem(at: folder) }

        func path(_ name: String) -> String { folder.appending(path: name).path }

        func press(_ keys: TerminalKey...) {
            for key in keys {
                switch screen.press(key) {
                case .draw, .quit: break
                case .dispatch(let action): store.dispatcher.dispatch(action)
                case .carryOut(let command): work.begin(command)
                case .stop: work.stop()
                }
            }
        }

        var text: [String] { screen.canvas.value.text }
        var status: String { text[10] }
    }

    @MainActor func testSpec() async {
        var scene: Scene!

        beforeEach { scene = try Scene() }
        afterEach { try scene.remove() }

        describe("writing a file") {
            it("goes on beside the screen, which then tells what came of it") {
                scene.press(.character("e"), .paste(scene.path("copy.csv")), .enter)
                expect(scene.status).to(beginWith("Writing /"))
                scene.press(.character(" "))
                expect(scene.store.state.value.query.active).to(equal([Filter(.kind, "ink")]))
                await scene.work.finished()
                expect(scene.status).to(equal("What is visible stands in \(scene.path("copy.csv"))."))
                // All that was visible when it was asked for.
                let written = try String(contentsOfFile: scene.path("copy.csv"), encoding: .utf8)
                expect(written.split(whereSeparator: \.isNewline)).to(haveCount(3))
            }

            it("is stopped with escape, and leaves no file behind") {
                for name in ["copy.csv", "copy.xfdf"] {
                    scene.press(.character("e"), .paste(scene.path(name)), .enter)
                    expect(scene.text[11]).to(beginWith(" esc  stop"))
                    scene.press(.escape)
                    await scene.work.finished()
                    expect(scene.status).to(equal("Stopped: nothing was written."))
                    expect(FileManager.default.fileExists(atPath: scene.path(name))).to(beFalse())
                    scene.press(.down)
                    expect(scene.status).to(equal("2 of 2 annotations"))
                }
            }

            it("is stopped where the program ends, before it ends") {
                scene.press(.character("e"), .paste(scene.path("copy.xfdf")), .enter)
                await scene.work.end()
                expect(scene.status).to(equal("Stopped: nothing was written."))
                expect(FileManager.default.fileExists(atPath: scene.path("copy.xfdf"))).to(beFalse())
            }
        }

        describe("comparing with a file") {
            /// A file whose bytes come when they are written to what ``opened(_:)`` gives.
            @MainActor func makeSlowFile() -> String {
                expect(mkfifo(scene.path("slow.xfdf"), 0o600)).to(equal(0))
                return scene.path("slow.xfdf")
            }

            /// The other end of a slow file, once it is being read. No thread waits for it.
            @MainActor func opened(_ path: String) async -> FileHandle {
                while true {
                    let file = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
                    if file >= 0 { return FileHandle(fileDescriptor: file, closeOnDealloc: true) }
                    await Task.yield()
                }
            }

            @MainActor func send(_ text: String, to file: FileHandle) throws {
                try file.write(contentsOf: Data(text.utf8))
                try file.close()
            }

            it("goes on beside the screen and other work, and then shows what differs") {
                let path = makeSlowFile()
                scene.press(.character("m"), .paste(path), .enter)
                expect(scene.status).to(equal("Comparing with \(path) …"))
                scene.press(.right)
                expect(scene.store.state.value.selectedGroup).to(equal(.author))
                let file = await opened(path)
                scene.press(.character("w"), .paste("mine"), .enter)
                expect(scene.status).to(equal("Working …"))
                while scene.status == "Working …" { await Task.yield() }
                expect(scene.status).to(equal("The filters are kept as \"mine\"."))
                scene.press(.down)
                expect(scene.status).to(equal("Comparing with \(path) …"))
                try send(xfdf("<ink name='a' page='1'/>"), to: file)
                await scene.work.finished()
                expect(scene.text.prefix(2)).to(
                    equal([
                        "~ p. 1 | ink | (no author) | page: \"2\" → \"1\"", "+ p. 1 | text | (no author) |",
                    ])
                )
            }

            it("does not disturb who is typing when it is done") {
                let path = makeSlowFile()
                scene.press(.character("m"), .paste(path), .enter, .character("/"), .character("i"))
                try send(xfdf("<ink name='a' page='1'/>"), to: await opened(path))
                await scene.work.finished()
                expect(scene.text[0]).to(beginWith("Filters"))
                scene.press(.character("n"))
                expect(scene.status).to(equal("Search: in"))
                expect(scene.store.state.value.query.search).to(equal("in"))
                scene.press(.enter)
                expect(scene.text[0]).to(beginWith("~ p. 1"))
                scene.press(.escape, .character("e"), .paste(scene.path("copy.csv")), .enter, .character("/"))
                await scene.work.finished()
                scene.press(.character("k"))
                expect(scene.status).to(equal("Search: ink"))
                scene.press(.enter)
                expect(scene.status).to(beginWith("What is visible stands in "))
            }

            it("is stopped with escape") {
                let path = makeSlowFile()
                scene.press(.character("m"), .paste(path), .enter)
                let file = await opened(path)
                scene.press(.escape)
                try send(Scene.text, to: file)
                await scene.work.finished()
                expect(scene.status).to(equal("Stopped."))
            }

            it("tells why it cannot be done") {
                scene.press(.character("m"), .paste("/nowhere/a.xfdf"), .enter)
                await scene.work.finished()
                expect(scene.status).to(contain("/nowhere/a.xfdf: cannot be read: there is no such file"))
            }
        }

        describe("an answer") {
            it("shows its beginning where it is too long to be read on a screen") {
                scene.screen.read((1...1_001).map { "line \($0)" })
                scene.press(.end)
                expect(scene.text[8...9].map { $0.prefix(9) }).to(equal(["line 1000", "… and 1 m"]))
                scene.screen.read((1...1_000).map { "line \($0)" })
                scene.press(.end)
                expect(scene.text[9]).to(beginWith("line 1000"))
            }
        }
    }
}
