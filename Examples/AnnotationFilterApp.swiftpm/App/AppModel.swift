import AnnotationFilter
import Millrace
import MillraceApp
import MillraceHistory
import MillraceUI

/// The screens of the app.
enum Screen: Hashable {
    case annotations
    case annotation(Annotation.ID)
    case filters
}

typealias Go = Navigate<Screen>

/// What the app consists of: the feature's store with what can be undone, and the route.
@MainActor
final class AppModel {
    let filter: ObservedStore<AnnotationFilterState>
    let route: ObservedRoute<Screen>

    /// What the feature shows: made by pure functions, from the state and its live views.
    let view: Observable<AnnotationFilterView>

    /// The annotations that it shows, for a table view.
    let list: LiveSheetList

    private let undo: UndoHistory

    /// Opens the sample, or nothing where that cannot be read.
    init() {
        let dispatcher = Dispatcher(on: .main)
        let sheet = (try? XFDFFileService().sample()) ?? .empty
        let store = AnnotationFilterStore(showing: sheet, on: dispatcher)
        undo = UndoHistory(of: store)
        let shown = store.shown(with: undo)
        (view, list) = (shown.view, shown.list)
        filter = ObservedStore(store)
        route = ObservedRoute(
            Store(Route<Screen>(.annotations), on: dispatcher, name: "route") { $0.handleNavigation() }
        )
    }
}
