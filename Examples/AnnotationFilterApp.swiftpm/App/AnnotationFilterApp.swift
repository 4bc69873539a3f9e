import MillraceUI
import SwiftUI

/// The annotation filter on a phone: the feature of `Examples/AnnotationFilter`, its store and its views' contents as they
/// are, with screens of SwiftUI and UIKit.
@main
struct AnnotationFilterApp: App {
    @Owned private var model = AppModel()

    var body: some Scene {
        WindowGroup {
            RouteView(model.route) { place in
                switch place.screen {
                case .annotations: AnnotationList(model: model)
                case .annotation(let id): AnnotationDetails(model: model, id: id)
                case .filters: FilterList(model: model)
                }
            }
        }
    }
}
