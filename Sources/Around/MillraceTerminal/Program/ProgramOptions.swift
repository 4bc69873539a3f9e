/// The command line of a program: its options, each with its line of the help.
///
/// ```swift
/// struct Greeting {
///     var names: [String] = []
///     var times = 1
///     var isLoud = false
/// }
///
/// let options = ProgramOptions<Greeting>(
///     of: "greet",
///     version: "1.0",
///     usage: "NAME … [--times N] [--loud]",
///     about: "Greets everyone who is named.",
///     options: [
///         .value("--times N", \.times, .number(in: 1...10), "greets so often; once without it"),
///         .flag("--loud", \.isLoud, "greets in capitals"),
///     ],
///     argument: { $0.names.append($1) }
/// )
/// let greeting = try options.read(["Ada", "--times=2"], into: Greeting())
/// ```
///
/// `--help`, `-h` and `--version` are there without being declared. The value of an option is the next argument, or
/// stands behind a `=`. A word that does not begin with `-`, the word `-`, and each word behind `--` is an argument.
public struct ProgramOptions<Values> {
    private let program: String
    private let version: String
    private let usage: String
    private let about: String
    private let options: [ProgramOption<Values>]
    private let ending: String
    private let argument: ((inout Values, String) -> Void)?

    /// Declares a command line.
    ///
    /// - Parameters:
    ///   - program: The program's name.
    ///   - version: The program's version.
    ///   - usage: The arguments behind the name, a line for each form.
    ///   - about: The purpose of the program. It stands before the options, line by line as it is here.
    ///   - options: The options, in the order of the help.
    ///   - ending: The text behind the options, such as the exit statuses.
    ///   - argument: Called with each argument that is no option; nil if there are none.
    public init(
        of program: String,
        version: String,
        usage: String,
        about: String,
        options: [ProgramOption<Values>],
        ending: String = "",
        argument: ((inout Values, String) -> Void)? = nil
    ) {
        (self.program, self.version, self.usage) = (program, version, usage)
        (self.about, self.options, self.ending, self.argument) = (about, options, ending, argument)
    }

    /// Reads the arguments behind the program's name.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, without the name of the program.
    ///   - values: The values without any option.
    /// - Throws: A ``ProgramExit``: the help or the version, if it is asked for; otherwise the fault.
    public func read(_ arguments: some Sequence<String>, into values: Values) throws(ProgramExit) -> Values {
        var values = values
        var rest = Array(arguments)[...]
        var areOptionsOver = false
        var namesOfProperties: [AnyKeyPath: Substring] = [:]
        while let text = rest.popFirst() {
            let isArgument = areOptionsOver || text == "-" || !text.hasPrefix("-")
            if isArgument, let argument {
                guard !text.allSatisfy(\.isWhitespace) else { throw .usage("an argument is empty") }
                argument(&values, text)
            } else if text == "--" {
                areOptionsOver = true
            } else {
                let option = try option(in: text)
                if let property = option.property {
                    let former = namesOfProperties.updateValue(option.name, forKey: property)
                    guard former == nil || former == option.name else {
                        throw .usage("\(option.name) goes without \(former ?? "")")
                    }
                    guard former == nil || option.name == option.form else {
                        throw .usage("\(option.name) stands twice")
                    }
                }
                try apply(option, valueIn: text, &rest, to: &values)
            }
        }
        return values
    }

    private func option(in text: String) throws(ProgramExit) -> ProgramOption<Values> {
        let name = text.prefix { $0 != "=" }
        switch text {
        case "--help", "-h": throw ProgramExit(help, exitCode: 0)
        case "--version": throw ProgramExit("\(program) \(version)", exitCode: 0)
        default:
            guard let option = options.first(where: { $0.name == name }) else {
                throw .usage("there is no option \(name)")
            }
            return option
        }
    }

    private func apply(
        _ option: ProgramOption<Values>,
        valueIn text: String,
        _ rest: inout ArraySlice<String>,
        to values: inout Values
    ) throws(ProgramExit) {
        let value = text.firstIndex(of: "=").map { String(text[text.index(after: $0)...]) }
        guard let needs = option.needs else {
            guard value == nil, option.set(&values, "") else { throw .usage("\(option.name) takes no value") }
            return
        }
        guard let value = value ?? rest.popFirst(), !value.isEmpty, option.set(&values, value) else {
            throw .usage("\(option.name) needs \(needs)")
        }
    }

    /// The text of `--help`, in lines of 112 columns.
    var help: String {
        let rows =
            options.map { (form: $0.form, help: $0.help) } + [
                (form: "--help, -h", help: "prints this help"), (form: "--version", help: "prints the version"),
            ]
        let width = rows.map { TerminalText($0.form).columns }.max() ?? 0
        let lines = rows.flatMap { row in
            let lines = TerminalText(row.help.replacing("\n", with: " ")).lines(columns: 108 - width)
            return zip([row.form] + Array(repeating: "", count: lines.count), lines).map { form, line in
                "  \(TerminalText(form).fitted(to: width))  \(line)"
            }
        }
        let usages = usage.split(separator: "\n").map { $0.hasPrefix(" ") ? String($0) : "\(program) \($0)" }
        let head = "Usage: \(usages.joined(separator: "\n       "))"
        return [head, about, lines.joined(separator: "\n"), ending].filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
}
