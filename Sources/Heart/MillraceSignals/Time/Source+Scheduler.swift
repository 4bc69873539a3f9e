extension Source {
    /// Learns from a scheduler where this source lives.
    @usableFromInline
    package final func learnsHome(from scheduler: some Scheduler) {
        if let actor = scheduler.isolation { learnsHome(ofScheduler: actor) }
    }
}
