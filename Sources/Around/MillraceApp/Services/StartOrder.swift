import MillraceBase
import MillraceSignals

/// In which order services start, and when, as their needs require.
struct StartOrder {
    struct Plan {
        let service: any Service
        let type: any Service.Type
        /// The indices of the services that it needs.
        let needs: [Int]
        /// When it starts: earlier than it declares if another needs it earlier.
        var moment: StartMoment
        /// The service for whose sake it starts earlier.
        var neededBy: String?

        var name: String { "\(type)" }
    }

    /// Each behind those that it needs, and otherwise as declared.
    private(set) var plans: [Plan] = []

    private var declared: [ObjectIdentifier: any Service] = [:]
    private var indices: [ObjectIdentifier: Int] = [:]

    /// Traps if a service is missing, is there twice, or if some need each other in a cycle.
    init(_ services: [any Service]) {
        for service in services {
            let type = type(of: service) as any Service.Type
            if declared.updateValue(service, forKey: ObjectIdentifier(type)) != nil {
                stop("Application.init: there are two services \(type). To fix: pass one, or make them two types.")
            }
        }
        for service in services { _ = add(type(of: service), neededBy: []) }
        for index in plans.indices.reversed() where plans[index].moment == .beforeFirstScreen {
            for need in plans[index].needs where plans[need].moment == .afterFirstScreen {
                plans[need].moment = .beforeFirstScreen
                plans[need].neededBy = plans[index].name
            }
        }
    }

    func index(of type: any Service.Type) -> Int? { indices[ObjectIdentifier(type)] }

    /// Adds a service, behind those that it needs, if it is not there yet. Returns its index.
    ///
    /// - Parameter path: The services that need it, each the next one.
    private mutating func add(_ type: any Service.Type, neededBy path: [any Service.Type]) -> Int {
        if let index = index(of: type) { return index }
        if let start = path.firstIndex(where: { $0 == type }) {
            let cycle = (path[start...] + [type]).map { "\($0)" }.joined(separator: " needs ")
            stop(
                """
                Application.init: services need each other in a cycle: \(cycle). \
                To fix: move what they share into a service of its own, which they need.
                """
            )
        }
        guard let service = declared[ObjectIdentifier(type)] else {
            let other = path.last.map { "\($0)" } ?? ""
            stop("Application.init: \(other) needs \(type), which is not there. To fix: pass a \(type) too.")
        }
        let needs = type.needs.map { add($0, neededBy: path + [type]) }
        plans.append(Plan(service: service, type: type, needs: needs, moment: type.starts))
        indices[ObjectIdentifier(type)] = plans.count - 1
        return plans.count - 1
    }
}
