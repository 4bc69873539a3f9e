// The names that the examples in doc comments of this module use, for .ci/documentation.
let bytes = Array(#"{"a": "b", "c": "d"}"#.utf8)
