import MillraceTerminal

/// A problem in a file, and how it was handled. The rest of the file was read.
public struct Notice: Equatable, Codable, Sendable {
    /// A problem of an annotation that does not affect the others.
    public enum Problem: String, CaseIterable, Codable, Sendable {
        case noAnnotations
        case formOnly
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
        guard let place = lines.firstIndex(where: { $0 >= line }) ?? (lines.count < 5 ? lines.count : nil),
            place == lines.count || lines[place] != line
        else { return }
        lines.insert(line, at: place)
        if lines.count > 5 { lines.removeLast() }
    }
}

extension Notice: CustomStringConvertible {
    /// One line of text: what was done, with how many annotations, and where.
    public var description: String { (sheet.map { "\($0.oneLine): " } ?? "") + message }

    private var message: String {
        switch problem {
        case .noAnnotations: return "holds no annotations: there is no <annots> in it"
        case .formOnly: return "holds a form's fields and no annotations. To fix: export the annotations too"
        default: break
        }
        let noun = count == 1 ? problem.singular : problem.plural
        return "\(count) \(noun)\(example.map { ", for example \"\($0.oneLine)\"" } ?? "")\(place)"
    }

    private var place: String {
        guard let first = lines.first else { return "" }
        let list = lines.map(String.init).joined(separator: ", ") + (lines.count < count ? ", …" : "")
        return lines.count == 1 && count == 1 ? " (line \(first))" : " (lines \(list))"
    }
}

extension Notice.Problem {
    fileprivate var singular: String {
        switch self {
        case .noAnnotations, .formOnly: "file without annotations"
        case .noPage: "annotation has no usable page and was left out"
        case .noDate: "date is no date and was kept as written"
        case .noColor: "colour is no colour and was kept as written"
        case .replyWithoutParent: "reply answers an annotation that is not in the file, and stands alone"
        case .replyCycle: "reply answers itself through others, and starts their thread"
        case .stateWithoutParent: "review state belongs to no annotation in the file and was left out"
        case .unknownStateModel: "state belongs to a model other than Review and Marked and was left out"
        case .noQuantity: "measured mark-up has no quantity that can be computed, and is in no total"
        }
    }

    fileprivate var plural: String {
        switch self {
        case .noAnnotations, .formOnly: "files without annotations"
        case .noPage: "annotations have no usable page and were left out"
        case .noDate: "dates are no dates and were kept as written"
        case .noColor: "colours are no colours and were kept as written"
        case .replyWithoutParent: "replies answer annotations that are not in the file, and stand alone"
        case .replyCycle: "replies answer themselves through others, and start their threads"
        case .stateWithoutParent: "review states belong to no annotation in the file and were left out"
        case .unknownStateModel: "states belong to models other than Review and Marked and were left out"
        case .noQuantity: "measured mark-ups have no quantity that can be computed, and are in no total"
        }
    }
}

/// Notices as they come up, the cases of one problem counted together.
struct NoticeLog {
    private var byProblem: [Notice.Problem: Notice] = [:]

    mutating func add(_ problem: Notice.Problem, line: Int, example: String? = nil) {
        if byProblem[problem]?.addCase(line: line) == nil {
            byProblem[problem] = Notice(problem, line: line, example: example)
        }
    }

    /// The notices in the order of the problems' declaration.
    var notices: [Notice] { Notice.Problem.allCases.compactMap { byProblem[$0] } }
}
