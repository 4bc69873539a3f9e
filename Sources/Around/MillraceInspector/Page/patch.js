// Patches: how a state changes, forwards and backwards.

class PatchError extends Error {}

/// Returns a state with a patch applied: ["=", path, old, new], ["+", path, new, index], ["-", path, old, index].
///
/// A ChunkedList in it is changed in place, everything else is copied along the path. So the state's raw values never
/// change, and several replays can share them.
///
/// An operation whose old value is not what is there takes that as its old value, so that the way back leads to what was
/// shown on the way there. That is so where a type's `==` leaves something out: it then changes without an operation.
function applied(state, patch) {
    let result = state, i = 0;
    try {
        for (; i < patch.length; i++) result = changed(result, patch[i], true);
    } catch (error) {
        // What was done is taken back, since lists may have been changed in place.
        while (i-- > 0) result = changed(result, patch[i], false);
        throw error instanceof PatchError ? error : new PatchError(String(error));
    }
    return result;
}

/// Returns a state with a patch undone.
function undone(state, patch) {
    let result = state, i = patch.length - 1;
    try {
        for (; i >= 0; i--) result = changed(result, patch[i], false);
    } catch (error) {
        while (++i < patch.length) result = changed(result, patch[i], true);
        throw error instanceof PatchError ? error : new PatchError(String(error));
    }
    return result;
}

/// Returns a state that an operation has changed, forwards or backwards.
function changed(state, operation, isForwards) {
    const sign = operation[0], path = operation[1];
    if (sign === "=") {
        return edited(state, path, 0, path.length, null, isForwards ? operation[3] : operation[2], isForwards ? operation : null);
    }
    if (sign !== "+" && sign !== "-") throw new PatchError("there is no such operation");
    if (path.length === 0) throw new PatchError("a whole state is neither inserted nor removed");
    const edit = (sign === "+") === isForwards ? insertInto : removeFrom;
    return edited(state, path, 0, path.length - 1, edit, operation[2], operation);
}

/// Returns a node in which the end of a path was replaced by a value; with an edit, in which the list there was changed,
/// at the path's last step. One function without closures: a seek calls it some hundred thousand times.
///
/// The operation is that whose old value is compared with what is there; null for none.
function edited(node, path, at, end, edit, value, operation) {
    if (at === end && edit === null) {
        if (operation !== null) correct(operation, node);
        return value;
    }
    if (node instanceof ChunkedList) return editedList(node, path, at, end, edit, value, operation);
    switch (kindOf(node)) {
        case "optional": return { ...node, o: edited(node.o, path, at, end, edit, value, operation) };
        case "fields":
            if (at < end) return { t: node.t, f: editedParts(node.f, path, at, end, edit, value, operation) };
            break;
        case "case":
            if (at < end) return { t: node.t, c: node.c, a: editedParts(node.a ?? [], path, at, end, edit, value, operation) };
            break;
    }
    const list = newList(node);
    if (list === null) throw new PatchError(at === end ? "there is no list" : "a path leads nowhere");
    return editedList(list, path, at, end, edit, value, operation);
}

function editedParts(pairs, path, at, end, edit, value, operation) {
    const place = indexOfName(pairs, path[at]);
    if (place < 0) throw new PatchError("there is no field with this name");
    const copy = pairs.slice();
    copy[place] = [pairs[place][0], edited(pairs[place][1], path, at + 1, end, edit, value, operation)];
    return copy;
}

function editedList(list, path, at, end, edit, value, operation) {
    const step = path[at];
    if (at === end) {
        edit(list, step, value, operation);
        return list;
    }
    let cell;
    if (typeof step !== "number") {
        cell = list.cell(keyIn(list, step));
        if (cell === undefined) throw new PatchError("there is no element with this key");
    } else {
        if (list.kind !== "p" || !(step >= 0 && step < list.length)) throw new PatchError(`there is no element ${step}`);
        cell = list.cellAt(step);
    }
    cell.value = edited(cell.value, path, at + 1, end, edit, value, operation);
    return list;
}

/// The key in a step that speaks of a row or of a dictionary's value.
function keyIn(list, step) {
    const isOfKind = Array.isArray(step) && ((step[0] === "#" && list.kind === "l") || (step[0] === "k" && list.kind === "d"));
    if (!isOfKind || typeof step[1] !== "string") throw new PatchError("a path's step does not fit the list");
    return step[1];
}

function insertInto(list, step, value, { 3: index }) {
    if (list.kind === "s" || list.kind === "d") {
        const key = list.kind === "s" ? setKey(value, countInSet(list, value)) : keyIn(list, step);
        if (list.has(key)) throw new PatchError("the element is there already");
        list.insert(list.sortedIndex(key), key, value);
        return;
    }
    if (!(Number.isInteger(index) && index >= 0 && index <= list.length)) throw new PatchError(`there is no place ${index}`);
    const key = list.kind === "l" ? keyIn(list, step) : null;
    if (key !== null && list.has(key)) throw new PatchError("the row is there already");
    list.insert(index, key, value);
}

function removeFrom(list, step, value, operation) {
    const place = operation[3] ?? step, isForwards = operation[0] === "-";
    if (list.kind === "p") {
        if (!(Number.isInteger(place) && place >= 0 && place < list.length)) throw new PatchError("there is no element to remove");
        if (isForwards) correct(operation, list.valueAt(place));
        list.removeAt(place);
        return;
    }
    const key = list.kind === "s" ? setKey(value, countInSet(list, value) - 1) : keyIn(list, step), cell = list.cell(key);
    if (cell === undefined) throw new PatchError("there is no element to remove");
    if (isForwards) correct(operation, cell.value);
    list.remove(key);
}

/// Makes what is there the old value of an operation, if it is another one.
function correct(operation, present) {
    const old = operation[2];
    if (present === old || same(present, old)) return;
    operation[2] = rawValue(present);
}

/// A value without chunked lists, which change in place.
function rawValue(value) {
    const raw = child => rawValue(child.value);
    switch (kindOf(value)) {
        case "fields": return { t: value.t, f: value.f.map(([name, part]) => [name, rawValue(part)]) };
        case "case": return value.a === undefined ? value : { t: value.t, c: value.c, a: value.a.map(([name, part]) => [name, rawValue(part)]) };
        case "rows": return { l: childrenOf(value).map(child => [child.label, raw(child)]) };
        case "dictionary": return { d: childrenOf(value).map(child => [child.label, raw(child)]) };
        case "set": return { s: childrenOf(value).map(raw) };
        case "list": return childrenOf(value).map(raw);
        case "optional": return { o: rawValue(value.o) };
        default: return value ?? null;
    }
}

/// How many equal elements a set shows. (There is more than one only where different ones have one text.)
function countInSet(set, element) {
    let count = 0;
    while (set.has(setKey(element, count))) count++;
    return count;
}
