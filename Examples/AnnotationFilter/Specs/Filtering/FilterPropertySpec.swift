import AnnotationFilter
import MillraceSpecs

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
            }
        return filter.value == value ?? filter.group.nameOfMissing
    }
}

/// The service against the naive rules, on random sheets and queries.
final class FilterPropertySpec: Spec {
    func testSpec() {
        describe("any query on any sheet") {
            it("leaves what the rules leave, and counts what they count") {
                var random = SeededGenerator(Seed.current)
                for _ in 0..<300 {
                    let sheet = Self.sheet(using: &random)
                    let query = Self.query(for: sheet, using: &random)
                    let result = IndexedFilterService().apply(query, to: sheet)
                    let annotations = sheet.annotations
                    expect(result.visible).to(
                        equal(annotations.indices.filter { Naive.passes(annotations[$0], query) })
                    )
                    for choice in result.choices {
                        let group = choice.filter.group
                        let passing = annotations.filter { Naive.passes($0, query, except: group) }
                        expect(choice.count).to(equal(passing.count { Naive.isMet(choice.filter, by: $0) }))
                    }
                }
            }
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
