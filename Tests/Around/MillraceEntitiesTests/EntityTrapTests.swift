#if os(macOS) || os(Linux)
import MillraceEntities
import TestSupport
import Testing

/// A schema that contradicts itself, and a kind that it does not have, say what happened and how to mend it.
struct EntityTrapTests {
    @Test func a_kind_that_is_described_twice() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = EntitySchema(EntityType("pin"), EntityType("pin", id: "key"))
        }
        expect(result, says: #"EntitySchema.init: the kind "pin" is described twice. To fix: leave one description."#)
    }

    @Test func a_reference_to_a_kind_that_is_not_described() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = EntitySchema(EntityType("pin", fields: ["place": .object(["owner": .many("user")])]))
        }
        expect(
            result,
            says:
                #"the field "place" of "pin" refers to the kind "user", which is not described. To fix: add EntityType("user")."#
        )
    }

    @Test func an_answer_of_a_kind_that_is_not_in_the_schema() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var store = EntityTable(schema: EntitySchema(EntityType("pin")))
            _ = try? store.merge(#"{"id": 1}"#.utf8, as: .one("user"))
        }
        expect(
            result,
            says: #"EntityTable: the kind "user" is not in the schema. To fix: add EntityType("user") to it."#
        )
    }
}
#endif
