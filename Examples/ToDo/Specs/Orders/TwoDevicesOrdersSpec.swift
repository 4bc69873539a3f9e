import Millrace
import MillraceSpecs
import TestSupport

@testable import ToDoList

/// Two devices of one user, which edit, delete, lose answers and end.
final class TwoDevicesOrdersSpec: Spec {
    func testSpec() {
        it("have the same title, or ask once which of two") {
            try exploreDevices(faults: Programs.areAll ? 1 : 0) { stage in
                func user(_ title: String) -> (OrdersDevice, World) -> Void {
                    { device, world in
                        world.may("edit") { stage.type(title, on: device) }
                        world.may("mine", if: { stage.isAsking }) { stage.decide(.mine, on: device) }
                        world.may("theirs", if: { stage.isAsking }) { stage.decide(.theirs, on: device) }
                    }
                }
                try stage.begin(
                    OrdersDevice("phone", user: user("green tea")),
                    OrdersDevice("laptop", user: user("black tea"))
                )
                stage.world.always("a conflict is asked once") {
                    stage.deeds.decisions + stage.devices.reduce(0) { $0 + $1.state.conflicts.count } <= 1
                }
                stage.world.inTheEnd("both devices have the same, or one asks") { stage.isSettled || stage.isAsking }
                stage.world.inTheEnd("nothing that was typed is overwritten unseen") {
                    if stage.isAsking { return true }
                    let (title, deeds) = (stage.devices[0].title, stage.deeds)
                    if let decision = deeds.decision { return title == decision }
                    return !deeds.isBlind && title == deeds.last ?? "tea"
                }
            }
        }

        it("keep what one has typed, though the other one has deleted it") {
            try exploreDevices(faults: Programs.areAll ? 1 : 0) { stage in
                let phone = OrdersDevice("phone") { phone, world in
                    world.may("edit", if: { phone.title != nil }) { stage.type("green tea", on: phone) }
                }
                let laptop = OrdersDevice("laptop") { laptop, world in
                    world.may("delete", if: { laptop.title != nil }) { stage.delete(on: laptop) }
                }
                try stage.begin(phone, laptop)
                stage.world.inTheEnd("both devices have the same") { stage.isSettled }
                stage.world.inTheEnd("what was typed is there, but where it was seen and deleted") {
                    let deeds = stage.deeds
                    let typed = deeds.titles["phone"]
                    // Of one whose answer was lost it is not known that it was seen.
                    if deeds.deleted != nil, deeds.deleted == typed { return [nil, typed].contains(phone.title) }
                    if deeds.deleted != nil, typed == nil { return phone.title == nil }
                    return phone.title == typed ?? "tea"
                }
            }
        }

        it("have both fields, also where one was away, or has ended") {
            try exploreDevices(faults: 1, ends: 1) { stage in
                let phone = OrdersDevice("phone", hasDisk: true, mayGo: true) { phone, world in
                    world.may("edit", if: { phone.title != nil }) { stage.type("green tea", on: phone) }
                }
                let laptop = OrdersDevice("laptop") { laptop, world in
                    world.may("edit") { laptop.edit("tea", .notes("black")) }
                }
                try stage.begin(phone, laptop)
                stage.world.inTheEnd("both devices have the same") { stage.isSettled }
                stage.world.inTheEnd("what was typed is there") {
                    let title = stage.deeds.titles["phone"] ?? "tea"
                    return phone.title == title && laptop.title == title
                }
            }
        }
    }
}
