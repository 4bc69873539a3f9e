// The names that the examples in doc comments of this module use, for .ci/documentation.
@_exported import MillraceTesting

@MainActor final class Blocks {}
@MainActor let scheduler = TestScheduler()
