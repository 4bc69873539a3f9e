import Foundation
import MillraceEntities
import MillraceTerminal

/// The program: reads samples or a schema, and writes models.
package struct EntityModelsProgram {
    /// Where files are. `-` is standard input.
    package struct Files {
        let read: (String) -> [UInt8]?
        let write: (String, String) -> Bool

        package init(read: @escaping (String) -> [UInt8]?, write: @escaping (String, String) -> Bool) {
            self.read = read
            self.write = write
        }

        /// The files of this machine. A file is replaced as a whole, or left as it is.
        package static var system: Files {
            Files(
                read: { name in
                    let data =
                        name == "-"
                        ? try? FileHandle.standardInput.readToEnd() ?? Data()
                        : try? Data(contentsOf: URL(fileURLWithPath: name))
                    return data.map(Array.init)
                },
                write: { name, text in
                    (try? Data(text.utf8).write(to: URL(fileURLWithPath: name), options: .atomic)) != nil
                }
            )
        }
    }

    private let files: Files

    package init(files: Files = .system) { self.files = files }

    /// Runs the program with the arguments behind its name. Returns what goes to standard output, without the last line
    /// break; nil if nothing does.
    package func run(_ arguments: [String]) throws(ProgramExit) -> String? {
        let options = try CommandLineOptions(arguments)
        let model = try model(options)
        if model.types.isEmpty { throw .badData("there is no object in what is read, so there is nothing to write") }
        let text = SwiftWriter.text(of: model, isMutable: options.isMutable)
        guard let output = options.output else { return String(text.dropLast()) }
        guard files.write(output, text) else { throw ProgramExit("\(output) cannot be written", exitCode: 73) }
        return nil
    }

    private func model(_ options: CommandLineOptions) throws(ProgramExit) -> Model {
        guard let schema = options.schema else {
            var samples: [Sample] = []
            for input in options.samples { samples.append(Sample(root: input.name, value: try value(of: input.file))) }
            return SampleInference.model(of: samples, roots: options.names, options.rules)
        }
        let document = try value(of: schema)
        do throws(ModelError) {
            return try JSONSchemaReader.model(of: document, as: options.names[0], options.rules)
        } catch {
            throw .badData("\(Self.name(of: schema)): \(error)")
        }
    }

    private func value(of file: String) throws(ProgramExit) -> FieldValue {
        guard let bytes = files.read(file) else {
            throw ProgramExit("\(Self.name(of: file)) cannot be read", exitCode: 66)
        }
        do throws(EntityError) {
            return try FieldValue(json: bytes)
        } catch {
            guard case .malformed(let line, let column, let what) = error.reason else {
                throw .badData("\(Self.name(of: file)): \(error)")
            }
            throw .badData("\(Self.name(of: file)):\(line):\(column): \(what)")
        }
    }

    private static func name(of file: String) -> String { file == "-" ? "standard input" : file }
}

extension ProgramExit {
    fileprivate static func badData(_ what: String) -> ProgramExit { ProgramExit(what, exitCode: 65) }
}
