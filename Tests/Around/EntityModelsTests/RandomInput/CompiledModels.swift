#if os(Linux)
import Foundation

@testable import EntityModels

/// Models that are compiled as a user would, with a program that decodes their samples: with Foundation's decoder, and
/// from a store that they were merged into.
struct CompiledModels {
    private var sources: [String] = []
    private var checks = ["dates(EntityDates.iso8601.decode, EntityDates.iso8601.encode)"]

    /// Adds models and their samples. Each has a name of its own.
    mutating func add(_ name: String, _ model: Model, samples: [String]) {
        // The types stand within another, since several models have a Pin; an extension cannot.
        let lines = SwiftWriter.text(of: model).split(separator: "\n", omittingEmptySubsequences: false).filter {
            !$0.hasPrefix("import ")
        }
        var body = lines.joined(separator: "\n")
        var extensions = ""
        if let start = body.range(of: "\nextension EntitySchema {"),
            let fields = body.range(of: "\nextension EntityField {"),
            let end = body.range(of: "\n}\n", range: fields.upperBound..<body.endIndex)
        {
            extensions = String(body[start.lowerBound..<end.upperBound])
            body.removeSubrange(start.lowerBound..<end.upperBound)
        }
        sources.append("import Foundation\nimport MillraceEntities\n\nenum Models\(name) {\n\(body)}\n\(extensions)")
        let root = Self.text(of: model.roots[0].type, "Models\(name).\(name)", model)
        let kind = model.roots[0].type.declared.flatMap(model.kind)
        let property = SwiftName.property(name)
        for sample in samples {
            checks.append("check(\(root).self, \(SwiftName.literal(sample)))")
            guard kind != nil, case .named = model.roots[0].type else { continue }
            checks.append("read(\(root).self, \(SwiftName.literal(sample)), .\(property), .\(property))")
        }
    }

    private static func text(of type: ModelType, _ name: String, _ model: Model) -> String {
        switch type {
        case .array(let element): "[\(text(of: element, name, model))]"
        case .optional(let inner): "\(text(of: inner, name, model))?"
        case .map(let element): "[String: \(text(of: element, name, model))]"
        case .anything: "JSONValue"
        default: name
        }
    }

    /// What the program does: it prints nothing unless something is wrong.
    private static let program = """
        import Foundation
        import MillraceEntities

        func decoder() -> JSONDecoder {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .custom { decoder in
                let text = try decoder.singleValueContainer().decode(String.self)
                let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
                return try Date(text, strategy: style)
            }
            return decoder
        }

        /// A sample is decoded; encoded and decoded again it is the same.
        func check<Value: Codable & Hashable>(_ type: Value.Type, _ sample: String) {
            do {
                let value = try decoder().decode(Value.self, from: Data(sample.utf8))
                let encoder = JSONEncoder()
                encoder.dateEncodingStrategy = .custom { date, encoder in
                    var container = encoder.singleValueContainer()
                    try container.encode(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
                }
                let again = try decoder().decode(Value.self, from: try encoder.encode(value))
                if again != value { print("\\(type): \\(sample) is encoded otherwise") }
            } catch {
                print("\\(type): \\(sample): \\(error)")
            }
        }

        /// Dates are read and written with all that they have.
        func dates(
            _ decode: @escaping @Sendable (any Decoder) throws -> Date,
            _ encode: @escaping @Sendable (Date, any Encoder) throws -> Void
        ) {
            let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
            decoder.dateDecodingStrategy = .custom(decode)
            encoder.dateEncodingStrategy = .custom(encode)
            let texts = ["2024-05-01T10:00:00Z", "2024-05-01T10:00:00.250Z", "1969-12-31T23:59:59.999999Z"]
            for text in texts {
                do {
                    let dates = try decoder.decode([Date].self, from: Data("[\\"\\(text)\\"]".utf8))
                    let again = String(decoding: try encoder.encode(dates), as: UTF8.self)
                    if again != "[\\"\\(text)\\"]" { print("\\(text) is written \\(again)") }
                } catch {
                    print("\\(text): \\(error)")
                }
            }
            if (try? decoder.decode([Date].self, from: Data("[\\"x\\"]".utf8))) != nil { print("x is a date") }
        }

        /// A sample is merged into a store, and read from there.
        func read<Value: Codable & Hashable & Identifiable>(
            _ type: Value.Type,
            _ sample: String,
            _ schema: EntitySchema,
            _ shape: EntityField
        ) {
            do {
                var store = EntityTable(schema: schema)
                for id in try store.merge(sample.utf8, as: shape) { _ = try store.read(Value.self, id) }
            } catch {
                print("\\(type): from a store: \\(sample): \\(error)")
            }
        }

        """

    /// Compiles and runs them, and returns what is wrong.
    func run() throws -> String {
        let products = try Self.products
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "CompiledModels-\(UUID().uuidString)"
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var files: [String] = []
        for (index, source) in (sources + [Self.program + checks.joined(separator: "\n") + "\n"]).enumerated() {
            let name = index < sources.count ? "models\(index).swift" : "main.swift"
            let file = folder.appendingPathComponent(name)
            try source.write(to: file, atomically: true, encoding: .utf8)
            files.append(file.path)
        }
        let objects = try ["MillraceEntities", "MillraceData", "MillraceJSON", "MillraceSignals", "MillraceBase"]
            .flatMap { module in
                let build = products.appendingPathComponent("\(module).build")
                // Objects of files that have been removed meanwhile stay in the folder, and are in no list.
                let sources = try? String(contentsOf: build.appendingPathComponent("sources"), encoding: .utf8)
                let listed = sources.map { list in
                    Set(list.split(separator: "\n").map { "\($0.split(separator: "/").last ?? "").o" })
                }
                return try FileManager.default.contentsOfDirectory(atPath: build.path)
                    .filter { $0.hasSuffix(".o") && listed?.contains($0) != false }
                    .sorted()
                    .map { build.appendingPathComponent($0).path }
            }
        let program = folder.appendingPathComponent("models").path
        let modules = products.appendingPathComponent("Modules").path
        // The declarations for C that the modules need where they are imported.
        let package = (0..<5).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let declarations = package.appendingPathComponent("Sources/Heart/MillraceRuntime/include").path
        let imports = ["-I", modules, "-I", declarations]
        let options = ["-swift-version", "6", "-warnings-as-errors", "-Onone", "-o", program] + imports
        let compiled = try Self.output(["swiftc"] + options + files + objects, in: folder)
        return compiled.isEmpty ? try Self.output([program], in: folder) : compiled
    }

    /// What a command says, whose temporary files are in a folder: the compiler leaves some behind.
    private static func output(_ command: [String], in folder: URL) throws -> String {
        let process = Process()
        process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 }
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        let status = process.terminationStatus
        return String(decoding: data, as: UTF8.self) + (status == 0 ? "" : "\(command[0]) ended with \(status)")
    }

    /// The folder with what this test bundle was built with: beside the bundle, or beside a folder around it.
    private static var products: URL {
        get throws {
            var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
            while folder.path != "/" {
                folder.deleteLastPathComponent()
                let module = folder.appendingPathComponent("Modules/MillraceEntities.swiftmodule")
                let objects = folder.appendingPathComponent("MillraceEntities.build")
                if [module, objects].allSatisfy({ FileManager.default.fileExists(atPath: $0.path) }) { return folder }
            }
            throw CompiledModelsError.noModules
        }
    }
}

/// Why models cannot be compiled.
enum CompiledModelsError: Error {
    /// No folder around the test bundle holds the modules and their objects.
    case noModules
}
#endif
