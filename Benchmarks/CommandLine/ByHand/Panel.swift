import Millrace

/// A state of ten fields, of the types that states have.
struct Panel {
    var title = "Level 2, reflected ceiling plan"
    var query = ""
    var status = "63 of 63 annotations"
    var page = 0
    var pages = 12
    var selection: Int?
    var zoom = 1.0
    var isActive = false
    var authors = ["A. Kim", "B. Osei", "C. Ruiz"]
    var visible = Array(0..<63)
}

/// The one action that most stores here handle.
struct Turn: Action, Codable { let page: Int }

/// Makes a store of ten fields, of which the action changes one.
func makePanel(on dispatcher: Dispatcher) -> Store<Panel> {
    Store(Panel(), on: dispatcher) { $0.on(Turn.self) { $0.page = $1.page } }
}

/// Gives back the closure that it is given, without the optimiser knowing that.
@inline(never) @_optimize(none)
func opaque(_ closure: @escaping (inout Panel, Turn) -> Void) -> (inout Panel, Turn) -> Void { closure }

/// Gives back the closure that it is given, without the optimiser knowing that.
@inline(never) @_optimize(none)
func opaque(_ closure: @escaping (Panel) -> Void) -> (Panel) -> Void { closure }

/// Gives back the closure that it is given, without the optimiser knowing that.
@inline(never) @_optimize(none)
func opaque(_ closure: @escaping (inout [Int], Turn) -> Void) -> (inout [Int], Turn) -> Void { closure }
