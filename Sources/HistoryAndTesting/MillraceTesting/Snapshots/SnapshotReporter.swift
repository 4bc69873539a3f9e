/// A reporter whose examples have snapshots of their own.
package protocol SnapshotReporter: TestReporter {
    /// Returns a snapshot of the running example; nil if there is no example, whose test then says where it is.
    static func snapshot(named name: String?) -> Result<Snapshot, NoSnapshot>?
}
