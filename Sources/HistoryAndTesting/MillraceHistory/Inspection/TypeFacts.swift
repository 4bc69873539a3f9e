import Foundation
import MillraceBase
import MillraceData

/// How the values of a type are written, found out once.
struct TypeFacts {
    enum Kind {
        case text, integer, number, boolean, optional, container, secret, wrapped
        /// Of the system: shown by its description.
        case described
        /// Of the system, with a description of unknown contents.
        case named
        /// All others: the parts that a mirror shows.
        case mirrored
    }

    let kind: Kind
    let name: String

    /// How values are changed before they are written.
    let change: ((Any) -> Any)?

    init(of type: Any.Type, _ rules: InspectionRules) {
        name = String(describing: type)
        change = rules.change(of: type)
        kind = Self.kind(of: type)
    }

    private static func kind(of type: Any.Type) -> Kind {
        if runtimeKind(type) == RuntimeKind.optional.rawValue { return .optional }
        switch type {
        case is any SecretValue.Type: return .secret
        case is any StringProtocol.Type, is Character.Type: return .text
        case is Bool.Type: return .boolean
        case is any BinaryInteger.Type: return .integer
        case is any BinaryFloatingPoint.Type: return .number
        case is any TreeContainer.Type: return .container
        case is AnyHashable.Type: return .wrapped
        case is Date.Type, is UUID.Type, is URL.Type, is Data.Type, is Duration.Type, is Decimal.Type, is Locale.Type,
            is TimeZone.Type, is IndexPath.Type, is IndexSet.Type, is DateInterval.Type, is DateComponents.Type,
            is ObjectIdentifier.Type, is Unicode.Scalar.Type, is StaticString.Type, is any RangeExpression.Type:
            return .described
        default: break
        }
        switch RuntimeKind(rawValue: runtimeKind(type)) {
        case .enumeration, .tuple: return .mirrored
        default: return isOfTheSystem(type) ? .named : .mirrored
        }
    }
}

/// Whether a text that is made of values of a type distinguishes them, as identities and keys must be.
func isKeyable(_ type: Any.Type) -> Bool {
    switch type {
    case is any SecretValue.Type, is any StringProtocol.Type, is Character.Type, is any BinaryInteger.Type,
        is Bool.Type,
        is any BinaryFloatingPoint.Type, is UUID.Type, is URL.Type, is ObjectIdentifier.Type:
        return true
    case is any CustomReflectable.Type: return false
    case let type as any RawRepresentable.Type: return isKeyable(rawType(of: type))
    default: break
    }
    switch RuntimeKind(rawValue: runtimeKind(type)) {
    case .structure:
        if isOfTheSystem(type) { return false }
        return (0..<runtimeFieldCount(type)).allSatisfy { index in
            var facts = RuntimeField()
            let fieldType = runtimeField(type, index: index, facts: &facts)
            facts.releaseName?(facts.name)
            return facts.isStrong && isKeyable(fieldType)
        }
    case .enumeration, .optional: return true
    case .tuple, nil: return false
    }
}

private func rawType<Value: RawRepresentable>(of type: Value.Type) -> Any.Type { Value.RawValue.self }
