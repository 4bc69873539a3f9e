import Millrace
import MillraceSpecs
import TestSupport

@testable import ToDoList

/// One device, whose answers are late, lost or refused.
final class DeviceOrdersSpec: Spec {
    func testSpec() {
        it("shows what the server has, whatever is done while an answer is on its way") {
            try exploreDevices(faults: Programs.areAll ? 1 : 0) { stage in
                let phone = OrdersDevice("phone") { phone, world in
                    world.may("edit", if: { phone.title != nil }) { phone.edit("tea", .title("green tea")) }
                    world.may("delete", if: { phone.title != nil }) { phone.delete("tea") }
                    world.may("undo", if: { phone.list.undo.canUndo.value }) { phone.undo() }
                }
                try stage.begin(phone)
                stage.world.atRest("it says synced, or why it is not") {
                    phone.status == "synced" || phone.state.sync.pull.failure != nil
                }
                stage.world.inTheEnd("it says synced, and shows what the server has") { stage.isSettled }
            }
        }

        for ends in [0, 1] {
            it("shows what was typed last, \(ends == 0 ? "however late answers are" : "also in the next run")") {
                try exploreDevices(ends: ends) { stage in
                    let phone = OrdersDevice("phone", hasDisk: ends > 0) { phone, world in
                        world.may("edit", if: { phone.title != nil }) { stage.type("green tea", on: phone) }
                        world.may("edit again", if: { stage.deeds.last != nil }) { stage.type("black tea", on: phone) }
                    }
                    try stage.begin(phone)
                    stage.world.always("what was typed last is to be read") {
                        stage.deeds.last == nil || phone.title == stage.deeds.last
                    }
                    stage.world.inTheEnd("it says synced, and shows what the server has") { stage.isSettled }
                }
            }
        }

        it("says what was refused, which the server does not have, whatever was lost before") {
            try exploreDevices(faults: 2) { stage in
                let phone = OrdersDevice("phone", refusing: [403, 413, 507]) { phone, world in
                    world.may("edit") { phone.edit("tea", .title("green tea")) }
                    world.may("edit again", if: { phone.title == "green tea" }) {
                        phone.edit("tea", .title("black tea"))
                    }
                }
                try stage.begin(phone)
                stage.world.always("what is refused is not at the server") {
                    !phone.status.hasPrefix("refused: ") || stage.stored.first?.title != phone.title
                }
                stage.world.inTheEnd("it is synced, or says what is refused") {
                    stage.isSettled || phone.status.hasPrefix("refused: ")
                }
            }
        }

        it("goes on when the password is right again") {
            try exploreDevices(faults: 1) { stage in
                let phone = OrdersDevice("phone", refusing: [401]) { phone, world in
                    world.may("edit") { phone.edit("tea", .title("green tea")) }
                    world.may("change the password") { stage.server.change { $0.password = "other" } }
                    world.may("change it back") { stage.server.change { $0.password = "secret" } }
                }
                try stage.begin(phone)
                stage.world.compare("password") { stage.server.change { $0.password } }
                stage.world.inTheEnd("it is synced, or says that the login is wrong") {
                    stage.server.change { $0.password } == "secret"
                        ? stage.isSettled : phone.status.hasSuffix("the server refuses the user or the password")
                }
            }
        }
    }
}
