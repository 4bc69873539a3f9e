import Millrace
import MillraceHistory

/// Carries out a script, line by line, by the same actions and through the same dispatcher as the screen.
///
/// A line that cannot be carried out is reported, and ends the script: see ``isGoing``.
public final class ScriptRunner {
    let store: AnnotationFilterStore
    private let undo: UndoHistory
    private let source: String
    private let asJSON: Bool
    private let answer: ([String]) -> Void
    private let report: (String) -> Void
    private let sets: FilterSets
    let editor: Editor
    /// Where edits are kept; nil where they are not.
    let journals: EditJournals?
    var isSaving = false

    /// The files that are read, merged and written.
    var files = SheetFiles()
    private var lineNumber = 0

    /// Whether lines behind one that cannot be carried out are run.
    private let keepsGoing: Bool

    /// The exit status: 0, or that of the first line that could not be carried out.
    public private(set) var exitCode: Int32 = 0

    /// Whether the next line is to be run. It is not behind a line that could not be carried out, so that nothing is saved
    /// which depends on that line; unless the script keeps going.
    public var isGoing: Bool { exitCode == 0 || keepsGoing }

    /// Makes a runner at the first line of a script.
    ///
    /// - Parameters:
    ///   - store: What the script acts upon.
    ///   - undo: What can be undone.
    ///   - source: What reports call the script.
    ///   - asJSON: Whether answers are JSON objects.
    ///   - keepsGoing: Whether lines behind one that cannot be carried out are run.
    ///   - sets: Where filters are saved.
    ///   - editor: Who edits.
    ///   - journals: Where edits are kept that are not saved; nil for nowhere.
    ///   - answer: Receives the lines of each answer.
    ///   - report: Receives what went wrong, and notices about files that are opened.
    public init(
        for store: AnnotationFilterStore,
        undo: UndoHistory,
        source: String,
        asJSON: Bool = false,
        keepsGoing: Bool = false,
        sets: FilterSets = FilterSets(),
        editor: Editor = Editor(),
        journals: EditJournals? = nil,
        answer: @escaping ([String]) -> Void,
        report: @escaping (String) -> Void
    ) {
        self.store = store
        self.undo = undo
        self.source = source
        (self.asJSON, self.keepsGoing) = (asJSON, keepsGoing)
        self.sets = sets
        (self.editor, self.journals) = (editor, journals)
        self.answer = answer
        self.report = report
    }

    /// Runs the next line, and returns when it is done: a file that it opens is open then.
    public nonisolated(nonsending) func run(_ line: String) async {
        lineNumber += 1
        do {
            guard let command = try ScriptCommand.parse(line) else { return }
            let answer = try await carryOut(command)
            if let remark = takeRemark() { report("\(source), line \(lineNumber): \(remark)") }
            if let answer { self.answer(try await answer.workedOut(asJSON: asJSON)) }
        } catch {
            fail("\(error)", (error as? SheetError)?.exitCode ?? 65)
        }
    }

    /// Carries out a command, as a line of a script would, and returns what it is answered with; nil where it is no
    /// question. Throws why it cannot be carried out.
    ///
    /// Files are read and written, and answers worked out, beside the caller. Where the task is cancelled meanwhile, this
    /// ends soon, and throws a `CancellationError`.
    @discardableResult
    public nonisolated(nonsending) func carryOut(_ command: ScriptCommand) async throws -> ScriptAnswer? {
        try await carryOut(command, in: state)
    }

    /// What the user should know of a command that was carried out.
    var remark: String?

    /// What the user should know of the last command that was carried out; nil where that is nothing.
    func takeRemark() -> String? {
        defer { remark = nil }
        return remark
    }

    /// What commands are about at present.
    var state: AnnotationFilterState { store.state.value }

    /// Carries out a command that was given in a state: what is asked or written is of that state.
    @discardableResult
    nonisolated(nonsending) func carryOut(
        _ command: ScriptCommand,
        in state: AnnotationFilterState
    ) async throws -> ScriptAnswer? {
        let dispatcher = store.dispatcher
        var (setNames, older) = ([String](), Sheet.empty)
        switch command {
        case .group(let group): dispatcher.dispatch(SelectGroup(group: group))
        case .toggle(let value, let group): dispatcher.dispatch(Refine.toggle(try filter(value, in: group)))
        case .refine(let action): dispatcher.dispatch(action)
        case .open(let paths): try await open(OpenFile(paths))
        case .add(let path): try await open(OpenFile([path], adding: true))
        case .undo: try dispatch(Undo(), if: undo.canUndo, orSay: "undo")
        case .redo: try dispatch(Redo(), if: undo.canRedo, orSay: "redo")
        case .read(let name):
            guard state.sheet[id: name] != nil else {
                throw ScriptError.unknownAnnotation(name)
            }
        case .export(let format, let path): try await ExportFile.write(state, as: format, to: path)
        case .keep(let name): try sets.save(state.query, as: name)
        case .edit(let command): try edit(command)
        case .save(let path): try await save(as: path)
        case .merge(let path): try await merge(with: path)
        case .use(let name): dispatcher.dispatch(Refine.use(try sets.query(named: name)))
        case .sets: setNames = try sets.names()
        case .compare(let path):
            if !state.sheet.names.isEmpty { throw ScriptError.severalSheets }
            older = try await files.read(path)
        case .show, .count, .filters, .notices, .totals, .edits, .conflicts: break
        }
        return ScriptAnswer(to: command, in: state, sets: setNames, older: older)
    }

    private func dispatch(_ action: some Action, if isThere: Observable<Bool>, orSay what: String) throws {
        guard isThere.value else { throw ScriptError.nothing(to: what) }
        store.dispatcher.dispatch(action)
        try journals?.synchronize()
    }

    private func filter(_ value: String, in group: FilterGroup?) throws(ScriptError) -> Filter {
        let filter = Filter(group ?? state.selectedGroup, value)
        if let known = state.sheet.index.known(filter) { return known }
        let known = state.sheet.index.filters(in: filter.group).map(\.value)
        throw .unknownFilter(value, in: filter.group, known: known)
    }

    private nonisolated(nonsending) func open(_ action: OpenFile) async throws {
        // Those of the sheets that stay open were reported before.
        let known = action.isAdding ? store.state.value.sheet.notices.count : 0
        store.dispatcher.dispatch(action)
        let state = try await store.state.wait { $0.opening == nil }
        if let problem = state.problem { throw problem }
        for notice in state.sheet.notices.dropFirst(known) {
            report(notice.sheet == nil ? "\(state.sheet.file): \(notice)" : "\(notice)")
        }
    }

    private func fail(_ what: String, _ code: Int32) {
        report("\(source), line \(lineNumber): \(what)")
        if exitCode == 0 { exitCode = code }
    }
}
