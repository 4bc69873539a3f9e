// Patches: how a state changes, forwards and backwards.

class PatchError extends Error {}

/// Returns a state with a patch applied: ["=", path, old, new], ["+", path, new, index], ["-", path, old, index].
///
/// A ChunkedList in it is changed in place, everything else is copied along the path. So neither the state's raw values
/// nor those in patches ever change, and several replays can share them.
function applied(state, patch) {
    return patched(state, patch, forwards);
}

/// Returns a state with a patch undone.
function undone(state, patch) {
    return patched(state, [...patch].reverse(), backwards);
}

/// Applies operations. Where one fails those before it are taken back, since they may have changed lists in place.
function patched(state, operations, direction) {
    let result = state;
    for (let i = 0; i < operations.length; i++) {
        try {
            result = direction.apply(result, operations[i]);
        } catch (error) {
            while (i-- > 0) result = direction.takeBack(result, operations[i]);
            throw error instanceof PatchError ? error : new PatchError(String(error));
        }
    }
    return result;
}

const forwards = {
    apply(state, [sign, path, first, second]) {
        switch (sign) {
            case "=": return replacing(state, path, 0, second);
            case "+": return withContainer(state, path, 0, list => insertInto(list, path[path.length - 1], first, second));
            case "-": return withContainer(state, path, 0, list => removeFrom(list, path[path.length - 1], first, second));
            default: throw new PatchError("there is no such operation");
        }
    },
    takeBack: (state, operation) => backwards.apply(state, operation),
};

const backwards = {
    apply(state, [sign, path, first, second]) {
        switch (sign) {
            case "=": return forwards.apply(state, ["=", path, second, first]);
            case "+": return forwards.apply(state, ["-", path, first, second]);
            case "-": return forwards.apply(state, ["+", path, first, second]);
            default: throw new PatchError("there is no such operation");
        }
    },
    takeBack: (state, operation) => forwards.apply(state, operation),
};

function replacing(node, path, at, value) {
    if (at === path.length) return value;
    return withChild(node, path[at], child => replacing(child, path, at + 1, value));
}

/// Returns a node in which the list that a path's last step speaks of was changed.
function withContainer(node, path, at, change) {
    if (path.length === 0) throw new PatchError("a whole state is neither inserted nor removed");
    if (at < path.length - 1) return withChild(node, path[at], child => withContainer(child, path, at + 1, change));
    if (kindOf(node) === "optional") return { ...node, o: withContainer(node.o, path, at, change) };
    const list = node instanceof ChunkedList ? node : newList(node);
    if (list === null) throw new PatchError("there is no list");
    change(list);
    return list;
}

/// Returns a node with a child replaced by what is made of it.
function withChild(node, step, make) {
    switch (kindOf(node)) {
        case "optional": return { ...node, o: withChild(node.o, step, make) };
        case "fields": return { ...node, f: withNamed(node.f, step, make) };
        case "case": return { ...node, a: withNamed(node.a ?? [], step, make) };
    }
    const list = node instanceof ChunkedList ? node : newList(node);
    if (list === null) throw new PatchError("a path leads nowhere");
    if (typeof step === "number") {
        if (list.kind !== "p" || !(step >= 0 && step < list.length)) throw new PatchError(`there is no element ${step}`);
        list.updateAt(step, make);
    } else if (!list.update(keyIn(list, step), make)) {
        throw new PatchError("there is no element with this key");
    }
    return list;
}

function withNamed(pairs, step, make) {
    const index = indexOfName(pairs, step);
    if (index < 0) throw new PatchError("there is no field with this name");
    const copy = pairs.slice();
    copy[index] = [pairs[index][0], make(pairs[index][1])];
    return copy;
}

/// The key in a step that speaks of a row or of a dictionary's value.
function keyIn(list, step) {
    const isOfKind = Array.isArray(step) && ((step[0] === "#" && list.kind === "l") || (step[0] === "k" && list.kind === "d"));
    if (!isOfKind || typeof step[1] !== "string") throw new PatchError("a path's step does not fit the list");
    return step[1];
}

function insertInto(list, step, value, index) {
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

function removeFrom(list, step, value, place) {
    const key = list.kind === "s" ? setKey(value, countInSet(list, value) - 1) : list.kind === "p" ? null : keyIn(list, step);
    const index = key === null ? place ?? step : list.indexOf(key);
    if (!(Number.isInteger(index) && index >= 0 && index < list.length)) {
        throw new PatchError("there is no element to remove");
    }
    list.removeAt(index);
}

/// How many equal elements a set shows. (There is more than one only where different ones have one text.)
function countInSet(set, element) {
    let count = 0;
    while (set.has(setKey(element, count))) count++;
    return count;
}
