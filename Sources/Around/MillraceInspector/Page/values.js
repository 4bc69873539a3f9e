// The values of a recording, as the writer has them: see `Documentation/Inspector.md`. They are never changed in place,
// but for a ChunkedList, which stands where the state of a replay has a list, a dictionary or a set that was changed.

/// What a value is: "null", "boolean", "string", "number", "list" (of plain elements, or a tuple), "rows", "dictionary",
/// "set", "fields", "case", "optional", "redacted", "text", or "unknown".
function kindOf(value) {
    if (value === null || value === undefined) return "null";
    if (typeof value !== "object") return typeof value;
    if (value instanceof ChunkedList) return kindOfList[value.kind];
    if (Array.isArray(value)) return "list";
    if (typeof value.n === "string") return "number";
    if (isPairs(value.f)) return "fields";
    if (typeof value.c === "string" && (value.a === undefined || isPairs(value.a))) return "case";
    if (isPairs(value.l)) return "rows";
    if (isPairs(value.d)) return "dictionary";
    if (Array.isArray(value.s)) return "set";
    if (value.r === true) return "redacted";
    if (typeof value.x === "string") return "text";
    if (value.o !== undefined) return "optional";
    return "unknown";
}

const kindOfList = { l: "rows", d: "dictionary", s: "set", p: "list" };

/// Whether it is an array of names or keys with their values. Only the ends are looked at: there may be 100,000.
function isPairs(array) {
    return Array.isArray(array) && (array.length === 0 || (isPair(array[0]) && isPair(array[array.length - 1])));
}

function isPair(pair) {
    return Array.isArray(pair) && pair.length === 2 && typeof pair[0] === "string";
}

/// What holds a value's children: an optional within an optional has those of what it holds.
function holder(value) {
    let inner = value;
    while (kindOf(inner) === "optional") inner = inner.o;
    return inner;
}

/// The lists made of raw values, so that a large one is made once.
const listOfRaw = new WeakMap();

/// A list, a set or a dictionary as a ChunkedList, to be read only.
function listOf(value) {
    if (value instanceof ChunkedList) return value;
    let list = listOfRaw.get(value);
    if (!list) listOfRaw.set(value, list = newList(value));
    return list;
}

/// A new ChunkedList of a raw list, set or dictionary; null if it is something else.
function newList(value) {
    switch (kindOf(value)) {
        case "list": return new ChunkedList("p", null, value);
        case "rows": return new ChunkedList("l", value.l.map(pair => pair[0]), value.l.map(pair => pair[1]));
        case "dictionary": return new ChunkedList("d", value.d.map(pair => pair[0]), value.d.map(pair => pair[1]));
        case "set": return new ChunkedList("s", setKeys(value.s), value.s);
        default: return null;
    }
}

/// What tells an element of a set from others: its text, in which sets and dictionaries have one order, and a number,
/// since different elements may have one text.
function setKey(element, number = 0) {
    return `${canonicalText(element)} ${number}`;
}

function setKeys(elements) {
    const counts = new Map();
    return elements.map(element => {
        const text = canonicalText(element), number = counts.get(text) ?? 0;
        counts.set(text, number + 1);
        return `${text} ${number}`;
    });
}

function canonicalText(value) {
    switch (kindOf(value)) {
        case "set": return `{"s":[${childrenOf(value).map(child => canonicalText(child.value)).sort()}]}`;
        case "dictionary": {
            const entries = childrenOf(value).map(child => `[${JSON.stringify(child.label)},${canonicalText(child.value)}]`);
            return `{"d":[${entries.sort()}]}`;
        }
        case "fields": case "case": case "rows": case "list": case "optional": {
            const children = childrenOf(value).map(child => `[${JSON.stringify(child.step)},${canonicalText(child.value)}]`);
            return `[${JSON.stringify([kindOf(value), typeOf(value), value.c])},${children}]`;
        }
        default: return JSON.stringify(value);
    }
}

/// How many children a value has.
function childCount(value) {
    const inner = holder(value);
    if (inner instanceof ChunkedList) return inner.length;
    switch (kindOf(inner)) {
        case "fields": return inner.f.length;
        case "case": return inner.a ? inner.a.length : 0;
        case "rows": return inner.l.length;
        case "dictionary": return inner.d.length;
        case "set": return inner.s.length;
        case "list": return inner.length;
        default: return 0;
    }
}

