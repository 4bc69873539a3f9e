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
    private(set) var help = false
    private(set) var version = false

    /// Reads the arguments behind the program's name. Behind `--` everything is a file.
    init(_ arguments: [String]) throws(CommandError) {
        var rest = arguments[...]
        var areOptionsOver = false
        while let argument = rest.popFirst() {
            if areOptionsOver || argument == "-" || !argument.hasPrefix("-") {
                try add(sample: argument)
            } else if argument == "--" {
                areOptionsOver = true
            } else {
                try set(argument, &rest)
            }
        }
        if !help, !version { try check() }
        // A name holds for what follows it, and the first one for what stands before it too.
        for index in samples.indices where samples[index].name.isEmpty { samples[index].name = names.first ?? "" }
    }

    private mutating func add(sample file: String) throws(CommandError) {
        guard !file.isEmpty else { throw .usage("a file's name is empty") }
        if file == "-", samples.contains(where: { $0.file == "-" }) { throw .usage("standard input is read twice") }
        samples.append(Input(file: file, name: names.last ?? ""))
    }

    private mutating func set(_ argument: String, _ rest: inout ArraySlice<String>) throws(CommandError) {
        var option = argument
        var value: String?
        if let equals = argument.firstIndex(of: "="), argument.hasPrefix("--") {
            option = String(argument[..<equals])
            value = String(argument[argument.index(after: equals)...])
        }
        switch option {
        case "--help", "-h": help = true
        case "--version": version = true
        case "--var": isMutable = true
        case "--name", "--schema", "--output", "--id", "--kind", "--value":
            guard let text = value ?? rest.popFirst(), !text.isEmpty else { throw .usage("\(option) needs a value") }
            return try set(option, to: text)
        default: throw .usage("there is no option \(option)")
        }
        if value != nil { throw .usage("\(option) takes no value") }
    }

    private mutating func set(_ option: String, to text: String) throws(CommandError) {
        switch option {
        case "--name": if !names.contains(text) { names.append(text) }
        case "--schema":
            guard schema == nil else { throw .usage("--schema stands twice") }
            schema = text
        case "--output":
            guard output == nil else { throw .usage("--output stands twice") }
            output = text
        case "--id": rules.identity = text
        case "--value": rules.values.insert(text)
        default:
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw .usage("--kind is FIELD=KIND, and not \"\(text)\"") }
            rules.kinds[parts[0]] = SampleRules.kind(ofTag: parts[1])
        }
    }

    private func check() throws(CommandError) {
        if names.isEmpty { throw .usage("there is no --name") }
        if samples.isEmpty, schema == nil { throw .usage("there is no sample and no --schema") }
        if schema != nil, names.count > 1 { throw .usage("--schema is for one --name") }
        if schema == "-", samples.contains(where: { $0.file == "-" }) { throw .usage("standard input is read twice") }
        if let output, output == schema || samples.contains(where: { $0.file == output }) {
            throw .usage("--output would replace what is read")
        }
        for name in names where schema == nil && names.count > 1 && !samples.contains(where: { $0.name == name }) {
            if name != names.first || !samples.contains(where: { $0.name.isEmpty }) {
                throw .usage("there is no sample behind --name \(name)")
            }
        }
    }

    /// What `--version` prints.
    static let versionText = "entity-models 0.1.0"

    /// What `--help` prints.
    static let helpText = """
        Usage: entity-models SAMPLE.json… --name NAME [--output FILE]
               entity-models --schema SCHEMA.json [SAMPLE.json…] --name NAME [--output FILE]

        Writes Swift structures that decode JSON, and the EntitySchema of the entities in it. NAME is what an answer is, such as
        Pin; a sample is one answer or an array of them. - is standard input.

          --name NAME        names the samples that follow it, and the first NAME those before it too: several answers
                             of one server, such as --name Pin pin.json --name Feed feed.json, share their entities
          --schema FILE      takes the types from a JSON Schema (2020-12); samples are only checked against it
          --output FILE      writes FILE, or replaces it, instead of writing to standard output
          --id FIELD         the field that makes an object an entity; without this, id
          --kind FIELD=KIND  entities at FIELD are of this kind, for example --kind author=user
          --value FIELD      objects at FIELD are no entities, also if they have an identity
          --var              writes var instead of let, so that an edit can set a property
          --help, -h         prints this help
          --version          prints the version

        Exit status: 0, 64 for wrong usage, 65 for input that is no JSON, no JSON Schema, or does not fit it, 66 for a
        file that cannot be read, 73 for one that cannot be written, 74 where output does not arrive, as on a full disk,
        141 where nobody reads it any more.
        """
}
