import Millrace

/// What is on the screen, as a value.
public enum ToDoView: Equatable, Sendable {
    /// The list.
    case list(ListView)
    /// A form over it.
    case form(FormView)
}

extension ToDoList {
    /// What the list shows, also below a form.
    public func listView(at present: Observable<Present>) -> Observable<ListView> {
        combine(items.state, wireframe.options.state, present)
            .map { state, options, present in ListView(of: state.items, options, at: present) }
            .removeDuplicates()
    }

    /// What is on the screen.
    public func view(_ listView: Observable<ListView>, at present: Observable<Present>) -> Observable<ToDoView> {
        combine(wireframe.top, items.state, listView, present).map { top, state, list, present in
            switch top {
            case .list: .list(list)
            case .form(.new, let form): .form(FormView(form, of: nil, at: present))
            case .form(.item(let id), let form): .form(FormView(form, of: state.items[id: id], at: present))
            }
        }
        .removeDuplicates()
    }
}
