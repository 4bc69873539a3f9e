import MillraceBase
public import MillraceStorage
public import MillraceTesting

extension SimulatedDisk {
    /// Begins the next run, of the program that a world makes: the exploration may end it at each call that changes
    /// something on the disk.
    ///
    /// ```swift
    /// try explorePrograms(ends: 1) { world in
    ///     let disk = SimulatedDisk(seed: 1)
    ///     try world.program("list") {
    ///         let dispatcher = Dispatcher(on: world.scheduler)
    ///         let files = disk.start(in: world)
    ///         let journal = try Journal(folder, on: dispatcher, syncing: .eachRecord, fileSystem: files)
    ///         …
    ///     }
    /// }
    /// ```
    ///
    /// Moments are compared by whether all is on the medium, and not by the bytes of the files, as long as what a program has
    /// written follows from its states. Where it does not, or where a program may end twice, have the bytes compared, too.
    ///
    /// - Parameters:
    ///   - world: The world that makes the program.
    ///   - losses: What a power failure may take, besides ends at which nothing is lost that was written.
    ///   - comparesBytes: Whether moments are compared by all that is on the disk: then there are more of them.
    /// - Returns: The file system of the new run.
    public func start(
        in world: World,
        mayLose losses: [PowerLoss] = [],
        comparingBytes comparesBytes: Bool = false
    ) -> FileSystem {
        let loss = loss.withLock { exchange(&$0, with: nil) }
        let (outside, ending, endsLeft) = (world.outside, world.ending, world.endsLeft)
        let fileSystem = start(losing: loss)
        onWrite = { [unowned self] call in
            guard endsLeft.withLock({ $0 }) > 0 else { return false }
            let names =
                ["", "the program ends at '\(call)'"] + losses.map { "the power fails at '\(call)', losing \($0)" }
            let choice = outside.choose(call, among: names)
            if choice == 0 { return false }
            endsLeft.withLock { $0 -= 1 }
            if choice > 1 { self.loss.withLock { $0 = losses[choice - 2] } }
            ending()
            return true
        }
        world.compare("disk") { [endsLeft] in
            if endsLeft.withLock({ $0 }) == 0 { return UInt64(1) }
            return comparesBytes ? self.digest : self.isSynchronized ? 1 : 0
        }
        return fileSystem
    }
}
