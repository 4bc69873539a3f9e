import MillraceSignals
import MillraceSpecs

/// The graph as data, of which a flowchart is drawn.
final class ObservableGraphSpec: Spec {
    func testSpec() {
        it("has the nodes below, with how often their values have changed, and the links") {
            let query = Variable(1).named("query")
            let double = query.map { $0 * 2 }.named("double")
            let subscription = double.observe { _ in }
            query.value = 2
            query.value = 3
            let graph = ObservableGraph(below: [query])
            expect(graph.nodes.map(\.name)) == ["query", "double"]
            expect(graph.nodes.map(\.kind)) == ["Variable<Int>", "Observable<Int>"]
            expect(graph.nodes.map(\.height)) == [0, 1]
            expect(graph.nodes.map(\.observers)) == [0, 1]
            expect(graph.nodes[0].changes) == 2
            expect(graph.nodes[1].changes).to(beGreaterThan(1))
            expect(graph.edges.map { [$0.from, $0.to] }) == [[0, 1]]
            subscription.cancel()
        }

        it("has signals, which have no height and no changes, and each node once") {
            let (one, other) = (Variable(1), Variable(2))
            let sum = combine(one, other)
            let subscription = sum.changes.observe { _ in }
            let graph = ObservableGraph(below: [one, other])
            expect(graph.nodes.prefix(2).map(\.kind)) == ["Variable<Int>", "Variable<Int>"]
            expect(graph.nodes.contains { $0.height == nil && $0.changes == nil }) == true
            expect(graph.edges.filter { $0.to == 2 }.map(\.from)) == [0, 1]
            subscription.cancel()
        }
    }
}
