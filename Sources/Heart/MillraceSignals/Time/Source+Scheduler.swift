extension Source {
    /// Learns from a scheduler where this source lives.
    @usableFromInline
    package final func learnHome(from scheduler: some Scheduler) {
        if let actor = scheduler.isolation { learnHome(ofScheduler: actor) }
    }
}
