#if os(macOS) || os(Linux)
import Foundation
import Testing

@testable import MillraceCache

/// What becomes of a disk cache where the system has no more descriptors, and how many it takes.
@Suite struct DescriptorsTests {
    @Test("A removal is done, or it is an error, however few descriptors are left")
    func removing() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit(rlim_cur: 64, rlim_max: 64)
            #if os(Linux)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            #else
            setrlimit(RLIMIT_NOFILE, &limit)
            #endif
            var refusals = 0
            for free in 0...6 {
                let folder = TemporaryFolder()
                let former = await folder.open()
                for key in ["a", "b"] { try await former.insert(Data("1".utf8), for: key) }
                let cache = await folder.open()
                var held: [Int32] = []
                while case let descriptor = open("/dev/null", O_RDONLY), descriptor >= 0 { held.append(descriptor) }
                for _ in 0..<free { close(held.removeLast()) }
                var isRemoved = true
                do { try await cache.remove("a") } catch { isRemoved = false }
                for descriptor in held { close(descriptor) }
                refusals += isRemoved ? 0 : 1
                let later = await folder.open()
                #expect(await (later.data(for: "a") == nil) == isRemoved)
                #expect(await later.data(for: "b") == Data("1".utf8))
                // The same cache goes on, too.
                await later.close()
                try await cache.remove("a")
                #expect(await cache.data(for: "a") == nil)
                await cache.close()
            }
            #expect((1...6).contains(refusals))
        }
    }

    #if os(Linux)
    @Test("No file of a record stays open")
    func manyFiles() async throws {
        let folder = TemporaryFolder()
        func openFiles() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
                return target?.hasPrefix(folder.url.path) ?? false
            }
        }
        let cache = await folder.open()
        for number in 0..<50 { try await cache.insert(Data("\(number)".utf8), for: "\(number)") }
        #expect(try openFiles() <= 1)
        #expect(folder.files.count == 50)
        let later = await folder.open()
        for number in 0..<50 { #expect(await later.data(for: "\(number)") == Data("\(number)".utf8)) }
        try await later.flush()
        #expect(try openFiles() <= 1)
        await later.close()
        #expect(try openFiles() == 0)
    }
    #endif
}
#endif
