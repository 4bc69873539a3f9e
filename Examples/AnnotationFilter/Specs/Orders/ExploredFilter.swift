import Foundation
import Millrace
import MillraceHistory
import MillraceSimulation
import MillraceSpecs

@testable import AnnotationFilter

/// A filter that edits one of three sheets: a plan, a newer version of it, and another one.
final class ExploredFilter {
    static let (plan, newer, other) = ("/sheets/plan.xfdf", "/sheets/newer.xfdf", "/sheets/other.xfdf")

    let world: World
    let files: ExploredFiles
    let store: AnnotationFilterStore
    private let journals: EditJournals
    private let runner: ScriptRunner
    private var deeds = Deeds()

    /// What the user has done and read, as far as it decides what must be true.
    private struct Deeds {
        /// The replies to the plan.
        var replies: [String] = []

        /// Those of them of which the user has read that they are saved.
        var saved: Set<String> = []

        /// The path of the sheet that was asked for last.
        var wanted = ExploredFilter.plan

        /// Whether somebody else has added an annotation to the plan.
        var isPlanChanged = false
    }

    init(in world: World) throws {
        self.world = world
        files = ExploredFiles(
            in: world,
            [
                Self.plan: "<text name='a' page='0'/>", Self.newer: "<text name='a' page='0'/><ink name='b' page='0'/>",
                Self.other: "<ink name='c' page='0'/>",
            ]
        )
        let first = try XFDFReader.read(files.all[Self.plan] ?? Data(), file: Self.plan)
        store = AnnotationFilterStore(showing: first, on: Dispatcher(on: world.scheduler), sheets: files)
        let undo = UndoHistory(of: store)
        journals = EditJournals(
            of: store,
            in: URL(fileURLWithPath: "/edits"),
            fileSystem: SimulatedDisk(seed: 1).start(),
            makeFolder: { _ in },
            on: { Dispatcher(on: world.scheduler) },
            tell: { _ in }
        )
        runner = ScriptRunner(
            for: store,
            undo: undo,
            source: "",
            editor: .counting(),
            journals: journals,
            answer: { _ in },
            report: { _ in }
        )
        runner.files = files.sheetFiles
        world.compare("files") { [files] in files.all }
        world.compare("bytes that were opened") { [store] in store.state.value.sheet.origin?.data }
        world.compare("journals") { [journals] in journals.kept }
        world.compare("user") { [self] in deeds }
        world.compare("runner") { [runner] in runner.isSaving }
    }

    private var sheet: Sheet { store.state.value.sheet }

    // MARK: What the user may do

    func mayReply(times: Int = 1) {
        world.may("reply", times: times, if: { [self] in sheet.file == Self.plan }) { [self] in
            let text = "reply \(deeds.replies.count + 1)"
            if (try? runner.edit(.reply("a", text))) != nil { deeds.replies.append(text) }
        }
    }

    func maySave(times: Int = 1) {
        world.may("save", times: times, if: { [self] in sheet.file == Self.plan }) { [self] in
            let (me, replies) = (self, deeds.replies)
            world.scheduler.start {
                do {
                    try await me.runner.carryOut(.save(as: nil))
                    me.deeds.saved.formUnion(replies)
                } catch {}
            }
        }
    }

    func somebodyElseMayAdd() {
        world.may("somebody else adds an annotation") { [self] in
            deeds.isPlanChanged = true
            files.add("<ink name='theirs' page='0'/>", to: Self.plan)
        }
    }

    func mayOpen(_ path: String) {
        world.may("open \(Sheet.name(of: path))") { [self] in
            deeds.wanted = path
            store.dispatcher.dispatch(OpenFile([path]))
        }
    }

    func mayMerge() {
        world.may("merge newer.xfdf", if: { [self] in sheet.file == Self.plan }) { [self] in
            let me = self
            if store.state.value.opening == nil { deeds.wanted = Self.newer }
            world.scheduler.start {
                do {
                    try await me.runner.carryOut(.merge(Self.newer))
                } catch {
                    if me.deeds.wanted == Self.newer { me.deeds.wanted = me.sheet.file }
                }
            }
        }
    }

    // MARK: What the user says of it

    func mustKeepEdits() {
        world.always("what I am told is saved is in the file") { [self] in
            deeds.saved.allSatisfy { files.has($0, in: Self.plan) }
        }
        world.always("what I have replied is shown in the sheet that I edit") { [self] in
            let shown = Set(sheet.annotations.map(\.contents))
            return sheet.file == Self.other || deeds.replies.allSatisfy(shown.contains)
        }
        world.always("nothing that I have edited is lost") { [self] in
            let kept = Set(journals.kept.values.joined().compactMap(\.replyText))
            return deeds.replies.allSatisfy { reply in
                kept.contains(reply) || files.all.keys.contains { files.has(reply, in: $0) }
            }
        }
        world.atRest("the sheet that I opened last is shown, or I read why not") { [self] in
            store.state.value.problem != nil || sheet.file == deeds.wanted
        }
        world.atRest("where nothing is left to save, what is shown is what is in the file") { [self] in
            !store.state.value.edits.table.isEmpty || deeds.isPlanChanged || files.all[sheet.file] == sheet.origin?.data
        }
        world.atRest("nothing is opened or saved for ever") { [self] in
            store.state.value.opening == nil && !runner.isSaving
        }
    }
}
