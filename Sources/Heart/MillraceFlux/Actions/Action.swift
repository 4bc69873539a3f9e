/// A value that names an intention, and not how it is carried out.
///
/// ```swift
/// struct ToggleFilter: Action, Equatable {
///     let name: String
/// }
/// ```
///
/// An action is routed by its type. It is `Sendable`, since the results of asynchronous work come back as actions.
public protocol Action: Sendable {}
