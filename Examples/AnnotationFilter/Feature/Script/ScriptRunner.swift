import Millrace
import MillraceHistory

/// Carries out a script, line by line, by the same actions and through the same dispatcher as the screen.
///
/// A line that cannot be carried out is reported, and the next one is run.
public final class ScriptRunner {
    private let store: AnnotationFilterStore
    private let undo: UndoHistory
    private let source: String
    private let asJSON: Bool
    private let answer: ([String]) -> Void
    private let report: (String) -> Void
    private let sets: FilterSets
    private var setNames: [String] = []
    private var older = Sheet.empty
    private var lineNumber = 0

    /// The exit status: 0, or that of the first line that could not be carried out.
    public private(set) var exitCode: Int32 = 0

    /// Makes a runner at the first line of a script.
    ///
    /// - Parameters:
    ///   - store: What the script acts upon.
    ///   - undo: What can be undone.
    ///   - source: What reports call the script.
    ///   - asJSON: Whether answers are JSON objects.
    ///   - sets: Where filters are saved.
    ///   - answer: Receives the lines of each answer.
    ///   - report: Receives what went wrong, and notices about files that are opened.
    public init(
        for store: AnnotationFilterStore,
        undo: UndoHistory,
        source: String,
        asJSON: Bool = false,
        sets: FilterSets = FilterSets(),
        answer: @escaping ([String]) -> Void,
        report: @escaping (String) -> Void
    ) {
        self.store = store
        self.undo = undo
        self.source = source
        self.asJSON = asJSON
        self.sets = sets
        self.answer = answer
        self.report = report
    }

    /// Runs the next line, and returns when it is done: a file that it opens is open then.
    public nonisolated(nonsending) func run(_ line: String) async {
        lineNumber += 1
        do {
            guard let command = try ScriptCommand.parse(line) else { return }
            try await carryOut(command)
            guard let answer = self.answer(to: command) else { return }
            self.answer(asJSON ? try answer.json() : answer.text)
        } catch {
            fail("\(error)", (error as? SheetError)?.exitCode ?? 65)
        }
    }

    /// Carries out a command, as a line of a script would. Throws why it cannot be.
    public nonisolated(nonsending) func carryOut(_ command: ScriptCommand) async throws {
        let dispatcher = store.dispatcher
        switch command {
        case .group(let group): dispatcher.dispatch(SelectGroup(group))
        case .toggle(let value, let group): dispatcher.dispatch(ToggleFilter(try filter(value, in: group)))
        case .search(let text): dispatcher.dispatch(Search(text))
        case .open(let paths): try await open(OpenFile(paths))
        case .add(let path): try await open(OpenFile(path, adding: true))
        case .switchFilters(let change, let group):
            dispatcher.dispatch(SwitchFilters(change, in: group ?? store.state.value.selectedGroup))
        case .dates(let dates): dispatcher.dispatch(SelectDates(dates))
        case .replies(let areShown): dispatcher.dispatch(ShowReplies(areShown))
        case .sort(let column, let isDescending):
            arrange { ($0.sorting, $0.isDescending) = (column, isDescending) }
        case .grouping(let column): arrange { $0.grouping = column }
        case .columns(let columns): arrange { $0.columns = columns }
        case .clear: dispatcher.dispatch(ClearFilters())
        case .undo: try dispatch(Undo(), if: undo.canUndo, orSay: "undo")
        case .redo: try dispatch(Redo(), if: undo.canRedo, orSay: "redo")
        case .read(let name):
            guard store.state.value.sheet.annotations.contains(where: { $0.id == name }) else {
                throw ScriptError.unknownAnnotation(name)
            }
        case .export(let format, let path): try ExportFile.write(store.state.value, as: format, to: path)
        case .save(let name): try sets.save(store.state.value.query, as: name)
        case .use(let name):
            guard let query = try sets.query(named: name) else {
                throw ScriptError.unknownSet(name, known: try sets.names())
            }
            dispatcher.dispatch(UseFilters(query))
        case .sets: setNames = try sets.names()
        case .compare(let path?):
            guard store.state.value.sheet.names.isEmpty else { throw ScriptError.severalSheets }
            older = try XFDFFileService().sheet(at: path)
        case .compare(nil):
            if store.state.value.sheet.names.isEmpty { throw ScriptError.oneSheet }
        case .show, .count, .filters, .notices, .totals: break
        }
    }

    private func dispatch(_ action: some Action, if isThere: Observable<Bool>, orSay what: String) throws(ScriptError) {
        guard isThere.value else { throw .nothing(to: what) }
        store.dispatcher.dispatch(action)
    }

    /// What a command that was carried out is answered with; nil where it is no question.
    public func answer(to command: ScriptCommand) -> ScriptAnswer? {
        ScriptAnswer(to: command, in: store.state.value, sets: setNames, older: older)
    }

    private func arrange(_ change: (inout Arrangement) -> Void) {
        var arrangement = store.state.value.arrangement
        change(&arrangement)
        store.dispatcher.dispatch(Arrange(arrangement))
    }

    private func filter(_ value: String, in group: FilterGroup?) throws(ScriptError) -> Filter {
        let state = store.state.value
        let filter = Filter(group ?? state.selectedGroup, value)
        if let known = state.sheet.index.known(filter) { return known }
        let known = state.sheet.index.filters(in: filter.group).map(\.value)
        throw .unknownFilter(value, in: filter.group, known: known)
    }

    private nonisolated(nonsending) func open(_ action: OpenFile) async throws {
        store.dispatcher.dispatch(action)
        let state = try await store.state.wait { $0.opening == nil }
        if let problem = state.problem { throw problem }
        for notice in state.sheet.notices {
            report(notice.sheet == nil ? "\(state.sheet.file): \(notice)" : "\(notice)")
        }
    }

    private func fail(_ what: String, _ code: Int32) {
        report("\(source), line \(lineNumber): \(what)")
        if exitCode == 0 { exitCode = code }
    }
}
