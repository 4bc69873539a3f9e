import MillraceBase
import MillraceSignals

/// In which order services start, and when: what follows from what they need.
struct StartOrder {
    struct Entry {
        let service: any Service
        let type: any Service.Type
        /// The places of what it needs.
        let needs: [Int]
        /// When it starts: earlier than it declares if another needs it earlier.
        var moment: StartMoment
        /// The service for whose sake it starts earlier.
        var neededBy: String?

        var name: String { "\(type)" }
    }

    /// In the order in which they were declared.
    private(set) var entries: [Entry]

    /// The places of all, each behind those of what it needs, and otherwise as declared.
    private(set) var order: [Int] = []

    private var places: [ObjectIdentifier: Int] = [:]

    /// Traps if a service is missing, is there twice, or if some need each other in a cycle.
    init(_ services: [any Service]) {
        entries = []
        for (place, service) in services.enumerated() {
            let type = type(of: service) as any Service.Type
            if places.updateValue(place, forKey: ObjectIdentifier(type)) != nil { Self.stopForTwo(type) }
        }
        for service in services {
            let type = type(of: service) as any Service.Type
            let needs = type.needs.map { need in
                guard let place = places[ObjectIdentifier(need)] else { Self.stopForMissing(need, neededBy: type) }
                return place
            }
            entries.append(Entry(service: service, type: type, needs: needs, moment: type.starts))
        }
        sort()
        for place in order.reversed() { pullForward(entries[place].needs, for: entries[place]) }
    }

    func place(of type: any Service.Type) -> Int? { places[ObjectIdentifier(type)] }

    /// The places of a service and of all that it needs, in their order.
    func needed(for place: Int) -> [Int] {
        var found: Set<Int> = [], rest = [place]
        while let next = rest.popLast() {
            if found.insert(next).inserted { rest += entries[next].needs }
        }
        return order.filter(found.contains)
    }

    private mutating func pullForward(_ needs: [Int], for entry: Entry) {
        for need in needs where entries[need].moment > entry.moment {
            entries[need].moment = entry.moment
            entries[need].neededBy = entry.name
        }
    }

    /// Depth first, without recursion.
    private mutating func sort() {
        var isDone = Array(repeating: false, count: entries.count)
        for root in entries.indices where !isDone[root] {
            var path: [(place: Int, next: Int)] = [(root, 0)]
            while let (place, next) = path.last {
                if next < entries[place].needs.count {
                    path[path.count - 1].next += 1
                    let need = entries[place].needs[next]
                    if let start = path.firstIndex(where: { $0.place == need }) {
                        stopForCycle(path[start...].map(\.place) + [need])
                    }
                    if !isDone[need] { path.append((need, 0)) }
                } else {
                    isDone[place] = true
                    order.append(place)
                    path.removeLast()
                }
            }
        }
    }

    private func stopForCycle(_ places: [Int]) -> Never {
        stop(
            """
            Application.init: services need each other in a cycle: \
            \(places.map { entries[$0].name }.joined(separator: " needs ")). \
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
