import MillraceData

extension EntityTable: VersionSharing {
    package func bytesNotShared(with other: Any?, behind: (_ value: Any, _ counterpart: Any?) -> Int) -> Int {
        let other = other as? EntityTable
        return behind(schema, other?.schema) + behind(base, other?.base) + behind(layers, other?.layers)
            + behind(overlay, other?.overlay)
    }
}
