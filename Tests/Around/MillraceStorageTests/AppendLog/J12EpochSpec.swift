import Foundation
import MillraceSpecs
import MillraceSimulation
import TestSupport

@testable import MillraceStorage

/// Law J12: a log whose folder was restored from a backup is in another epoch.
final class J12EpochSpec: Spec {
    func testSpec() {
        describe("a log on a simulated disk") {
            @TestState var disk = SimulatedDisk(seed: 1)

            func open(onDamage: LogDamagePolicy = .refuse, _ calls: FileSystem) throws -> AppendLog {
                try LogReading.open(syncing: .eachRecord, onDamage: onDamage, calls).log
            }
            /// Opens it in the next process, and adds a record. Returns the epoch.
            @discardableResult
            func run(_ behaviour: DiskBehaviour = DiskBehaviour()) throws -> UInt64? {
                let log = try open(disk.start(losing: .everything, behaviour))
                try log.append(Data("a".utf8))
                return log.epoch
            }

            it("stays in the first epoch, whatever happens to the process and the machine") {
                for seed in 0..<20 {
                    disk = SimulatedDisk(seed: UInt64(seed))
                    for loss in PowerLoss.allCases {
                        let log = try open(disk.start(losing: loss))
                        try log.append(Data("a".utf8))
                        let snapshot = log.beginSnapshot()
                        try snapshot.write(Data("b".utf8))
                        try snapshot.commit()
                        expect(log.epoch).to(beNil())
                    }
                }
            }

            it("is in another one where its files are others, and stays in that") {
                try run()
                let backup = disk.files
                try run()
                disk.files = backup
                guard let epoch = try run() else { return fail("the first epoch") }
                expect(try run()) == epoch
                disk.files = backup
                let next = try run()
                expect(next).notTo(beNil())
                expect(next).notTo(equal(epoch))
            }

            it("is in another one where only what has changed since was replaced, as by rsync") {
                try run()
                let backup = disk.files
                try run()
                let now = disk.files
                expect(backup["/log/origin"]) == now["/log/origin"]
                disk.replace { files in
                    for (name, bytes) in now where bytes != backup[name] { files[name] = backup[name] }
                }
                expect(try run()).notTo(beNil())
            }

            it("finds it out again where a crash has come between") {
                try run()
                let backup = disk.files
                for call in 1..<60 {
                    disk.files = backup
                    _ = try? run(DiskBehaviour(callsLeft: call))
                    expect(try run()).notTo(beNil())
                }
            }

            it("is in another one where the records behind a damage are not read") {
                try run()
                try run()
                disk.log["1.1.tail"] = nil
                let log = try open(onDamage: .openSoundPart, disk.start())
                expect(log.epoch).notTo(beNil())
            }

            it("is opened on a full disk, and finds it out there") {
                try run()
                disk.files = disk.files
                expect(try open(disk.start(DiskBehaviour(room: 0))).epoch).notTo(beNil())
                expect(try run()).notTo(beNil())
            }
        }

        describe("a log in a folder") {
            @TestState var folder = ""
            let parent = FileManager.default.temporaryDirectory.path

            beforeEach { folder = "\(parent)/millrace-epoch-\(UUID().uuidString)" }
            afterEach { shell("rm -rf '\(folder)' '\(folder)'.*") }

            /// Opens it, and adds a record. Returns the epoch.
            @discardableResult
            func run() throws -> UInt64? {
                let log = try AppendLog(URL(fileURLWithPath: folder), syncing: .eachRecord) { _ in }
                try log.append(Data("a".utf8))
                return log.epoch
            }

            it("stays in its epoch where the folder is renamed") {
                try run()
                shell("mv '\(folder)' '\(folder).new' && mv '\(folder).new' '\(folder)'")
                expect(try run()).to(beNil())
            }

            let ways = [
                "copying": "rm -rf F && cp -a F.backup F",
                "copying over it": "cp -a F.backup/. F",
                "unpacking": "rm -rf F && mkdir F && tar -C F -xpf F.tar",
                "unpacking over it": "tar -C F -xpf F.tar",
                "putting another folder in its place": "rm -rf F && mv F.backup F",
            ]
            for (name, way) in ways.sorted(by: { $0.key < $1.key }) {
                it("is in another one where it was restored by \(name)") {
                    try run()
                    shell("cp -a '\(folder)' '\(folder).backup' && tar -C '\(folder)' -cf '\(folder).tar' .")
                    try run()
                    try run()
                    shell(way.replacing("F", with: "'\(folder)'"))
                    let epoch = try run()
                    expect(epoch).notTo(beNil())
                    expect(try run()) == epoch
                }
            }
        }
    }
}

/// Runs a command, which must succeed.
private func shell(_ command: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    expect { try process.run() }.notTo(throwError())
    process.waitUntilExit()
    expect(process.terminationStatus) == 0
}
