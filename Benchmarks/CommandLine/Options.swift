import Foundation

/// What the command line asks for.
struct Options {
    enum Format { case text, json, markdown }

    private(set) var isQuick = false
    private(set) var errand: Errand?
    private var format = Format.text
    private var names: [String] = []
    private var source: String?
    private var former: String?

    init(_ arguments: some Sequence<String>) {
        var rest = arguments.makeIterator()
        func next(_ option: String) -> String {
            guard let argument = rest.next() else { fail("\(option) needs more words") }
            return argument
        }
        while let argument = rest.next() {
            switch argument {
            case "--quick": isQuick = true
            case "--json": format = .json
            case "--markdown": format = .markdown
            case "--from": source = next(argument)
            case "--compare": former = next(argument)
            case "--run": errand = .lane(next(argument), times: Int(next(argument)) ?? 1, of: next(argument))
            case "--sample":
                errand = .sample(Int(next(argument)) ?? 0, Row.Heap(rawValue: next(argument)) ?? .fresh)
            case "--help":
                print(usage)
                exit(0)
            case _ where argument.hasPrefix("-"): fail("unknown option \(argument)")
            default: names.append(argument)
            }
        }
    }

    func report() throws {
        let rows = try source.map { try load($0) } ?? measured()
        if let former {
            print(Comparison(from: try load(former), to: rows).text)
            return
        }
        switch format {
        case .text: print(TextReport(rows: rows).text)
        case .json: for row in rows { print(try json(row)) }
        case .markdown: print(MarkdownReport(rows: rows).text, terminator: "")
        }
    }

    private func measured() throws -> [Row] {
        let places = Table.places
        let chosen = places.indices.filter { index in
            let title = "\(places[index].group)/\(places[index].title)"
            return names.isEmpty || names.contains { title.contains($0) }
        }
        if chosen.isEmpty { fail("no row is called \(names.joined(separator: ", "))") }
        return try Runner(places: places, isQuick: isQuick).rows(of: chosen)
    }

    private func load(_ file: String) throws -> [Row] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try Data(contentsOf: URL(fileURLWithPath: file)).split(separator: UInt8(ascii: "\n"))
            .map { try decoder.decode(Row.self, from: $0) }
    }

    private func json(_ row: Row) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return String(decoding: try encoder.encode(row), as: UTF8.self)
    }
}

/// What is done for one row alone.
enum Errand {
    /// Measures it, and prints the sample for the process that asks.
    case sample(Int, Row.Heap)

    /// Runs one lane, for a profiler.
    case lane(String, times: Int, of: String)

    func run(on places: [Row.Place], quick: Bool) throws {
        switch self {
        case .sample(let index, let heap):
            let place = places[index]
            let used = heap == .used ? UsedHeap() : nil
            let sample = Sample(of: place.benchmark.prepare(place.size ?? 0), quick: quick)
            print(String(decoding: try JSONEncoder().encode(sample), as: UTF8.self))
            withExtendedLifetime(used) {}
        case .lane(let name, let times, let title):
            guard let place = places.first(where: { $0.title == title || $0.benchmark.name == title }) else {
                fail("no row is called \(title)")
            }
            let scene = place.benchmark.prepare(place.size ?? 0)
            guard let lane = scene.lanes.first(where: { $0.name == name })?.lane else {
                fail("“\(title)” has no lane \(name)")
            }
            lane(times)
        }
    }
}
