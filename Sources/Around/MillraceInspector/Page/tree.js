/// Values as a tree that folds. Long lists are in groups of a hundred, so that only what is unfolded has elements.
///
/// What is unfolded stays so when other values are shown: it is known by its path.
class ValueTree {
    /// - host: the element for it.
    /// - columns: 1, or 2 to show two values beside each other.
    /// - watch: called with `{ store, path }` to find when a value changed; null without that.
    constructor(host, { label, columns = 1, watch = null }) {
        this.host = host;
        this.columns = columns;
        this.watch = watch;
        this.unfolded = new Set();
        this.current = null;
        host.classList.add("tree");
        host.setAttribute("role", "tree");
        host.setAttribute("aria-label", label);
        host.tabIndex = 0;
        host.addEventListener("click", event => this.click(event));
        host.addEventListener("keydown", event => this.press(event));
    }

    /// Shows values: `roots` are `{ label, store, path, values }`, as many values as there are columns. `marks` has the
    /// keys of the nodes that changed, "changed", and of those that hold one, "within".
    show(roots, marks = new Map()) {
        this.roots = roots;
        this.marks = marks;
        this.lines = [];
        for (const root of roots) this.add({ ...root, steps: root.path ?? [] }, 1);
        const had = this.host.contains(document.activeElement);
        this.host.replaceChildren(...this.lines.map(line => this.row(line)));
        const isThere = this.lines.some(line => line.key === this.current);
        if (!isThere) this.current = this.lines[0]?.key ?? null;
        this.mark(had && document.activeElement !== this.host);
    }

    unfold(store, path) {
        for (let i = 0; i <= path.length; i++) this.unfolded.add(nodeKey(store, path.slice(0, i)));
    }

    /// Unfolds all that holds the end of a path in a state, groups too, and goes there.
    reveal(store, state, path) {
        let node = state;
        path.forEach((step, depth) => {
            const key = nodeKey(store, path.slice(0, depth)), inner = holder(node);
            this.unfolded.add(key);
            const total = childCount(inner), { groupSize } = ValueTree;
            if (total > groupSize) {
                const index = typeof step === "number" ? step
                    : Array.isArray(step) ? listOf(inner).indexOf(step[1]) : indexOfName(inner.f ?? inner.a, step);
                let groupKey = key;
                for (const size of total > groupSize ** 2 ? [groupSize ** 2, groupSize] : [groupSize]) {
                    groupKey += `:${Math.floor(index / size) * size}:${size}`;
                    this.unfolded.add(groupKey);
                }
            }
            node = node === undefined ? undefined : childAt(node, step);
        });
        this.current = nodeKey(store, path);
    }

    add(node, level) {
        const key = node.key ?? nodeKey(node.store, node.steps);
        const total = node.group ? node.group.end - node.group.start : Math.max(...node.values.map(value => childCount(value)));
        const isOpen = total > 0 && this.unfolded.has(key);
        this.lines.push({ ...node, key, level, total, isOpen });
        if (isOpen) for (const child of this.children(node, key, total)) this.add(child, level + 1);
    }

    children(node, key, total) {
        const [start, end] = node.group ? [node.group.start, node.group.end] : [0, total];
        if (this.columns === 1 && end - start > ValueTree.groupSize) {
            const size = end - start > ValueTree.groupSize ** 2 ? ValueTree.groupSize ** 2 : ValueTree.groupSize;
            const groups = [];
            for (let first = start; first < end; first += size) {
                const group = { start: first, end: Math.min(first + size, end) };
                groups.push({ ...node, key: `${key}:${first}:${size}`, group, label: `${count(first)} … ${count(group.end - 1)}` });
            }
            return groups;
        }
        if (this.columns === 1) {
            return childrenOf(node.values[0], start, end).map(child => ({
                label: child.label, store: node.store, steps: [...node.steps, child.step], step: child.step, values: [child.value],
            }));
        }
        return pairedChildren(node.values, this.onlyDifferences)
            .map(child => ({ ...child, store: node.store, steps: [...node.steps, child.step] }));
    }

    row(line) {
        const isInner = line.total > 0;
        const mark = this.marks.get(line.key) ?? line.mark ?? "";
        const row = element("div", {
            class: `node ${mark}`, role: "treeitem", "data-key": line.key, "aria-level": line.level,
            "aria-expanded": isInner ? String(line.isOpen) : null, "aria-label": this.spoken(line, mark),
        });
        row.style.setProperty("--level", line.level - 1);
        const name = element("span", { class: "name" }, element("span", { class: "fold" }, isInner ? (line.isOpen ? "▾" : "▸") : ""));
        if (line.label !== "") name.append(shown(prefix(line.label, 120), stepClass(line)));
        if (line.label !== "" && !line.group) name.append(element("span", { class: "mark" }, ":"));
        row.append(name);
        if (this.columns === 1) {
            if (!line.group) row.append(this.value(line.values[0], line));
            if (this.watch && line.store !== undefined && !line.group) {
                row.append(element("span", { class: "when", title: "When did this change? (w)", "data-when": "" }, "when?"));
            }
        } else {
            const absent = () => element("span", { class: "absent" }, "—");
            row.append(...line.values.map(value =>
                element("span", { class: "cell" }, value === undefined ? absent() : this.value(value, line))));
        }
        return row;
    }

