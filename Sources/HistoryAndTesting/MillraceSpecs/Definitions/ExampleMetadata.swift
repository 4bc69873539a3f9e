/// The metadata of the example for which a hook runs: `beforeEach { example in … }`.
public struct ExampleMetadata: Sendable, Equatable {
    /// The example's full sentence: the descriptions of its groups and its own.
    public let name: String
    /// The example's number in the run of its spec, from 0.
    public let index: Int
    /// The path of the file in which the example is written.
    public let file: String
    /// The line of the example's definition.
    public let line: Int
}
