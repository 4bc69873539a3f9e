// When did this change? A watch is a store and a path in its state: `{ store, path }`.

/// How an action changed what is watched: `{ sign, old, new }` of its last change, "≈" where something within it has
/// changed; null if it did not.
function changeOf(action, watch) {
    for (const [store, patch] of action.changes ?? []) {
        if (store !== watch.store) continue;
        for (let i = patch.length - 1; i >= 0; i--) {
            const change = changeByOperation(patch[i], watch.path);
            if (change !== null) return change;
        }
    }
    return null;
}

function changeByOperation([sign, path, first, second], watched) {
    const shared = Math.min(path.length, watched.length);
    for (let i = 0; i < shared; i++) {
        const isLast = i === path.length - 1;
        // What is inserted or removed before an element of a plain list moves it.
        const moves = isLast && sign !== "=" && typeof path[i] === "number" && typeof watched[i] === "number";
        if (moves && path[i] <= watched[i]) return { sign, old: undefined, new: undefined };
        if (!isSameStep(path[i], watched[i])) return null;
    }
    if (path.length > watched.length) return { sign: "≈", old: undefined, new: undefined };
    const rest = watched.slice(path.length);
    const [old, now] = sign === "=" ? [first, second] : sign === "+" ? [undefined, first] : [first, undefined];
    const before = valueAt(old, rest), after = valueAt(now, rest);
    // Of a secret nothing is told but that it has changed.
    const isSecret = sign === "=" && kindOf(before) === "redacted" && kindOf(after) === "redacted";
    if (isSecret) return { sign, old: before, new: after };
    if (before === after || (before !== undefined && after !== undefined && same(before, after))) return null;
    return { sign: before === undefined ? "+" : after === undefined ? "-" : "=", old: before, new: after };
}

function isSameStep(a, b) {
    if (Array.isArray(a)) return Array.isArray(b) && a[0] === b[0] && (a[0] === "e" || a[1] === b[1]);
    return a === b;
}