    value(value, line) {
        if (line.isOpen) {
            const type = typeOf(holder(value)) || (kindOf(holder(value)) === "case" ? `.${holder(value).c}` : "");
            const number = childCount(value);
            const made = element("span", { class: "value" });
            if (type) made.append(shown(type, "type"));
            const isList = ["rows", "list", "dictionary", "set"].includes(kindOf(holder(value)));
            if (isList) made.append(element("span", { class: "count" }, counted(number, "element")));
            return made;
        }
        if (kindOf(value) === "string" && value.length > 160) return longString(value);
        return shownValue(value, this.columns === 1 ? 140 : 70);
    }

    spoken(line, mark) {
        const values = line.group ? "group" : line.values.map(value => value === undefined ? "absent" : brief(value, 80)).join(" and ");
        return visible(`${line.label} ${values}${mark === "changed" ? ", changed" : ""}`);
    }

    click(event) {
        const row = event.target.closest(".node");
        if (!row || event.target.closest(".more")) return;
        this.current = row.dataset.key;
        if (event.target.closest("[data-when]")) return this.askWhen();
        const selection = getSelection();
        if (selection && !selection.isCollapsed && this.host.contains(selection.anchorNode)) return;
        this.toggle();
    }

    get line() { return this.lines.find(line => line.key === this.current); }

    askWhen() {
        const line = this.line;
        if (this.watch && line && line.store !== undefined && !line.group) this.watch({ store: line.store, path: line.steps });
    }

    toggle(isOpen = !this.unfolded.has(this.current)) {
        if (isOpen) this.unfolded.add(this.current); else this.unfolded.delete(this.current);
        this.show(this.roots, this.marks);
    }

    press(event) {
        if (event.metaKey || event.ctrlKey || event.altKey) return;
        const index = this.lines.findIndex(line => line.key === this.current), line = this.lines[index];
        if (!line) return;
        const go = to => {
            this.current = this.lines[Math.max(0, Math.min(this.lines.length - 1, to))].key;
            this.mark(true);
        };
        switch (event.key) {
            case "ArrowDown": go(index + 1); break;
            case "ArrowUp": go(index - 1); break;
            case "Home": go(0); break;
            case "End": go(this.lines.length - 1); break;
            case "ArrowRight": if (line.total > 0 && !line.isOpen) this.toggle(true); else go(index + 1); break;
            case "ArrowLeft":
                if (line.isOpen) this.toggle(false);
                else go(this.lines.findLastIndex((other, place) => place < index && other.level < line.level));
                break;
            case "Enter": case " ": if (line.total > 0) this.toggle(); break;
            case "w": this.askWhen(); break;
            default: return;
        }
        event.preventDefault();
        event.stopPropagation();
    }

    /// Marks the current row.
    mark(isToBeSeen) {
        this.host.querySelector(".current")?.classList.remove("current");
        const index = this.lines.findIndex(line => line.key === this.current);
        const row = this.host.children[index];
        if (!row) return;
        row.classList.add("current");
        row.id = `${this.host.id}-current`;
        for (const other of this.host.children) if (other !== row && other.id === row.id) other.removeAttribute("id");
        this.host.setAttribute("aria-activedescendant", row.id);
        if (isToBeSeen) row.scrollIntoView({ block: "nearest" });
    }
}
ValueTree.groupSize = 100;

/// What tells a node of a tree from others.
function nodeKey(store, path) {
    return JSON.stringify([store ?? null, ...path]);
}

function stepClass({ step }) {
    if (typeof step === "number") return "index";
    if (Array.isArray(step)) return step[0] === "#" ? "identity" : "key";
    return "field";
}

/// A string of more characters than fit, with a button that shows more of it.
function longString(text) {
    const made = element("span", { class: "value" });
    let end = 120;
    const fill = () => {
        const isAll = end >= text.length;
        made.replaceChildren(shown(`"${quoted(prefix(text, end))}${isAll ? '"' : "…"}`, "string", Infinity));
        if (isAll) return;
        made.append(" ", button(`${count(text.length)} characters: show more`, "Show more of this text", () => {
            end *= 5;
            fill();
        }, { class: "more" }));
    };
    fill();
    return made;
}
