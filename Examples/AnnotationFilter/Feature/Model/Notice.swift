import MillraceTerminal

/// A problem in a file, and how it was handled. The rest of the file was read.
public struct Notice: Equatable, Codable, Sendable {
    /// A problem of an annotation that does not affect the others.
    public enum Problem: String, CaseIterable, Codable, Sendable {
        case noAnnotations
        case formOnly
        case command
        case noPage
        case noDate
        case noColor
        case replyWithoutParent
        case replyCycle
        case stateWithoutParent
        case unknownStateModel
        case noQuantity
    }

    /// The problem.
    public let problem: Problem
    /// The number of annotations that have the problem.
    public private(set) var count: Int
    /// The lines of the first few of them.
    public private(set) var lines: [Int]
    /// What the first of them says instead, where that helps to find it.
    public let example: String?

    /// The name of the sheet that has the problem, where several are open; nil where one is.
    public var sheet: String?

    /// Makes a notice for the first case of a problem.
    public init(_ problem: Problem, line: Int? = nil, example: String? = nil) {
        self.problem = problem
        self.count = 1
        self.lines = line.map { [$0] } ?? []
        self.example = example
    }

    /// Cases come up in any order, and several of them may stand on one line.
    mutating func addCase(line: Int) {
        count += 1
        lines = Array(Set(lines + [line]).sorted().prefix(5))
    }
}

extension Notice: CustomStringConvertible {
    /// One line of text: what was done, with how many annotations, and where.
    public var description: String { (sheet.map { "\($0.oneLine): " } ?? "") + message }

    private var message: String {
        if problem.isOfFile { return problem.text }
        return "\(problem.text): \(count)\(example.map { ", for example \"\($0.oneLine)\"" } ?? "")\(place)"
    }

    private var place: String {
        let list = lines.map(String.init).joined(separator: ", ") + (lines.count < count ? ", …" : "")
        return lines.isEmpty ? "" : " (line\(count == 1 ? "" : "s") \(list))"
    }
}

extension Notice.Problem {
    fileprivate var isOfFile: Bool { self == .noAnnotations || self == .formOnly }

    fileprivate var text: String {
        switch self {
        case .noAnnotations: "holds no annotations: there is no <annots> in it"
        case .formOnly: "holds a form's fields and no annotations. To fix: export the annotations too"
        case .command:
            "commands to add, modify or delete annotations of another file, not carried out. To fix: export the annotations"
        case .noPage: "annotations without a usable page, left out"
        case .noDate: "dates that are none, kept as written"
        case .noColor: "colours that are none, kept as written"
        case .replyWithoutParent: "replies to annotations that are not in the file, which stand alone"
        case .replyCycle: "replies that answer themselves through others, and start their threads"
        case .stateWithoutParent: "review states of no annotation in the file, left out"
        case .unknownStateModel: "states of models other than Review and Marked, left out"
        case .noQuantity: "measured mark-ups whose quantity cannot be computed, in no total"
        }
    }
}

extension [Notice.Problem: Notice] {
    /// Adds a case of a problem, which is counted together with the others.
    mutating func add(_ problem: Notice.Problem, line: Int, example: String? = nil) {
        if self[problem]?.addCase(line: line) == nil {
            self[problem] = Notice(problem, line: line, example: example)
        }
    }

    /// The notices in the order of the problems' declaration.
    var notices: [Notice] { Notice.Problem.allCases.compactMap { self[$0] } }
}
