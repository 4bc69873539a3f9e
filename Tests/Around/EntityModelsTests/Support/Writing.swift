import MillraceEntities
import MillraceSpecs

@testable import EntityModels

/// The model of samples that are written in a spec.
func model(of samples: [String], name: String = "Pin", _ rules: SampleRules = SampleRules()) throws -> Model {
    let values = try samples.map { Sample(root: name, value: try FieldValue(json: $0.utf8)) }
    return SampleInference.model(of: values, rules)
}

/// The model of a schema that is written in a spec.
func model(ofSchema schema: String, name: String = "Pin", _ rules: SampleRules = SampleRules()) throws -> Model {
    try JSONSchemaReader.model(of: try FieldValue(json: schema.utf8), as: name, rules)
}

/// The Swift for samples.
func swift(_ samples: String..., name: String = "Pin", rules: SampleRules = SampleRules()) throws -> String {
    SwiftWriter.text(of: try model(of: samples, name: name, rules))
}

extension String {
    /// The part from a line on, up to the line that closes it.
    func from(_ head: String) -> String {
        let lines = split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.firstIndex(where: { $0.hasPrefix(head) }) else { return "no \(head)" }
        let last = lines[first...].firstIndex { $0 == "}" } ?? first
        return lines[first...last].joined(separator: "\n")
    }

    /// The declaration of a property, without the word before it; or that there is none.
    func property(_ name: String) -> String {
        let lines = split(separator: "\n").map { $0.drop { $0 == " " } }
        return lines.first { $0.hasPrefix("let \(name): ") }.map { String($0.dropFirst(4)) } ?? "no \(name)"
    }
}

/// The error that a closure throws, as text; nil if it throws none.
func message(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch {
        return "\(error)"
    }
}
