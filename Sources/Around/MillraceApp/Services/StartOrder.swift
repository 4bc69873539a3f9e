import MillraceBase
import MillraceSignals

/// In which order services start, and when: what follows from what they need.
struct StartOrder {
    struct Plan {
        let service: any Service
        let type: any Service.Type
        /// The indices of what it needs.
        let needs: [Int]
        /// When it starts: earlier than it declares if another needs it earlier.
        var moment: StartMoment
        /// The service for whose sake it starts earlier.
        var neededBy: String?

        var name: String { "\(type)" }
    }

    /// In the order in which they were declared.
    private(set) var plans: [Plan]

    /// The indices of all, each behind those of what it needs, and otherwise as declared.
    private(set) var order: [Int] = []

    private var indexOfType: [ObjectIdentifier: Int] = [:]

    /// Traps if a service is missing, is there twice, or if some need each other in a cycle.
    init(_ services: [any Service]) {
        plans = []
        for (index, service) in services.enumerated() {
            let type = type(of: service) as any Service.Type
            if indexOfType.updateValue(index, forKey: ObjectIdentifier(type)) != nil { Self.stopForTwo(type) }
        }
        for service in services {
            let type = type(of: service) as any Service.Type
            let needs = type.needs.map { need in
                guard let index = indexOfType[ObjectIdentifier(need)] else { Self.stopForMissing(need, neededBy: type) }
                return index
            }
            plans.append(Plan(service: service, type: type, needs: needs, moment: type.starts))
        }
        sort()
        for index in order.reversed() { pullForward(plans[index].needs, for: plans[index]) }
    }

    func index(of type: any Service.Type) -> Int? { indexOfType[ObjectIdentifier(type)] }

    /// The indices of a service and of all that it needs, in their order.
    func needed(for index: Int) -> [Int] {
        var found: Set<Int> = [], rest = [index]
        while let next = rest.popLast() {
            if found.insert(next).inserted { rest += plans[next].needs }
        }
        return order.filter(found.contains)
    }

    private mutating func pullForward(_ needs: [Int], for plan: Plan) {
        for need in needs where plans[need].moment > plan.moment {
            plans[need].moment = plan.moment
            plans[need].neededBy = plan.name
        }
    }

    /// Depth first, without recursion.
    private mutating func sort() {
        var isDone = Array(repeating: false, count: plans.count)
        for root in plans.indices where !isDone[root] {
            var path: [(index: Int, next: Int)] = [(root, 0)]
            while let (index, next) = path.last {
                if next < plans[index].needs.count {
                    path[path.count - 1].next += 1
                    let need = plans[index].needs[next]
                    if let start = path.firstIndex(where: { $0.index == need }) {
                        stopForCycle(path[start...].map(\.index) + [need])
                    }
                    if !isDone[need] { path.append((need, 0)) }
                } else {
                    isDone[index] = true
                    order.append(index)
                    path.removeLast()
                }
            }
        }
    }

    private func stopForCycle(_ indices: [Int]) -> Never {
        stop(
            """
            Application.init: services need each other in a cycle: \
            \(indices.map { plans[$0].name }.joined(separator: " needs ")). \
            To fix: move what they share into a service of its own, which they need.
            """
        )
    }

    private static func stopForTwo(_ type: any Service.Type) -> Never {
        stop("Application.init: there are two services \(type). To fix: pass one, or make them two types.")
    }

    private static func stopForMissing(_ type: any Service.Type, neededBy other: any Service.Type) -> Never {
        stop("Application.init: \(other) needs \(type), which is not there. To fix: pass a \(type) too.")
    }
}
