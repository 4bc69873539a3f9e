/// The live graph below observables, as the text of a [Mermaid](https://mermaid.js.org) flowchart.
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
/// Shows the observables given and whatever is linked below them at this moment: observables as boxes, with the height
/// in whose order they compute, and the signals in between with round corners; each by its name (see
/// ``Observable/named(_:)``) or else its type, with the number of its observers, and once, however many ways lead to
/// it. What derives from an observable and is not observed is not linked, and so not there. A `flatMapLatest` shows as
/// two, of which the lower follows the present inner observable. Of a signal that is made of a callback nothing but
/// itself can be seen.
///
/// The numbers follow the order of the visit, breadth first and in the order in which things were linked, so equal
/// graphs give equal texts. Nothing is computed. O(n) for n nodes and edges, whatever the depth.
public func flowchart(below observables: any ObservableConvertible...) -> String {
    var chart = Flowchart()
    for observable in observables { _ = chart.number(of: node(of: observable)) }
    return chart.text()
}

private func node(of observable: some ObservableConvertible) -> Node { observable.observable.upstream.node }

/// A drawing under way: what was found is drawn in the order in which it was found.
private struct Flowchart {
    private var found: [Source] = []
    private var numbers: [ObjectIdentifier: Int] = [:]

    mutating func number(of source: Source) -> Int {
        if let number = numbers[ObjectIdentifier(source)] { return number }
        found.append(source)
        numbers[ObjectIdentifier(source)] = found.count
        return found.count
    }

    mutating func text() -> String {
        var boxes: [String] = []
        var arrows: [String] = []
        while boxes.count < found.count {
            let source = found[boxes.count]
            let number = boxes.count + 1
            let (observers, below) = source.visibleBelow
            boxes.append("    n\(number)\(box(of: source, observers))")
            for other in below { arrows.append("    n\(number) --> n\(self.number(of: other))") }
        }
        return (["flowchart TD"] + boxes + arrows).joined(separator: "\n")
    }

    private func box(of source: Source, _ observers: Int) -> String {
        let name = escaped(source.name ?? source.kind)
        let count = observers == 1 ? "1 observer" : "\(observers) observers"
        guard let node = source as? Node else { return "(\"\(name)<br/>\(count)\")" }
        return "[\"\(name)<br/>height \(node.height), \(count)\"]"
    }

    /// A text within a quoted label, where Mermaid reads HTML and, after a first backtick, Markdown.
    private func escaped(_ text: String) -> String {
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
}

extension Source {
    /// How many observers there are, and what else hangs below, in the order in which it was linked: first what depends
    /// on a node, then what is fed by the links.
    fileprivate var visibleBelow: (observers: Int, sources: [Source]) {
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
