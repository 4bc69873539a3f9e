/// The live graph below observables, as data: for a tool that draws it or looks for objects that are never let go.
///
/// It is the graph that ``flowchart(below:)`` shows, see there: the given observables and all that is linked below them
/// at this moment, each once, numbered breadth first in the order of linking.
public struct ObservableGraph: Equatable, Sendable {
    /// An observable, or a signal.
    public struct Node: Equatable, Sendable {
        /// The type: `Observable<Int>`.
        public let kind: String

        /// The name given with ``Observable/named(_:)``, if any.
        public let name: String?

        /// The height that determines the order of computation; nil for a signal.
        public let height: Int?

        /// The number of observers.
        public let observers: Int

        /// How often the value has changed so far; nil for a signal.
        public let changes: Int?
    }

    /// A link from a node to one below it.
    public struct Edge: Equatable, Sendable {
        /// The index of the upper node.
        public let from: Int

        /// The index of the lower node.
        public let to: Int
    }

    /// The nodes. Those of the observables that the graph is below of come first.
    public private(set) var nodes: [Node] = []

    /// The links between them.
    public private(set) var edges: [Edge] = []

    /// Reads the graph below observables. Nothing is computed. O(n) for n nodes and edges, whatever the depth.
    public init(below observables: [any ObservableConvertible]) {
        var found: [Source] = []
        var indices: [ObjectIdentifier: Int] = [:]
        func index(of source: Source) -> Int {
            if let index = indices[ObjectIdentifier(source)] { return index }
            found.append(source)
            indices[ObjectIdentifier(source)] = found.count - 1
            return found.count - 1
        }
        func node(of observable: some ObservableConvertible) -> Source { observable.observable.upstream.node }
        for observable in observables { _ = index(of: node(of: observable)) }
        while nodes.count < found.count {
            let (source, place) = (found[nodes.count], nodes.count)
            let (kind, name) = source.identification
            let (observers, below) = source.visibleBelow
            nodes.append(
                Node(
                    kind: kind,
                    name: name,
                    height: source.visibleHeight,
                    observers: observers,
                    changes: source.visibleChanges
                )
            )
            for other in below { edges.append(Edge(from: place, to: index(of: other))) }
        }
    }
}

extension Source {
    /// The height of an observable; nil for a signal.
    final var visibleHeight: Int? { (self as? Node)?.height }

    /// How often the value of an observable has changed; nil for a signal.
    final var visibleChanges: Int? { (self as? Node).map { Int(clamping: $0.version &- 1) } }

    /// The number of observers, and everything else that is linked below, in the order of linking: first the dependents
    /// of a node, then the sources that the links feed.
    final var visibleBelow: (observers: Int, sources: [Source]) {
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
