// Passing a change on to some dependents alone: to those that an index knows to read the change.

extension Node {
    /// Passes a change of this node on to some of its dependents. Its computation calls this, and then returns false,
    /// so that the others are left alone.
    ///
    /// The cost does not depend on how many other dependents there are.
    @usableFromInline
    package final func passOn(to dependents: [Node]) {
        version &+= 1
        withRunner { runner in
            for dependent in dependents where dependent.isLinked && !dependent.isDirty {
                dependent.isDirty = true
                if !dependent.isQueued { runner.queue.insert(dependent) }
            }
        }
    }
}
