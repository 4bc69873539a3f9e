import Millrace

/// The store of the example, which changes an ``AnnotationFilterState``.
public typealias AnnotationFilterStore = Store<AnnotationFilterState>

extension Store where State == AnnotationFilterState {
    /// Makes the store and registers its handlers.
    ///
    /// - Parameters:
    ///   - sheet: The sheet that is open at first.
    ///   - dispatcher: The dispatcher of the actions. It needs a scheduler if files are to be opened.
    ///   - filters: Computes the result of a query on a sheet.
    ///   - sheets: Opens files.
    public convenience init(
        showing sheet: Sheet,
        on dispatcher: Dispatcher,
        filters: some FilterService = IndexedFilterService(),
        sheets: some SheetService = XFDFFileService()
    ) {
        var initial = AnnotationFilterState()
        initial.show(sheet, filters)
        self.init(initial, on: dispatcher, name: "AnnotationFilterStore") { store in
            store.on(SelectGroup.self) { state, action in
                state.selectedGroup = action.group
            }
            store.on(ToggleFilter.self) { state, action in
                guard let filter = state.sheet.index.known(action.filter) else { return }
                state.query.toggle(filter)
                state.filter(filters)
            }
            store.on(SwitchFilters.self) { state, action in
                let ofGroup = Set(state.sheet.index.filters(in: action.group))
                switch action.change {
                case .all: state.query.active.formUnion(ofGroup)
                case .none: state.query.active.subtract(ofGroup)
                case .invert: state.query.active.formSymmetricDifference(ofGroup)
                }
                state.filter(filters)
            }
            store.on(SelectDates.self) { state, action in
                state.query.dates = action.dates
                state.filter(filters)
            }
            store.on(ShowReplies.self) { state, action in
                state.query.hidesReplies = !action.areShown
                state.filter(filters)
            }
            store.on(UseFilters.self) { state, action in
                state.query = action.query
                state.query.active = Set(action.query.active.compactMap { state.sheet.index.known($0) })
                state.filter(filters)
            }
            store.on(Arrange.self) { state, action in
                state.arrangement = action.arrangement
            }
            store.on(ClearFilters.self) { state, _ in
                state.query = FilterQuery()
                state.filter(filters)
            }
            store.on(Search.self) { state, action in
                state.query.search = action.text
                state.filter(filters)
            }
            store.onOpening(filters, sheets)
        }
    }

    /// Opening a file takes time, and may fail or be cancelled.
    private func onOpening(_ filters: some FilterService, _ sheets: some SheetService) {
        on(OpenFile.self) { state, action in
            let path = action.path
            state.opening = .init(path)
            state.problem = nil
            return .run("open", .latest) { send in
                for try await event in sheets.open(path) {
                    switch event {
                    case .progress(let percent): send(OpeningProgressed(percent: percent))
                    case .opened(let sheet): send(SheetOpened(sheet))
                    }
                }
            } catching: {
                OpeningFailed($0 as? SheetError ?? .unreadable(file: path, reason: "\($0)"))
            }
        }
        on(CancelOpening.self) { state, _ in
            state.opening = nil
            return .cancel("open")
        }
        on(OpeningProgressed.self) { state, action in
            state.opening?.percent = action.percent
        }
        on(SheetOpened.self) { state, action in
            state.opening = nil
            state.show(action.sheet, filters)
        }
        on(OpeningFailed.self) { state, action in
            state.opening = nil
            state.problem = action.problem
        }
    }
}

extension AnnotationFilterState {
    /// Updates the result for the query and the sheet.
    fileprivate mutating func filter(_ filters: some FilterService) {
        result = filters.apply(query, to: sheet)
    }

    /// Opens a sheet, and clears the query, which belonged to the previous one.
    fileprivate mutating func show(_ sheet: Sheet, _ filters: some FilterService) {
        self.sheet = sheet
        query = FilterQuery()
        problem = nil
        filter(filters)
    }
}
