import Foundation
import MillraceEntities
import MillraceTerminal

/// The program: reads samples or a schema, and writes models.
package struct EntityModelsProgram {
    private let read: (String) -> [UInt8]?

    /// Creates the program.
    ///
    /// - Parameter read: Reads a file, of which `-` is standard input; nil if it cannot be read.
    package init(
        read: @escaping (String) -> [UInt8]? = { name in
            let data =
                name == "-"
                ? try? FileHandle.standardInput.readToEnd() ?? Data()
                : try? Data(contentsOf: URL(fileURLWithPath: name))
            return data.map(Array.init)
        }
    ) {
        self.read = read
    }

    /// Runs the program with the arguments behind its name. Returns the text for standard output, without the last line
    /// break.
    package func run(_ arguments: [String]) throws(ProgramExit) -> String {
        let options = try EntityModelsOptions(arguments)
        let model = try model(options)
        if model.types.isEmpty { throw .badData("there is no object in what is read, so there is nothing to write") }
        let text = SwiftWriter.text(
            of: model,
            isMutable: options.isMutable,
            keepsUndeclared: options.keepsUndeclared
        )
        return String(text.dropLast())
    }

    private func model(_ options: EntityModelsOptions) throws(ProgramExit) -> Model {
        var samples: [Sample] = []
        for input in options.inputs { samples.append(Sample(root: input.name, value: try value(of: input.file))) }
        guard options.isSchema else { return SampleInference.model(of: samples, options.rules) }
        do throws(ModelError) {
            return try JSONSchemaReader.model(of: samples[0].value, as: samples[0].root, options.rules)
        } catch {
            throw .badData("\(Self.name(of: options.inputs[0].file)): \(error)")
        }
    }

    private func value(of file: String) throws(ProgramExit) -> FieldValue {
        guard let bytes = read(file) else { throw ProgramExit("\(Self.name(of: file)) cannot be read", exitCode: 66) }
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
