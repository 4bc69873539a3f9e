import Foundation

/// The trailing closure of a call, as it stands in its source file.
struct MarbleCode {
    /// The names of its parameters.
    let parameters: [String]

    /// What it does, without indentation.
    let lines: [String]

    struct Unreadable: Error {
        let description: String

        init(_ description: String) { self.description = description }
    }

    /// Reads the first closure from a line on. Its string literals must not contain others.
    init(in file: String, at line: UInt) throws {
        let source = try String(contentsOfFile: file, encoding: .utf8)
        let rest = source.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(Int(line) - 1)
        guard let closure = Self.firstClosure(in: rest.joined(separator: "\n")) else {
            throw Unreadable("\(file):\(line): there is no closure")
        }
        self.init(closure)
    }

    /// - Parameter closure: All between the braces.
    private init(_ closure: String) {
        var body = closure[...]
        if let head = closure.firstMatch(of: /^\s*\((.*?)\) in\b/.dotMatchesNewlines()) {
            parameters = head.1.matches(of: /(\w+):/).map { String($0.1) }
            body = closure[head.range.upperBound...]
        } else {
            parameters = []
        }
        let lines = body.split(separator: "\n").filter { !$0.allSatisfy(\.isWhitespace) }
        // The first one may stand beside the brace.
        let isBeside = body.first != "\n"
        let indentation = lines.dropFirst(isBeside ? 1 : 0).map(Self.indentation).min() ?? 0
        self.lines = lines.enumerated().map { index, line in
            let text = line.dropFirst(isBeside && index == 0 ? Self.indentation(of: line) : indentation)
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
    }

    private static func indentation(of line: Substring) -> Int { line.prefix { $0 == " " }.count }

    private static func firstClosure(in text: String) -> String? {
        var (depth, isText, isEscaped) = (0, false, false)
        var closure = ""
        for character in text {
            if isText {
                if !isEscaped && character == "\"" { isText = false }
                isEscaped = !isEscaped && character == "\\"
            } else if character == "\"" {
                isText = true
            } else if character == "{" {
                depth += 1
                if depth == 1 { continue }
            } else if character == "}" {
                depth -= 1
                if depth == 0 { return closure }
            }
            if depth > 0 { closure.append(character) }
        }
        return nil
    }
}
