/// The context that the DSL and `expect` find around them: a spec that is being defined, or a running example.
///
/// It is a task-local value, so that specs need no global state, and tasks that an example starts report to that
/// example.
package enum SpecContext: Sendable {
    case defining(Definition)
    case running(RunningExample)

    @TaskLocal package static var current: SpecContext?
}
