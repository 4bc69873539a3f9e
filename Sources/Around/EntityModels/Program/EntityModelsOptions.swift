import MillraceTerminal

/// The values of the command line.
struct EntityModelsOptions: Equatable {
    /// A file, and the name of the type that it is a sample or a schema of.
    struct Input: Equatable {
        var name: String
        var file: String
    }

    private(set) var inputs: [Input] = []
    private(set) var isSchema = false
    private(set) var rules = SampleRules()
    private(set) var isMutable = false
    private(set) var keepsUndeclared = false

    /// Reads the arguments behind the program's name.
    init(_ arguments: [String]) throws(ProgramExit) {
        self = try Self.declared.read(arguments, into: EntityModelsOptions())
        if inputs.isEmpty { throw .usage("there is no NAME=FILE") }
        if let input = inputs.first(where: { $0.name.isEmpty || $0.file.isEmpty }) {
            throw .usage("\(input.name)\(input.file) is not NAME=FILE")
        }
        if isSchema, inputs.count > 1 { throw .usage("--schema is for one NAME=FILE") }
        if inputs.count(where: { $0.file == "-" }) > 1 { throw .usage("standard input is read twice") }
    }

    private init() {}

    private static var declared: ProgramOptions<EntityModelsOptions> {
        ProgramOptions(
            of: "entity-models",
            version: "0.1.0",
            usage: """
                NAME=SAMPLE.json…
                --schema NAME=SCHEMA.json
                """,
            about: """
                Writes Swift structures that decode JSON, and the EntitySchema of the entities in it, to standard output.
                NAME is what an answer is, such as Pin; a sample is one answer or an array of them. Answers with several
                names share their entities. - is standard input.
                """,
            options: [
                .flag("--schema", \.isSchema, "takes the types from a JSON Schema (2020-12) instead of samples"),
                .value(
                    "--id FIELD",
                    \.rules.identity,
                    .text,
                    "the field that makes an object an entity; without this, id"
                ),
                .value("--kind FIELD=KIND", kind, "entities at FIELD are of this kind, for example --kind author=user")
                {
                    $0.rules.kinds[$1.name] = SampleRules.kind(ofTag: $1.file)
                },
                .value("--value FIELD", .text, "objects at FIELD are no entities, also if they have an identity") {
                    $0.rules.values.insert($1)
                },
                .flag(
                    "--keep-undeclared",
                    \.keepsUndeclared,
                    "writes a schema that keeps entities at fields which no sample has, as values"
                ),
                .flag("--var", \.isMutable, "writes var instead of let, so that an edit can set a property"),
            ],
            ending: """
                Exit status: 0, 64 for wrong usage, 65 for input that is no JSON or no JSON Schema, 66 for
                a file that cannot be read, 74 where output does not arrive, as on a full disk, 141 where it is not read
                any more.
                """,
            argument: { $0.inputs.append(Input($1)) }
        )
    }

    private static var kind: ProgramArgument<Input> {
        ProgramArgument("FIELD=KIND") { text in
            let pair = Input(text)
            return pair.name.isEmpty || pair.file.isEmpty ? nil : pair
        }
    }
}

extension EntityModelsOptions.Input {
    /// Reads `NAME=FILE`.
    fileprivate init(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        self.init(name: parts[0], file: parts.count > 1 ? parts[1] : "")
    }
}
