/// The upstreams that a tracked observable has read last, in the order of its node's inputs. The observable owns them,
/// so that they live while somebody holds it; the node refers to them weakly.
final class HeldUpstreams {
    @exclusivity(unchecked) var list = GapBuffer<Unmanaged<Upstream>>()

    /// Runs on any thread: it passes its references on to be released and touches nothing else.
    deinit {
        guard list.count > 0 || list.hasRest else { return }
        withThread { thread in
            for index in 0..<list.count { thread.discard(list[index]) }
            for index in list.rest..<list.capacity { thread.discard(list[index]) }
            thread.releaseDiscarded()
        }
        list.deallocate()
    }
}
