import Millrace
import MillraceApp
import MillraceOffline

/// Which screens there are, which one the user sees, and the stores of those that have one. It knows no terminal.
public final class Wireframe {
    /// Where the user is.
    public let route: Store<Route<ToDoPlace>>
    /// The forms, each as long as its screen is there.
    public let forms: StoreFamily<Route<ToDoPlace>.Place, ToDoForm>
    /// What the list shows of all items.
    public let options: Store<ListOptions>
    /// The screen on top.
    public let top: Observable<TopScreen>

    /// Makes a wireframe that begins where the last run has ended, also in a form that was not finished.
    ///
    /// - Parameter journal: Keeps the place of the user, and what is typed. Nil to begin at the list.
    init(
        for items: Store<ToDoState>,
        at clock: WallClock,
        keptIn journal: Journal?
    ) throws(JournalError) {
        let route = Store(Route<ToDoPlace>(.list), on: items.dispatcher, name: "route") { $0.handleNavigation() }
        try journal?.keep(route) { $0.value(\.self, as: "route") }
        let forms = StoreFamily(of: route, screens: \.subject, name: "forms") { subject in
            let form = makeForm(for: subject, of: items.state.value, at: clock.present, on: items.dispatcher)
            journal?.keepMember(form) { $0.value(\.self, as: "draft") }
            return form
        }
        top = Observable { [route = route.state] read in
            let route = read(route)
            guard let subject = route.top.subject, let form = read(forms.state(of: route.topPlace)) else {
                return .list
            }
            return .form(subject, form)
        }
        options = makeListOptions(on: items.dispatcher)
        (self.route, self.forms) = (route, forms)
        // Whoever deletes an item, its form goes.
        items.state.observe(for: self) { wireframe, state in
            guard case .item(let id) = wireframe.route.state.value.top.subject, !state.items.contains(id: id) else {
                return
            }
            wireframe.goBack()
        }
    }

    /// Shows the form for a new item.
    public func showAdd() { route.dispatcher.dispatch(Go.push(.add, from: .list)) }

    /// Shows the form for an item.
    public func showDetail(of id: ToDoItem.ID) { route.dispatcher.dispatch(Go.push(.detail(id), from: .list)) }

    /// Goes back to the list. What was typed into the form is gone.
    public func goBack() { route.dispatcher.dispatch(Go.back) }

    /// Says something to the form on top.
    public func tell(_ action: some Action) { forms.dispatch(action, to: route.state.value.topPlace) }
}

/// A screen with what is its own.
public enum TopScreen: Equatable, Sendable {
    /// The list.
    case list
    /// A form, with what is typed.
    case form(FormSubject, ToDoForm)
}
