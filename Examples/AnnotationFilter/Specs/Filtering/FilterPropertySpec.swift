import Millrace
import MillraceSpecs
import TestSupport

@testable import AnnotationFilter

/// The rules of filtering as they read, one annotation at a time.
enum Naive {
    static func passes(_ annotation: Annotation, _ query: FilterQuery, except ignored: FilterGroup? = nil) -> Bool {
        let search = query.search.lowercased()
        let row = "\(annotation.author.map { "\($0), " } ?? "")\(annotation.kindName): \(annotation.text)".lowercased()
        guard search.isEmpty || row.contains(search) else { return false }
        return FilterGroup.allCases.allSatisfy { group in
            let active = query.active.filter { $0.group == group }
            return group == ignored || active.isEmpty || active.contains { isMet($0, by: annotation) }
        }
    }

    static func isMet(_ filter: Filter, by annotation: Annotation) -> Bool {
        let value: String? =
            switch filter.group {
            case .kind: annotation.kind
            case .author: annotation.author
            case .color: annotation.color?.text
            case .page: annotation.pageLabel
            case .status: annotation.status?.rawValue
            case .subject: annotation.subject
            case .layer: annotation.layer
            case .marked: annotation.isMarked ? "marked" : nil
            case .sheet: annotation.sheet
            }
        return filter.value == value ?? filter.group.nameOfMissing
    }
}

/// The query, and the live views of it, against the naive rules, on random sheets.
final class FilterPropertySpec: Spec {
    func testSpec() {
        describe("any query on any sheet") {
            it("leaves what the rules leave, and counts what they count") {
                var random = SeededGenerator(Seed.current)
                for _ in Programs(200) {
                    let sheet = Self.sheet(using: &random)
                    let query = Self.query(for: sheet, using: &random)
                    for group in FilterGroup.allCases {
                        let state = AnnotationFilterState(sheet: sheet, selectedGroup: group, query: query)
                        Self.expectRules(state, visible: state.visible, choices: state.choices)
                    }
                }
            }
        }

        describe("the live views of a store") {
            it("leave and count the same, whatever changes: the query, the group, or the sheet") {
                var random = SeededGenerator(Seed.current)
                for _ in Programs(20) {
                    let store = AnnotationFilterStore(
                        showing: Self.sheet(using: &random),
                        on: Dispatcher(),
                        sheets: SheetServiceMock()
                    )
                    var visible: [Int] = []
                    var choices: [FilterChoice] = []
                    let live = LiveFilters(store.state)
                    let rows = live.visible.observeChanges { change in
                        switch change {
                        case .initial(let rows), .reset(let rows), .update(let rows, _):
                            visible = rows.compactMap { Int($0.id) }
                        }
                    }
                    let counts = live.choices.observe { choices = $0 }
                    for _ in 0..<30 {
                        store.dispatcher.dispatch(Self.action(on: store.state.value, using: &random))
                        let state = store.state.value
                        Self.expectRules(state, visible: visible, choices: choices)
                    }
                    rows.cancel()
                    counts.cancel()
                }
            }
        }
    }

    private static func expectRules(_ state: AnnotationFilterState, visible: [Int], choices: [FilterChoice]) {
        let annotations = Array(state.sheet.annotations)
        expect(visible).to(equal(annotations.indices.filter { Naive.passes(annotations[$0], state.query) }))
        expect(choices.map(\.filter)).to(equal(state.sheet.index.filters(in: state.selectedGroup)))
        let passing = annotations.filter { Naive.passes($0, state.query, except: state.selectedGroup) }
        for choice in choices {
            expect(choice.count).to(equal(passing.count { Naive.isMet(choice.filter, by: $0) }))
        }
    }

    private static func action(on state: AnnotationFilterState, using random: inout SeededGenerator) -> any Action {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: SelectGroup(group: FilterGroup.allCases.randomElement(using: &random) ?? .kind)
        case 1: Refine.use(query(for: state.sheet, using: &random))
        case 2: SheetOpened(sheet: sheet(using: &random))
        default: state.sheet.index.filters.randomElement(using: &random).map { Refine.toggle($0) } ?? Refine.clear
        }
    }

    private static func sheet(using random: inout SeededGenerator) -> Sheet {
        let annotations = (0..<Int.random(in: 0...40, using: &random)).map { number in
            Annotation(
                id: "\(number)",
                kind: ["text", "ink", "stamp"].randomElement(using: &random) ?? "",
                author: ["Kim", "Zoë", nil].randomElement(using: &random) ?? nil,
                color: ["#FF0000", "#00FF00", nil].randomElement(using: &random)?.map(AnnotationColor.init),
                page: Int.random(in: 0...3, using: &random),
                contents: ["door", "fire Door", "wall", ""].randomElement(using: &random) ?? "",
                status: [.accepted, .rejected, nil].randomElement(using: &random) ?? nil
            )
        }
        return Sheet(file: "random", annotations: annotations)
    }

    private static func query(for sheet: Sheet, using random: inout SeededGenerator) -> FilterQuery {
        let filters = FilterGroup.allCases.flatMap { sheet.index.filters(in: $0) }
        let active = filters.filter { _ in Int.random(in: 0..<5, using: &random) == 0 }
        return FilterQuery(active: Set(active), search: ["", "", "door", "w"].randomElement(using: &random) ?? "")
    }
}
