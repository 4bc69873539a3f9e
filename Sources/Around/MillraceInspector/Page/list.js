/// The list of actions: only the rows on the screen are elements.
class ActionList {
    /// The list calls `choose(number)` when a row is chosen.
    constructor(host, recording, choose) {
        this.recording = recording;
        this.choose = choose;
        this.order = new RowOrder(recording);
        this.chosen = 0;
        this.pinned = null;
        /// What is watched: rows then show how it changed.
        this.watch = null;
        this.rows = new Map();
        this.canvas = element("div", { class: "rows", role: "presentation" });
        this.host = host;
        host.append(this.canvas);
        host.setAttribute("role", "listbox");
        host.setAttribute("aria-label", "Actions");
        host.tabIndex = 0;
        host.addEventListener("scroll", () => this.requestDrawing());
        host.addEventListener("click", event => {
            const row = event.target.closest(".row");
            if (row) this.choose(Number(row.dataset.number));
        });
        new ResizeObserver(() => this.requestDrawing()).observe(host);
    }

    get rowsOnScreen() { return Math.max(1, Math.floor(this.host.clientHeight / ActionList.rowHeight) - 1); }

    /// A page can be only so high; what has more rows is scrolled in larger steps.
    get height() { return Math.min(this.order.length * ActionList.rowHeight, ActionList.mostHeight); }

    get scale() {
        const hidden = this.height - this.host.clientHeight;
        return hidden > 0 ? (this.order.length * ActionList.rowHeight - this.host.clientHeight) / hidden : 1;
    }

    /// Scrolls so that an action is within, and the steps around it if there is room. The caller draws.
    reveal(number) {
        const { rowHeight } = ActionList, { order } = this, height = this.host.clientHeight;
        const row = order.indexOf(number) * rowHeight, visibleTop = this.host.scrollTop * this.scale;
        const [first, end] = order.surroundings(number), room = Math.max(0, (height - rowHeight) / 2);
        const top = Math.max(first * rowHeight, row - room), bottom = Math.min(end * rowHeight, row + rowHeight + room);
        const isAbove = top < visibleTop, isBelow = bottom > visibleTop + height;
        // What is far away comes into the middle, what is near just into view.
        const isFar = row < visibleTop - 2 * rowHeight || row > visibleTop + height + 2 * rowHeight;
        if (isFar) this.host.scrollTop = (row - room) / this.scale;
        else if (isAbove) this.host.scrollTop = top / this.scale;
        else if (isBelow) this.host.scrollTop = (bottom - height) / this.scale;
    }

    requestDrawing() {
        if (this.isDue) return;
        this.isDue = true;
        requestAnimationFrame(() => {
            this.isDue = false;
            this.draw();
        });
    }

    /// Forgets the rows, as when other actions are shown.
    clear() {
        this.rows.clear();
        this.canvas.replaceChildren();
        this.requestDrawing();
    }

    draw() {
        const { rowHeight } = ActionList;
        const height = `${this.height}px`;
        if (this.canvas.style.height !== height) this.canvas.style.height = height;
        const top = this.host.scrollTop * this.scale;
        const shift = this.host.scrollTop - top;
        const first = Math.max(0, Math.floor(top / rowHeight) - 4);
        const end = Math.min(this.order.length, Math.ceil((top + this.host.clientHeight) / rowHeight) + 4);
        for (const [index, row] of this.rows) {
            if (index >= first && index < end) continue;
            row.remove();
            this.rows.delete(index);
        }
        for (let index = first; index < end; index++) {
            const { step, number } = this.order.at(index);
            let row = this.rows.get(index);
            if (!row) {
                row = step ? this.stepRow(step, index) : this.row(number, index);
                this.rows.set(index, row);
                this.canvas.append(row);
            }
            row.style.transform = `translateY(${index * rowHeight + shift}px)`;
            if (step) continue;
            row.classList.toggle("chosen", number === this.chosen);
            row.classList.toggle("pinned", number === this.pinned);
            row.setAttribute("aria-selected", number === this.chosen);
            if (number === this.chosen) this.host.setAttribute("aria-activedescendant", row.id);
        }
    }

