extension Place where Value: Equatable {
    /// Whether the value differs from the last one, which it takes the place of.
    @inline(__always)
    func takes(_ present: Value) -> Bool {
        if value == present { return false }
        value = present
        return true
    }
}

/// Ten closures that each read a field where it lies, and add where it differs from the last time.
func watchers(of panel: Place<Panel>, _ sum: Sum) -> [Sink] {
    let now = panel.value
    let (title, query, status) = (Place(now.title), Place(now.query), Place(now.status))
    let (page, pages, selection) = (Place(now.page), Place(now.pages), Place(now.selection))
    let (zoom, isActive) = (Place(now.zoom), Place(now.isActive))
    let (authors, visible) = (Place(now.authors), Place(now.visible))
    return [
        Sink { _ in if title.takes(panel.value.title) { sum.add(title.value.count) } },
        Sink { _ in if query.takes(panel.value.query) { sum.add(query.value.count) } },
        Sink { _ in if status.takes(panel.value.status) { sum.add(status.value.count) } },
        Sink { _ in if page.takes(panel.value.page) { sum.add(page.value) } },
        Sink { _ in if pages.takes(panel.value.pages) { sum.add(pages.value) } },
        Sink { _ in if selection.takes(panel.value.selection) { sum.add(selection.value ?? 0) } },
        Sink { _ in if zoom.takes(panel.value.zoom) { sum.add(Int(zoom.value)) } },
        Sink { _ in if isActive.takes(panel.value.isActive) { sum.add(isActive.value ? 1 : 0) } },
        Sink { _ in if authors.takes(panel.value.authors) { sum.add(authors.value.count) } },
        Sink { _ in if visible.takes(panel.value.visible) { sum.add(visible.value.count) } },
    ]
}

/// The same as one would have written it: listeners of the whole state that remember a field.
func writtenWatchers(_ sum: Sum) -> [(Panel) -> Void] {
    func watch<Field: Equatable>(
        _ field: @escaping (Panel) -> Field,
        _ receive: @escaping (Field) -> Void
    ) -> (Panel) -> Void {
        var last: Field?
        return { panel in
            let present = field(panel)
            if present == last { return }
            last = present
            receive(present)
        }
    }
    return [
        watch({ $0.title }, { sum.add($0.count) }),
        watch({ $0.query }, { sum.add($0.count) }),
        watch({ $0.status }, { sum.add($0.count) }),
        watch({ $0.page }, { sum.add($0) }),
        watch({ $0.pages }, { sum.add($0) }),
        watch({ $0.selection }, { sum.add($0 ?? 0) }),
        watch({ $0.zoom }, { sum.add(Int($0)) }),
        watch({ $0.isActive }, { sum.add($0 ? 1 : 0) }),
        watch({ $0.authors }, { sum.add($0.count) }),
        watch({ $0.visible }, { sum.add($0.count) }),
    ]
}

/// A store as one would have written it: a pure function, and listeners of the state that it returns.
final class ReducerStore {
    private(set) var state = Panel() { didSet { for listener in listeners { listener(state) } } }
    var listeners: [(Panel) -> Void] = []

    func dispatch(_ action: Any) { state = reduce(state, action) }

    private func reduce(_ state: Panel, _ action: Any) -> Panel {
        var state = state
        switch action {
        case let turn as Turn: state.page = turn.page
        default: break
        }
        return state
    }
}
