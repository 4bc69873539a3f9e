import Foundation

/// Measures rows, each in a process of its own: the heap is fresh, or used in a known way, and what one row leaves
/// behind is not in the way of the next.
struct Runner {
    let places: [Row.Place]
    let isQuick: Bool

    /// All rows are run once before any is run again, so that a slow minute of the machine shows as noise.
    private var passes: Int { isQuick ? 1 : 3 }

    func rows(of chosen: [Int]) throws -> [Row] {
        var samples: [Row.Heap: [Int: [Sample]]] = [:]
        for pass in 1...passes {
            if !isQuick { FileHandle.standardError.write(Data("benchmarks: pass \(pass) of \(passes)\n".utf8)) }
            for index in chosen {
                for heap in heaps(of: index, among: chosen) {
                    samples[heap, default: [:]][index, default: []].append(try sample(index, heap))
                }
            }
        }
        let rows = Row.Heap.allCases.flatMap { heap in
            chosen.compactMap { index in samples[heap]?[index].map { Row(places[index], heap, $0) } }
        }
        return rows.judged(aims)
    }

    /// What takes no time, or long, is measured once. A short run builds on a used heap once, to show that it works.
    private func heaps(of index: Int, among chosen: [Int]) -> [Row.Heap] {
        let place = places[index]
        if place.group == Table.memory || place.group == Table.feed { return [.fresh] }
        return isQuick && index != chosen.first ? [.fresh] : [.fresh, .used]
    }

    /// The aims are meant for a fresh heap.
    private func aims(of row: Row) -> [Aim] {
        let place = places.first { $0.group == row.group && $0.benchmark.name == row.name }
        return row.heap == .used ? [] : place?.benchmark.aims.filter { $0.size == nil || $0.size == row.size } ?? []
    }

    private func sample(_ index: Int, _ heap: Row.Heap) throws -> Sample {
        let process = Process()
        process.executableURL = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = ["--sample", "\(index)", heap.rawValue] + (isQuick ? ["--quick"] : [])
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(text: "the row “\(places[index].benchmark.name)” ended with \(process.terminationStatus)")
        }
        return try JSONDecoder().decode(Sample.self, from: data)
    }

    struct Failure: Error, CustomStringConvertible {
        let text: String
        var description: String { text }
    }
}
