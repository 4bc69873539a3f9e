import MillraceTerminal

/// What the command line asks for.
struct CommandLineOptions: Equatable {
    /// A file of samples, and the name of what it is a sample of.
    struct Input: Equatable {
        var file: String
        var name: String
    }

    /// The samples; `-` is standard input.
    private(set) var samples: [Input] = []

    /// The names, in the order in which they are given.
    private(set) var names: [String] = []

    /// The file of the JSON Schema; nil if there is none.
    private(set) var schema: String?

    /// The file to write; nil for standard output.
    private(set) var output: String?
    private(set) var rules = SampleRules()
    private(set) var isMutable = false

    /// Reads the arguments behind the program's name.
    init(_ arguments: [String]) throws(ProgramExit) {
        self = try Self.declared.read(arguments, into: CommandLineOptions())
        try check()
        // A name holds for what follows it, and the first one for what stands before it too.
        for index in samples.indices where samples[index].name.isEmpty { samples[index].name = names[0] }
    }

    private init() {}

    private func check() throws(ProgramExit) {
        if names.isEmpty { throw .usage("there is no --name") }
        if samples.isEmpty, schema == nil { throw .usage("there is no sample and no --schema") }
        if schema != nil, names.count > 1 { throw .usage("--schema is for one --name") }
        if schema != nil, !samples.isEmpty { throw .usage("--schema is read without samples") }
        let files = samples.map(\.file) + (schema.map { [$0] } ?? [])
        if files.count(where: { $0 == "-" }) > 1 { throw .usage("standard input is read twice") }
        if let output, files.contains(output) { throw .usage("--output would replace what is read") }
        for name in names where schema == nil && names.count > 1 && !samples.contains(where: { $0.name == name }) {
            if name != names.first || !samples.contains(where: { $0.name.isEmpty }) {
                throw .usage("there is no sample behind --name \(name)")
            }
        }
    }

    private static var declared: ProgramOptions<CommandLineOptions> {
        ProgramOptions(
            of: "entity-models",
            version: "0.1.0",
            usage: """
                SAMPLE.json… --name NAME [--output FILE]
                --schema SCHEMA.json --name NAME [--output FILE]
                """,
            about: """
                Writes Swift structures that decode JSON, and the EntitySchema of the entities in it. NAME is what an answer
                is, such as Pin; a sample is one answer or an array of them. - is standard input.
                """,
            options: [
                .value(
                    "--name NAME",
                    .text,
                    """
                    names the samples that follow it, and the first NAME those before it too: several answers of one server,
                    such as --name Pin pin.json --name Feed feed.json, share their entities
                    """
                ) { if !$0.names.contains($1) { $0.names.append($1) } },
                .value(
                    "--schema FILE",
                    \.schema,
                    .text,
                    "takes the types from a JSON Schema (2020-12) instead of samples"
                ),
                .value(
                    "--output FILE",
                    \.output,
                    .text,
                    "writes FILE, or replaces it, instead of writing to standard output"
                ),
                .value(
                    "--id FIELD",
                    \.rules.identity,
                    .text,
                    "the field that makes an object an entity; without this, id"
                ),
                .value("--kind FIELD=KIND", kind, "entities at FIELD are of this kind, for example --kind author=user")
                {
                    $0.rules.kinds[$1.field] = SampleRules.kind(ofTag: $1.kind)
                },
                .value("--value FIELD", .text, "objects at FIELD are no entities, also if they have an identity") {
                    $0.rules.values.insert($1)
                },
                .flag("--var", \.isMutable, "writes var instead of let, so that an edit can set a property"),
            ],
            ending: """
                Exit status: 0, 64 for wrong usage, 65 for input that is no JSON or no JSON Schema, 66 for
                a file that cannot be read, 73 for one that cannot be written, 74 where output does not arrive, as on a full
                disk, 141 where it is not read any more.
                """,
            argument: { $0.samples.append(Input(file: $1, name: $0.names.last ?? "")) }
        )
    }

    private static var kind: ProgramArgument<(field: String, kind: String)> {
        ProgramArgument("FIELD=KIND") { text in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            return parts.count == 2 ? (parts[0], parts[1]) : nil
        }
    }
}
