import Millrace

/// The store of the example, which changes an ``AnnotationFilterState``.
public typealias AnnotationFilterStore = Store<AnnotationFilterState>

extension Store where State == AnnotationFilterState {
    /// Makes the store and registers its handlers.
    ///
    /// - Parameters:
    ///   - sheet: The sheet that is open at first.
    ///   - dispatcher: The dispatcher of the actions. It needs a scheduler if files are to be opened.
    ///   - sheets: Opens files.
    public convenience init(
        showing sheet: Sheet,
        on dispatcher: Dispatcher,
        sheets: some SheetService = XFDFFileService()
    ) {
        self.init(AnnotationFilterState(sheet: sheet), on: dispatcher, name: "AnnotationFilterStore") { store in
            store.on(SelectGroup.self) { state, action in
                state.selectedGroup = action.group
            }
            store.on(Refine.self) { state, action in
                state.refine(action)
            }
            store.onOpening(sheets)
            store.onEditing()
        }
    }

    /// Opening a file takes time, and may fail or be cancelled. What is open stays until it has been read.
    private func onOpening(_ sheets: some SheetService) {
        on(OpenFile.self) { state, action in
            let (paths, first) = (action.paths, action.isAdding && !state.sheet.file.isEmpty ? state.sheet : nil)
            let path = paths.joined(separator: ", ")
            state.opening = .init(path: path)
            state.problem = nil
            return .run("open", .latest) { send in
                var list = first
                for (number, path) in paths.enumerated() {
                    for try await event in sheets.open(path) {
                        switch event {
                        case .progress(let percent):
                            send(OpeningProgressed(percent: (number * 100 + percent) / paths.count))
                        case .began(let sheet): if paths.count == 1 { send(SheetBegun(sheet: sheet)) }
                        case .opened(let sheet): list = list?.joined(with: sheet) ?? sheet
                        }
                    }
                }
                if let list { send(SheetOpened(sheet: list)) }
            } catching: {
                OpeningFailed(problem: $0 as? SheetError ?? .unreadable(file: path, reason: "\($0)"))
            }
        }
        on(CancelOpening.self) { state, _ in
            state.opening = nil
            return .cancel("open")
        }
        on(OpeningProgressed.self) { state, action in
            state.opening?.percent = action.percent
        }
        on(SheetBegun.self) { state, action in
            if state.sheet == .empty { state.opening?.beginning = action.sheet }
        }
        on(SheetOpened.self) { state, action in
            // What the user asks of the beginning of a sheet is asked of all of it.
            let isGoingOn = state.opening?.beginning != nil
            (state.sheet, state.edits) = (action.sheet, SheetEdits())
            if isGoingOn { state.query.keep(to: action.sheet.index) } else { state.query = FilterQuery() }
            (state.opening, state.problem) = (nil, nil)
        }
        on(OpeningFailed.self) { state, action in
            (state.opening, state.problem) = (nil, action.problem)
        }
    }
}

extension AnnotationFilterState {
    fileprivate mutating func refine(_ action: Refine) {
        switch action {
        case .toggle(let filter):
            if let filter = listed.index.known(filter) { query.toggle(filter) }
        case .switchFilters(let change, let group):
            let filters = Set(listed.index.filters(in: group ?? selectedGroup))
            switch change {
            case .all: query.active.formUnion(filters)
            case .none: query.active.subtract(filters)
            case .invert: query.active.formSymmetricDifference(filters)
            }
        case .search(let text): query.search = text
        case .dates(let dates): query.dates = dates
        case .replies(let areShown): query.hidesReplies = !areShown
        case .use(let saved):
            query = saved
            query.keep(to: listed.index)
        case .clear: query = FilterQuery()
        case .sort(let column, let isDescending):
            (arrangement.sorting, arrangement.isDescending) = (column, isDescending)
        case .grouping(let column): arrangement.grouping = column
        case .columns(let columns): arrangement.columns = columns
        }
    }
}
