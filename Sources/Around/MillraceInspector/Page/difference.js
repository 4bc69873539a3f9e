/// What an action has changed: a line for each operation, with the value before and after.
function showDifference(host, { action, watch, open }) {
    host.replaceChildren();
    const changes = action?.changes ?? [];
    if (changes.length === 0) {
        const text = action?.broken ? `What it has changed is not known: ${visible(action.broken)}.`
            : action ? "This action has changed no state." : "The beginning: nothing has changed yet.";
        host.append(element("p", { class: "empty" }, text));
        return;
    }
    for (const [store, patch] of changes) {
        const operations = withMoves(patch);
        const section = element("section", { class: "change" },
            element("h3", {}, shown(store), element("span", { class: "count" }, counted(operations.length, "change"))));
        let first = 0;
        const more = button("", "Show more changes", () => add(), { class: "more" });
        const add = () => {
            more.remove();
            for (const operation of operations.slice(first, first + 100)) section.append(operationRow(store, operation, watch, open));
            first += 100;
            if (first < operations.length) {
                more.textContent = `${count(operations.length - first)} more`;
                section.append(more);
            }
        };
        add();
        host.append(section);
    }
}

/// A patch in which a row that goes and comes again has moved: ["→", path, old, new, from, to].
function withMoves(patch) {
    const keyOf = ([, path]) => Array.isArray(path[path.length - 1]) && path[path.length - 1][0] === "#" ? nodeKey(null, path) : null;
    const inserted = new Map(patch.filter(([sign]) => sign === "+").map(operation => [keyOf(operation), operation]));
    const moved = new Set(), operations = [];
    for (const operation of patch) {
        const key = keyOf(operation), other = key === null ? undefined : inserted.get(key);
        if (operation[0] === "-" && other && !moved.has(key)) {
            moved.add(key);
            operations.push(["→", operation[1], operation[2], other[2], operation[3], other[3]]);
        } else if (!(operation[0] === "+" && moved.has(key))) {
            operations.push(operation);
        }
    }
    return operations;
}

const operationNames = { "=": "changed", "+": "inserted", "-": "removed", "→": "moved" };
const operationSigns = { "=": "~", "+": "+", "-": "−", "→": "↕" };

function operationRow(store, [sign, path, first, second, from, to], watch, open) {
    const isAt = (sign === "+" || sign === "-") && second !== undefined;
    const place = sign === "→" ? `from ${count(from)} to ${count(to)}` : isAt ? `at ${count(second)}` : "";
    const where = element("div", { class: "where" },
        element("span", { class: `sign ${operationNames[sign]}`, title: operationNames[sign] }, operationSigns[sign]),
        shown(path.length === 0 ? "the whole state" : pathText(path), "path"),
        place ? element("span", { class: "count" }, place) : "",
        element("span", { class: "buttons" },
            button("when?", "When did this change?", () => watch({ store, path })),
            button("in state", "Show it in the state", () => open(store, path))));
    const row = element("div", { class: "operation" }, where);
    if (sign === "→" && same(first, second)) row.append(side(first, "", "value"));
    else if (sign !== "+") row.append(side(first, "old", "before"));
    if (sign === "=" || (sign === "→" && !same(first, second))) row.append(side(second, "new", "after"));
    else if (sign === "+") row.append(side(first, "new", "after"));
    return row;
}

function side(value, kind, label) {
    if (childCount(value) === 0) {
        const inner = kindOf(value) === "string" && value.length > 160 ? longString(value) : shownValue(value, 400);
        return element("div", { class: `side ${kind}`, "aria-label": label }, inner);
    }
    const host = element("div", { class: `side ${kind}` });
    new ValueTree(host, { label }).show([{ label: "", steps: [], path: [], values: [value] }]);
    return host;
}

/// The nodes that an action has changed, and those that hold them, by their keys in a tree.
function changedNodes(action) {
    const marks = new Map();
    for (const [store, patch] of action?.changes ?? []) {
        for (const [sign, path] of patch.slice(0, 500)) {
            for (let i = 0; i < path.length; i++) {
                const key = nodeKey(store, path.slice(0, i));
                if (!marks.has(key)) marks.set(key, "within");
            }
            const changed = sign === "-" ? path.slice(0, -1) : path;
            marks.set(nodeKey(store, changed), "changed");
        }
    }
    return marks;
}
