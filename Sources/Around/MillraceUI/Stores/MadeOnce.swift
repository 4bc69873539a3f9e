/// An object that a view owns: it is made when it is first asked for, and then kept.
///
/// SwiftUI keeps this for the place of the view, and makes one anew, which it drops, each time that the view's value is
/// made. An empty one costs a small block, and registers no store.
@MainActor
package final class MadeOnce<Value> {
    private var made: Value?

    package nonisolated init() {}

    /// The value.
    ///
    /// - Parameter make: Makes it; called once.
    package func value(_ make: () -> Value) -> Value {
        if let made { return made }
        let value = make()
        made = value
        return value
    }
}
