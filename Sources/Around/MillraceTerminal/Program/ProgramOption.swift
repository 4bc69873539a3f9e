import Foundation

/// An option of a program: its name, its line of the help, and the property that it sets. See ``ProgramOptions``.
public struct ProgramOption<Values> {
    /// The name, and behind a space the placeholder of the value in the help: "--times N".
    let form: String
    let help: String
    let property: AnyKeyPath?
    /// The form of the value; nil for an option without one.
    let needs: String?
    /// Returns false if the value is none that the option needs.
    let set: (inout Values, String) -> Bool

    var name: Substring { form.prefix { $0 != " " } }

    /// An option without a value that sets a property to true. It may stand several times.
    public static func flag(_ form: String, _ property: WritableKeyPath<Values, Bool>, _ help: String) -> Self {
        choice(form, property, true, help)
    }

    /// An option without a value that sets a property to one of several. Another option for the same property is
    /// refused.
    public static func choice<Value>(
        _ form: String,
        _ property: WritableKeyPath<Values, Value>,
        _ value: Value,
        _ help: String
    ) -> Self {
        Self(form: form, help: help, property: property, needs: nil) { values, _ in
            values[keyPath: property] = value
            return true
        }
    }

    /// An option with a value that sets a property, and stands once: "--times N".
    public static func value<Value>(
        _ form: String,
        _ property: WritableKeyPath<Values, Value?>,
        _ argument: ProgramArgument<Value>,
        _ help: String
    ) -> Self {
        value(form, sets: property, argument, help) { $0[keyPath: property] = $1 }
    }

    /// An option with a value that sets a property which has a value without it, and stands once.
    public static func value<Value>(
        _ form: String,
        _ property: WritableKeyPath<Values, Value>,
        _ argument: ProgramArgument<Value>,
        _ help: String
    ) -> Self {
        value(form, sets: property, argument, help) { $0[keyPath: property] = $1 }
    }

    /// The option `--inspect FILE` of an app that records its session for the inspector.
    public static func inspection(_ property: WritableKeyPath<Values, String?>) -> Self {
        value("--inspect FILE", property, .text, "writes all that happens to FILE, a new one, for the inspector")
    }

    /// An option with a value that may stand several times, such as one that adds to a list.
    public static func value<Value>(
        _ form: String,
        _ argument: ProgramArgument<Value>,
        _ help: String,
        set: @escaping (inout Values, Value) -> Void
    ) -> Self {
        value(form, sets: nil, argument, help, set)
    }

    private static func value<Value>(
        _ form: String,
        sets property: AnyKeyPath?,
        _ argument: ProgramArgument<Value>,
        _ help: String,
        _ set: @escaping (inout Values, Value) -> Void
    ) -> Self {
        Self(form: form, help: help, property: property, needs: argument.description) { values, text in
            guard let value = argument.read(text) else { return false }
            set(&values, value)
            return true
        }
    }
}

/// How the value of an option is read.
public struct ProgramArgument<Value> {
    let description: String
    let read: (String) -> Value?

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - description: The form of the value, for the message if it has another one: "a time such as 400ms or 2s".
    ///   - read: Returns the value that a text means; nil if it means none. The text is never empty.
    public init(_ description: String, read: @escaping (String) -> Value?) {
        (self.description, self.read) = (description, read)
    }
}

extension ProgramArgument<String> {
    /// Any text, such as the name of a file.
    public static var text: Self { Self("a value") { $0 } }
}

extension ProgramArgument<Int> {
    /// A whole number in a range.
    public static func number(in range: ClosedRange<Int>) -> Self {
        let limits =
            range.upperBound == .max ? "from \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
        return Self("a number \(limits)") { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }
    }
}

extension ProgramArgument<Duration> {
    /// A time: 400ms, 2s or 1.5s; less than a million of either.
    public static var time: Self {
        Self("a time such as 400ms or 2s") { text in
            let isMilliseconds = text.hasSuffix("ms")
            let number = text.dropLast(isMilliseconds ? 2 : 1)
            guard isMilliseconds || text.hasSuffix("s"), number.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }),
                let value = Double(number), value < 1_000_000
            else { return nil }
            return isMilliseconds ? .milliseconds(value) : .seconds(value)
        }
    }
}

extension ProgramArgument<URL> {
    /// An address of http or https that names a host.
    public static var webAddress: Self {
        Self("an address of http or https") { text in
            guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
                url.host?.isEmpty == false
            else { return nil }
            return url
        }
    }
}
