import Millrace
import MillraceSpecs
import TestSupport

@testable import ToDoList

/// One device alone, whose answers are late or lost.
final class DeviceOrdersSpec: Spec {
    func testSpec() {
        it("ends with what the server has, whatever is done while an answer is on its way") {
            let result = try explorePrograms(faults: 1, steps: 100_000) { world in
                let stage = OrdersStage(world)
                let phone = OrdersDevice("phone") { phone, world in
                    world.may("edit", if: { phone.has("tea") }) { phone.edit("tea", .title("green tea")) }
                    world.may("delete", if: { phone.has("tea") }) { phone.delete("tea") }
                    world.may("add") { phone.add("milk") }
                    world.may("undo", if: { phone.list.undo.canUndo.value }) { phone.list.undo.undo() }
                }
                try stage.begin(with: [item("tea")], phone)
                world.inTheEnd("it says synced") { phone.status == "synced" }
                world.inTheEnd("what is shown is what the server has") { stage.agrees(phone) }
            }
            print(result, result.duration)
        }
    }
}
