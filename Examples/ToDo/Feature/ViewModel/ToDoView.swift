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
        let (state, options) = (items.state, wireframe.options.state)
        // A minute in which nothing comes due makes no other list.
        let since = Observable.select { read in read(present).sinceLastDue(of: read(state).items) }
        return Observable.select { read in ListView(of: read(state).items, read(options), at: read(since)) }
    }

    /// What is on the screen.
    public func view(_ listView: Observable<ListView>, at present: Observable<Present>) -> Observable<ToDoView> {
        let (top, state) = (wireframe.top, items.state)
        return Observable.select { read in
            switch read(top) {
            case .list: .list(read(listView))
            case .form(.new, let form): .form(FormView(form, of: nil, at: read(present)))
            case .form(.item(let id), let form): .form(FormView(form, of: read(state).items[id: id], at: read(present)))
            }
        }
    }
}