    /// A step of the outside. It leads to the action before it.
    stepRow({ text, t, after }, index) {
        const row = this.emptyRow(index, { class: "row step", "data-number": after, "aria-disabled": "true" });
        row.append(element("span", { class: "step" }, shown(text)), element("span", { class: "time" }, timeText(t)));
        return row;
    }

    emptyRow(index, attributes) {
        return element("div", {
            role: "option", id: `row-${index}`, "aria-posinset": index + 1, "aria-setsize": this.order.length, ...attributes,
        });
    }

    row(number, index) {
        const row = this.emptyRow(index, { class: "row", "data-number": number });
        if (number === 0) {
            row.append(element("span", { class: "number" }, "0"), element("span", { class: "type" }, "Start"),
                element("span", { class: "second" }, element("span", { class: "origin" }, "the states at the beginning")));
            row.setAttribute("aria-label", "0, start");
            return row;
        }
        const action = this.recording.action(number);
        const stores = [...new Set((action.changes ?? []).map(change => change[0]))];
        const by = (action.by ?? []).find(by => by[1] === "drop" || by[1] === "replace");
        const origin = originText(action.from);
        const content = action.content === undefined ? "" : editText(action) ?? brief(contentOf(action), 90);
        const duration = durationText(action.d);
        const type = element("span", { class: "type" }, element("i", { class: "dot" }), shown(action.type));
        type.firstChild.style.setProperty("--hue", hueOf(this.recording.typeOfAction.values[number - 1]));
        row.append(
            element("span", { class: "number" }, String(number)),
            type,
            element("span", { class: "content" }, this.watch ? watchedText(action, this.watch) : content),
            element("span", { class: action.d > 8000 ? "duration slow" : "duration" }, duration),
            element("span", { class: "time" }, timeText(action.t)),
            element("span", { class: "second" },
                element("span", { class: "origin" }, shown(origin || "dispatched")),
                element("span", { class: "stores" }, ...this.badges(stores, by))),
        );
        row.setAttribute("aria-label", visible([
            number, action.type, duration, origin && `from ${origin}`,
            stores.length > 0 ? `changed ${stores.join(", ")}` : "changed nothing", by && (by[1] === "drop" ? "dropped" : "replaced"),
        ].filter(Boolean).join(", ")));
        return row;
    }

    badges(stores, by) {
        const badges = stores.slice(0, 3).map(store => element("span", { class: "badge" }, shown(store)));
        if (stores.length > 3) badges.push(element("span", { class: "badge" }, `+${stores.length - 3}`));
        if (by) badges.unshift(element("span", { class: "badge warning" }, by[1] === "drop" ? "dropped" : "replaced"));
        return badges;
    }
}
ActionList.rowHeight = 44;
ActionList.mostHeight = 12e6;

/// What an action's content adds to its type: without the type's name, if it is the same.
function contentOf({ type, content }) {
    const isSame = kindOf(content) === "fields" && (typeOf(content) === type || type.endsWith(`.${typeOf(content)}`));
    return isSame ? { f: content.f } : content;
}

/// The edit of a field as an assignment, `title = "Tea"`; undefined for other actions.
function editText({ type, content }) {
    if (!/(^|\.)SetField</.test(type) || kindOf(content) !== "fields" || content.f.length !== 1) return undefined;
    const [field, value] = content.f[0];
    return `${visible(prefix(field, 60))} = ${brief(value, 80)}`;
}

/// How an action changed what is watched, in a line.
function watchedText(action, watch) {
    const change = changeOf(action, watch);
    if (!change) return "";
    const text = value => value === undefined ? "absent" : brief(value, 40);
    return change.old === undefined && change.new === undefined ? "changed within" : `${text(change.old)} → ${text(change.new)}`;
}
