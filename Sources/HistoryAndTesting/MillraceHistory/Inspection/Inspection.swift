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
    private let begin: (@escaping (Data) throws -> Void, @escaping (RecordingError) -> Void) -> InspectionRecorder

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
        begin = { write, onFailure in
            InspectionRecorder(
                on: first.dispatcher,
                inspecting: first,
                repeat each others,
                rules: rules,
                to: write,
                onFailure: onFailure
            )
        }
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
        begin(write, onFailure)
    }
}
