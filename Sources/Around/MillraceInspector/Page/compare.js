/// Two moments beside each other.
class Comparison {
    constructor(host, recording, tools) {
        this.recording = recording;
        this.tools = tools;
        this.other = null;
        this.note = element("div", { class: "note" });
        this.treeHost = element("div", { id: "compare-tree" });
        this.onlyDifferences = element("input", { type: "checkbox", checked: true, change: () => this.tools.refresh() });
        this.tree = new ValueTree(this.treeHost, { label: "Two states beside each other", columns: 2 });
        this.tree.onlyDifferences = true;
        this.heads = element("div", { class: "heads" });
        host.append(this.note, this.heads, this.treeHost);
    }

    /// Shows the states of a replay and those at another moment; null for none.
    show(replay, moment) {
        if (moment === null) {
            this.heads.replaceChildren();
            this.treeHost.replaceChildren();
            this.note.replaceChildren(
                "Pin a moment, go to another one, and see both beside each other. ",
                button("Pin this moment", "Pin this moment (p)", () => this.tools.pin()));
            return;
        }
        this.other ??= new Replay(this.recording);
        this.other.seek(moment);
        this.tree.onlyDifferences = this.onlyDifferences.checked;
        const stores = [...new Set([...this.other.states.keys(), ...replay.states.keys()])];
        const roots = stores.map(store => ({
            label: store, store, path: [], values: [this.other.states.get(store), replay.states.get(store)],
        }));
        for (const root of roots) root.mark = areSame(root.values) ? "" : "changed";
        this.note.replaceChildren(
            element("label", {}, this.onlyDifferences, " Only what differs"), " ",
            button("Swap", "Go to the pinned moment, and pin this one", () => this.tools.swap()), " ",
            button("Unpin", "Forget the pinned moment (p)", () => this.tools.pin()));
        this.heads.replaceChildren(
            element("span"), element("strong", {}, this.title(moment)), element("strong", {}, this.title(replay.moment)));
        const differing = roots.filter(root => root.mark === "changed");
        if (this.tree.onlyDifferences && differing.length === 0) {
            this.treeHost.replaceChildren(element("p", { class: "empty" }, "The states are equal."));
            return;
        }
        if (!this.wasShown) for (const root of differing) this.unfoldDifferences(root, 3);
        this.wasShown = true;
        this.tree.show(this.tree.onlyDifferences ? differing : roots);
    }

    unfoldDifferences({ store, path, values }, depth) {
        this.tree.unfold(store, path);
        if (depth === 0 || values.includes(undefined)) return;
        const children = pairedChildren(values, true);
        if (children.length > 5) return;
        for (const child of children) {
            this.unfoldDifferences({ store, path: [...path, child.step], values: child.values }, depth - 1);
        }
    }

    title(moment) {
        return moment === 0 ? "0 · Start" : `${count(moment)} · ${visible(this.recording.action(moment).type)}`;
    }
}

/// The children of two values, those of the same step together: `{ step, label, values, mark }`.
function pairedChildren([a, b], onlyDifferences = false) {
    const pairs = new Map();
    const add = (value, side) => {
        if (value === undefined) return;
        for (const child of childrenOf(value)) {
            const key = JSON.stringify(child.step);
            let pair = pairs.get(key);
            if (!pair) pairs.set(key, pair = { step: child.step, label: child.label, values: [undefined, undefined], mark: "" });
            pair.values[side] = child.value;
        }
    };
    add(a, 0);
    add(b, 1);
    const all = [...pairs.values()];
    for (const pair of all) pair.mark = areSame(pair.values) ? "" : "changed";
    return (onlyDifferences ? all.filter(pair => pair.mark === "changed") : all).slice(0, Comparison.mostChildren);
}
Comparison.mostChildren = 1000;

function areSame([a, b]) {
    return a === b || (a !== undefined && b !== undefined && same(a, b));
}
