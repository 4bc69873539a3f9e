/// A value that says what is to happen, and not how.
///
/// ```swift
/// struct ToggleFilter: Action, Equatable {
///     let name: String
/// }
/// ```
///
/// An action is routed by its type. It is `Sendable`, since the results of asynchronous work come back as actions.
public protocol Action: Sendable {}
