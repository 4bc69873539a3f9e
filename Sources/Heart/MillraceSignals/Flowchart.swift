/// Returns the live graph below observables as the text of a [Mermaid](https://mermaid.js.org) flowchart.
///
/// ```swift
/// let query = Variable("").named("query")
/// let rows = query.map { $0.count }.named("rows")
/// let subscription = rows.observe { _ in }
/// print(flowchart(below: query))
/// // flowchart TD
/// //     n1["query<br/>height 0, 0 observers"]
/// //     n2["rows<br/>height 1, 1 observer"]
/// //     n1 --> n2
/// ```
///
/// Shows the given observables and everything that is linked below them at this moment: observables as boxes, with the
/// height that determines the order of computation, and the signals in between with round corners. Each has its name
/// (see ``Observable/named(_:)``) or its type, and the number of its observers, and appears once, however many paths
/// lead to it. Derived observables without observers are not linked, and do not appear. A `flatMapLatest` appears as
/// two nodes, of which the lower one follows the present inner observable. A signal of a callback API appears without
/// its source.
///
/// Nodes are numbered breadth first, in the order of linking, so equal graphs give equal texts. Nothing is computed.
/// O(n) for n nodes and edges, whatever the depth.
@export(implementation)
public func flowchart(below observables: any ObservableConvertible...) -> String {
    var found: [Source] = []
    var numbers: [ObjectIdentifier: Int] = [:]
    func number(of source: Source) -> Int {
        if let number = numbers[ObjectIdentifier(source)] { return number }
        found.append(source)
        numbers[ObjectIdentifier(source)] = found.count
        return found.count
    }
    for observable in observables { _ = number(of: node(of: observable)) }
    var boxes: [String] = []
    var arrows: [String] = []
    while boxes.count < found.count {
        let source = found[boxes.count]
        let index = boxes.count + 1
        let (observers, below) = source.visibleBelow
        boxes.append("    n\(index)\(box(of: source, observers))")
        for other in below { arrows.append("    n\(index) --> n\(number(of: other))") }
    }
    return (["flowchart TD"] + boxes + arrows).joined(separator: "\n")
}

@export(implementation)
func node(of observable: some ObservableConvertible) -> Node { observable.observable.upstream.node }

/// Returns the box of an observable, or of a signal, in a flowchart.
@export(implementation)
func box(of source: Source, _ observers: Int) -> String {
    let (kind, given) = source.identification
    let name = escaped(given ?? kind)
    let count = observers == 1 ? "1 observer" : "\(observers) observers"
    guard let height = source.visibleHeight else { return "(\"\(name)<br/>\(count)\")" }
    return "[\"\(name)<br/>height \(height), \(count)\"]"
}

/// Escapes a text for a quoted label, in which Mermaid reads HTML and, after an initial backtick, Markdown.
@export(implementation)
func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
        switch character {
        case "\"", "#", "&", "<", ">", "`", "\\":
            for scalar in character.unicodeScalars { escaped += "#\(scalar.value);" }
        case _ where character.isNewline: escaped += "<br/>"
        default: escaped.append(character)
        }
    }
    return escaped
}

extension Source {
    /// The height of an observable; nil for a signal.
    @usableFromInline final var visibleHeight: Int? { (self as? Node)?.height }

    /// The number of observers, and everything else that is linked below, in the order of linking: first the dependents
    /// of a node, then what the links feed.
    @usableFromInline final var visibleBelow: (observers: Int, sources: [Source]) {
        var observers = 0
        var sources: [Source] = (self as? Node)?.dependents ?? []
        var cursor = first
        while let link = cursor?.takeUnretainedValue() {
            cursor = link.next
            if link.isCancelled.load(ordering: .relaxed) { continue }
            switch link.outlet {
            case .observer: observers += 1
            case .source(let source): sources.append(source)
            case .nowhere: break
            }
        }
        return (observers, sources)
    }
}

extension Node {
    fileprivate var dependents: [Source] {
        var dependents: [Source] = []
        var cursor = firstDependent
        while let edge = cursor {
            cursor = edge.pointee.next
            dependents.append(edge.pointee.target.takeUnretainedValue())
        }
        return dependents
    }
}
