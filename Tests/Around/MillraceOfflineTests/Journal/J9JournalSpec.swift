import Foundation
import Millrace
import MillraceHistory
import MillraceOffline
import MillraceSpecs
import MillraceTesting
import TestSupport

final class J9JournalSpec: Spec {
    func testSpec() {
        var device = Device()

        beforeEach { device = Device() }
        afterEach { device.erase() }

        describe("a store that is kept") {
            it("has its state again in the next run") {
                device.run { app in
                    app.dispatcher.dispatch(AddItem(id: 1, text: "milk"))
                    app.dispatcher.dispatch(AddItem(id: 2, text: "tea"))
                    app.dispatcher.dispatch(SetToken(token: "abc"))
                    app.dispatcher.dispatch(RemoveItem(id: 1))
                }
                device.run { app in
                    expect(app.todo.state.value.items.map(\.text)).to(equal(["tea"]))
                    expect(app.todo.state.value.token).to(equal("abc"))
                }
            }
        }
    }
}
