/// Puts a new value in the place of another and returns the old one.
@usableFromInline
func exchange<Value>(_ place: inout Value, with value: Value) -> Value {
    let former = place
    place = value
    return former
}
