import MillraceBase
import MillraceFlux

/// A visitor of stores and families, each with its own types: a history, a recording, or a tester.
package protocol StateVisitor: AnyObject {
    /// The method that a message names.
    var method: StaticString { get }

    func visit<State>(_ store: Store<State>)
    func visit<Key, State>(_ family: StoreFamily<Key, State>)
}

extension StateVisitor {
    /// Takes a store or a family. Anything else ends the process.
    package func visit(any holder: some StateHolding) {
        guard let part = holder as? any VisitedStates else {
            stop("\(method): a \(type(of: holder)) holds no states. To fix: hand in stores and families of stores.")
        }
        part.accept(self)
    }

    /// Ends the process, because two stores have one name.
    package func stopSecond(_ name: String) -> Never {
        stop(
            """
            \(method): two stores are called \(name). \
            To fix: name each with Store(_:on:name:), since recordings tell them apart by that.
            """
        )
    }
}

/// A store or a family.
private protocol VisitedStates: StateHolding {
    func accept(_ visitor: some StateVisitor)
}

extension Store: VisitedStates {
    fileprivate func accept(_ visitor: some StateVisitor) { visitor.visit(self) }
}

extension StoreFamily: VisitedStates {
    fileprivate func accept(_ visitor: some StateVisitor) { visitor.visit(self) }
}
