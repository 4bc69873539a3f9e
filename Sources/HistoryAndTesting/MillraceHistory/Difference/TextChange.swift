import MillraceSignals

/// Returns two differing texts, each as a literal; of long ones only the surroundings of the first difference.
func textChange(_ old: String, _ new: String) -> String {
    let common = zip(old.unicodeScalars, new.unicodeScalars).prefix { $0 == $1 }.count
    let start = max(0, common - 20)
    func excerpt(_ text: String) -> String {
        guard text.unicodeScalars.count > Outline.briefLength else { return text.debugDescription }
        let rest = text.unicodeScalars.dropFirst(start)
        let part = rest.prefix(Outline.briefLength - 20)
        let ending = part.endIndex == rest.endIndex ? "" : "…"
        return "\(start > 0 ? "…" : "")\(String(part).debugDescription)\(ending)"
    }
    return "\(excerpt(old)) → \(excerpt(new))"
}
