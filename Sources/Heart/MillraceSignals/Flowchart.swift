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
/// O(n) for n nodes and edges, whatever the depth. ``ObservableGraph`` is the same as data.
@export(implementation)
public func flowchart(below observables: any ObservableConvertible...) -> String {
    let graph = ObservableGraph(below: observables)
    let boxes = graph.nodes.enumerated().map { "    n\($0 + 1)\(box(of: $1))" }
    let arrows = graph.edges.map { "    n\($0.from + 1) --> n\($0.to + 1)" }
    return (["flowchart TD"] + boxes + arrows).joined(separator: "\n")
}

/// Returns the box of an observable, or of a signal, in a flowchart.
@export(implementation)
func box(of node: ObservableGraph.Node) -> String {
    let name = escaped(node.name ?? node.kind)
    let count = node.observers == 1 ? "1 observer" : "\(node.observers) observers"
    guard let height = node.height else { return "(\"\(name)<br/>\(count)\")" }
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