/// The children from start to end: `{ step, label, value }`. A step is what a path has for the child.
function childrenOf(value, start = 0, end = Infinity) {
    const inner = holder(value);
    const kind = kindOf(inner);
    if (kind === "fields") return named(inner.f, start, end);
    if (kind === "case") return named(inner.a ?? [], start, end);
    let pairs;
    if (inner instanceof ChunkedList) pairs = inner.slice(start, end);
    else if (kind === "rows") pairs = inner.l.slice(start, end);
    else if (kind === "dictionary") pairs = inner.d.slice(start, end);
    else if (kind === "set") pairs = inner.s.slice(start, end).map(element => [null, element]);
    else if (kind === "list") pairs = inner.slice(start, end).map(element => [null, element]);
    else return [];
    return pairs.map(([key, element], offset) => {
        switch (kind) {
            case "rows": return { step: ["#", key], label: key, value: element };
            case "dictionary": return { step: ["k", key], label: key, value: element };
            case "set": return { step: ["e", key ?? setKey(element)], label: "", value: element };
            default: return { step: start + offset, label: String(start + offset), value: element };
        }
    });
}

function named(pairs, start, end) {
    return pairs.slice(start, end).map(([name, value], offset) => {
        const step = name === "" ? `.${start + offset}` : name;
        return { step, label: step, value };
    });
}

/// Where a step leads among names: a name, or a place such as ".0".
function indexOfName(pairs, step) {
    for (let i = 0; i < pairs.length; i++) if (pairs[i][0] === step) return i;
    if (typeof step !== "string") return -1;
    const place = /^\.(\d+)$/.exec(step);
    return place && Number(place[1]) < pairs.length ? Number(place[1]) : -1;
}

/// The child to which a step leads; undefined if there is none.
function childAt(value, step) {
    const inner = holder(value);
    const kind = kindOf(inner);
    if (kind === "fields" || kind === "case") {
        const pairs = kind === "fields" ? inner.f : inner.a ?? [];
        const index = indexOfName(pairs, step);
        return index < 0 ? undefined : pairs[index][1];
    }
    if (typeof step === "number") {
        if (kind !== "list") return undefined;
        return inner instanceof ChunkedList ? (step < inner.length ? inner.valueAt(step) : undefined) : inner[step];
    }
    const isKeyed = Array.isArray(step) && ["rows", "dictionary", "set"].includes(kind);
    return isKeyed ? listOf(inner).get(step[1]) : undefined;
}

/// What stands at the end of a path; undefined if there is nothing.
function valueAt(value, path) {
    let found = value;
    for (const step of path) {
        if (found === undefined) return undefined;
        found = childAt(found, step);
    }
    return found;
}

/// The name of a value's type or case, where it has one.
function typeOf(value) {
    return typeof value === "object" && value !== null && typeof value.t === "string" ? value.t : "";
}

/// Whether two values are equal. Dictionaries and sets may have their elements in any order.
function same(a, b) {
    if (a === b) return true;
    const kind = kindOf(a);
    if (kind !== kindOf(b)) return false;
    switch (kind) {
        case "null": case "redacted": return true;
        case "boolean": case "string": return false;
        case "number": return numberText(a) === numberText(b);
        case "text": return a.x === b.x && typeOf(a) === typeOf(b);
        case "unknown": return JSON.stringify(a) === JSON.stringify(b);
        case "optional": return same(a.o, b.o);
        case "case": if (a.c !== b.c) return false; break;
        case "fields": if (typeOf(a) !== typeOf(b)) return false; break;
    }
    const count = childCount(a);
    if (count !== childCount(b)) return false;
    if (kind === "set") return canonicalText(a) === canonicalText(b);
    if (kind === "dictionary") {
        return childrenOf(a).every(child => listOf(b).has(child.label) && same(child.value, listOf(b).get(child.label)));
    }
    const others = childrenOf(b);
    return childrenOf(a).every((child, index) =>
        child.label === others[index].label && same(child.value, others[index].value));
}

function numberText(value) {
    return typeof value === "number" ? String(value) : value.n;
}
