// The names that the examples in doc comments of this module use, for .ci/documentation.
@MainActor final class Blocks {}
let bytes = Array(#"{"a": "b", "c": "d"}"#.utf8)
