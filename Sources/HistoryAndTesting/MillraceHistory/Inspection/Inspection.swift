import Foundation
import MillraceBase
import MillraceFlux

/// The parts of an app that the inspector sees: its stores and families of stores, as the app's root knows them.
///
/// ```swift
/// extension Chat {
///     public var inspection: Inspection { Inspection(of: session, rooms, conversations) }
/// }
///
/// let recorder = chat.inspection.record(to: newFile.write)
/// …
/// recorder.finish()
/// ```
///
/// It keeps them alive.
public struct Inspection {
    /// The dispatcher whose actions are recorded.
    package let dispatcher: Dispatcher

    /// Has a visitor see each of the stores and families, in the order in which they were handed in.
    package let visit: (any StateVisitor) -> Void

    private let rules: InspectionRules

    /// Names the stores and families that are seen. Nothing is recorded yet.
    ///
    /// - Parameters:
    ///   - first: A store or a family, on the dispatcher whose actions are recorded.
    ///   - others: Other stores and families on that dispatcher.
    ///   - rules: The rules for hidden parts.
    public init<each Part: StateHolding>(
        of first: some StateHolding,
        _ others: repeat each Part,
        rules: InspectionRules = InspectionRules()
    ) {
        dispatcher = first.dispatcher
        visit = { visitor in
            visitor.visit(any: first)
            for other in repeat each others { visitor.visit(any: other) }
        }
        self.rules = rules
    }

    /// Records all that happens from now on, as an ``InspectionRecorder`` does. Its `finish()` writes the end.
    ///
    /// - Parameters:
    ///   - write: Receives the lines, each with its line end. If it throws, the recording is over.
    ///   - onFailure: Called with each failure of writing. By default it goes to standard error.
    public func record(
        to write: @escaping (Data) throws -> Void,
        onFailure: @escaping (RecordingError) -> Void = { writeToStandardError("\($0)") }
    ) -> InspectionRecorder {
        InspectionRecorder(on: dispatcher, visiting: visit, rules: rules, to: write, onFailure: onFailure)
    }
}
