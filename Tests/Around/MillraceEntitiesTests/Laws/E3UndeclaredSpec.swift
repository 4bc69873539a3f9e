import Foundation
import MillraceSpecs

@testable import MillraceEntities

/// Law E3, of entities that the schema does not declare: they are refused, or kept as values and told.
final class E3UndeclaredSpec: Spec {
    func testSpec() {
        describe("E3: what looks like an entity and is not declared") {
            context("where the schema refuses it") {
                it("is added to the entity around it, whatever came before it") {
                    expect(line(#"{"id": 1, "account": {"id": 3}, "app": {"id": 5}}"#))
                        == #""app": .one(KIND) to the fields of EntityType("status")"#
                    expect(line(#"{"id": 1, "account": {"id": 3, "role": {"id": 5}}}"#))
                        == #""role": .one(KIND) to the fields of EntityType("account")"#
                }

                it("is added to the object or list that it is in") {
                    expect(line(#"{"id": 1, "place": {"by": {"id": 3}}}"#))
                        == #""by": .one(KIND) to the .object at "place" of EntityType("status")"#
                    expect(line(#"{"id": 1, "links": [{"at": 1}, {"by": [{"id": 3}]}]}"#))
                        == #""by": .many(KIND) to the .list at "links" of EntityType("status")"#
                    expect(line(#"{"id": 1, "lists": {"7": {"by": {"id": 3}}}}"#))
                        == #""by": .one(KIND) to the .object at "lists" of EntityType("status")"#
                }

                it("is added to the answer's shape where there is no entity around it") {
                    let shape = EntityField.object(["data": .object(["posts": .many("status")])])
                    expect(line(#"{"me": {"id": 1}}"#, as: shape))
                        == #""me": .one(KIND) to the .object of the answer's shape"#
                    expect(line(#"{"data": {"me": {"id": 1}}}"#, as: shape))
                        == #""me": .one(KIND) to the .object at "data" of the answer's shape"#
                    expect(line(#"[{"me": {"id": 1}}]"#, as: .list(["post": .one("status")])))
                        == #""me": .one(KIND) to the .list of the answer's shape"#
                }
            }

            context("where the schema keeps it") {
                let page = """
                    [{"id": 1, "text": "Tea", "card": {"id": 8, "title": "A"}, "account": {"id": 3, "name": "Ada"}},
                     {"id": 2, "text": "Cup", "card": {"id": 8, "title": "B"}, "account": {"id": 3, "role": {"id": 5}}},
                     {"id": 4, "text": "Pot", "place": {"by": {"id": 6}}}]
                    """
                struct Status: Codable {
                    struct Card: Codable, Equatable {
                        let id: Int
                        var title: String
                    }
                    let text: String
                    var card: Card?
                }

                it("is a value of its own, and the page is merged") {
                    var table = EntityTable(schema: schema(keepsUndeclared: true))
                    let ids = table.merge(try answer(page))
                    let statuses = try ids.map { try table.read(Status.self, $0) }
                    expect(statuses.map(\.text)) == ["Tea", "Cup", "Pot"]
                    expect(statuses.map(\.card?.title)) == ["A", "B", nil]
                    expect(try table.read(Author.self, EntityID("account", 3)).name) == "Ada"
                    expect(table.count) == 4
                }

                it("is told, of each field the first place") {
                    let told = try answer(page).undeclared
                    expect(told.map(\.path)) == ["[0].card", "[1].account.role", "[2].place.by"]
                    expect(told.map(\.reason)) == [
                        .undeclared(add: #""card": .one(KIND) to the fields of EntityType("status")"#),
                        .undeclared(add: #""role": .one(KIND) to the fields of EntityType("account")"#),
                        .undeclared(add: #""by": .one(KIND) to the .object at "place" of EntityType("status")"#),
                    ]
                    expect(try answer(#"[{"id": 1, "size": {"w": 1}}]"#).undeclared) == []
                }

                it("is edited as a part of its entity") {
                    var table = EntityTable(schema: schema(keepsUndeclared: true))
                    let ids = table.merge(try answer(page))
                    _ = try table.edit(Status.self, ids[0]) { $0.card?.title = "C" }
                    expect(try table.read(Status.self, ids[0]).card) == Status.Card(id: 8, title: "C")
                    expect(try table.read(Status.self, ids[1]).card) == Status.Card(id: 8, title: "B")
                }

                it("is told after a recording, by a schema that is the same") {
                    let (told, lenient) = (try answer(page), schema(keepsUndeclared: true))
                    expect(try copy(told)) == told
                    expect(try copy(lenient)) == lenient
                    expect(try copy(lenient)) != schema(keepsUndeclared: false)
                }
            }
        }
    }
}

/// Statuses of accounts, as a server sends them that knows more than the schema.
private func schema(keepsUndeclared: Bool) -> EntitySchema {
    EntitySchema(
        EntityType(
            "status",
            fields: [
                "account": .one("account"),
                "place": .object(["owner": .one("account")]),
                "links": .list(["to": .one("status")]),
                "lists": .dictionary(.object(["owner": .one("account")])),
            ]
        ),
        EntityType("account"),
        keepsUndeclared: keepsUndeclared
    )
}

private func answer(
    _ text: String,
    as shape: EntityField = .many("status"),
    keepsUndeclared: Bool = true
) throws -> EntityAnswer {
    try EntityAnswer(text.utf8, as: shape, in: schema(keepsUndeclared: keepsUndeclared))
}

/// The line to add, as the error of an answer tells it.
private func line(_ text: String, as shape: EntityField = .one("status")) -> String? {
    do {
        _ = try answer(text, as: shape, keepsUndeclared: false)
        return nil
    } catch {
        guard case .undeclared(let line)? = (error as? EntityError)?.reason else { return "\(error)" }
        return line
    }
}

private func copy<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
}
