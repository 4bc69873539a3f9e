/// The page: what is chosen, and what shows it.
class App {
    constructor() {
        this.recording = new Recording();
        this.search = new Search(this.recording);
        this.replay = null;
        this.moment = 0;
        this.tab = "difference";
        this.pinned = null;
        this.watch = null;
        this.query = parsedQuery("");
        this.isReady = false;
        /// When it was shown last that more was read.
        this.toldAt = -Infinity;
        /// Whether the latest action is chosen as soon as it comes.
        this.isFollowing = false;
        const find = id => document.getElementById(id);
        this.parts = Object.fromEntries(["query", "watch", "matches", "notice", "title", "pin", "link", "help"].map(id => [id, find(id)]));
        this.list = new ActionList(find("list"), this.recording, number => this.go(number));
        this.timeline = new TimeLine(find("timeline"), this.recording, number => this.go(number));
        this.tabs = new Tabs(find("tabs"), find("panels"), tab => this.open(tab));
        this.tree = new ValueTree(this.tabs.panel("state"), { label: "State", watch: watch => this.setWatch(watch) });
        this.contentTree = { unfolded: new Set() };
        this.comparison = new Comparison(this.tabs.panel("compare"), this.recording, {
            pin: () => this.togglePin(), swap: () => this.swap(), refresh: () => this.render(),
        });
        this.parts.query.addEventListener("input", () => this.find());
        this.parts.pin.addEventListener("click", () => this.togglePin());
        find("back").addEventListener("click", () => this.step(-1));
        find("forth").addEventListener("click", () => this.step(1));
        find("help-button").addEventListener("click", () => this.parts.help.showModal());
        addEventListener("hashchange", () => this.readLink());
        addEventListener("keydown", event => pressed(event, this));
        makeDivider(find("divider"));
    }

    // Reading

    /// Tells that more was read. It is shown now and then, so that drawing does not take the time from reading; at last
    /// in any case.
    progress(isLast = false) {
        if (!this.replay && this.recording.header) this.begin();
        const now = performance.now();
        if (!isLast && this.recording.count > 0 && now - this.toldAt < 250) return;
        if (this.recording.count > 0) this.toldAt = now;
        if (this.recording.count > 0) this.firstAt ??= now;
        if (this.isReady && this.isFiltered) this.findMore();
        else this.tellMatches();
        this.list.requestDrawing();
        this.timeline.requestDrawing();
        if (this.isFollowing) this.go(this.recording.count);
    }

    begin() {
        this.replay = new Replay(this.recording);
        this.wanted = linkedTo(location.hash);
        for (const store of this.recording.initialStates.keys()) this.tree.unfold(store, []);
        this.render();
    }

    /// Tells that the recording was read to its end, or to where it is now.
    ready() {
        if (!this.isReady) {
            this.isReady = true;
            this.apply(this.wanted ?? {});
            const first = document.body.dataset.mode === "follow" ? this.recording.count : 1;
            if (this.recording.count > 0 && this.wanted?.at === undefined) this.go(first);
        }
        this.tellState();
        this.find();
        this.prepareSearch();
    }

    /// Makes the texts for searching while nothing else is to be done.
    prepareSearch() {
        const later = globalThis.requestIdleCallback ?? (task => setTimeout(task, 20));
        later(() => { if (this.search.prepare(1000)) this.prepareSearch(); });
    }

    tellState() {
        const { recording } = this, messages = [];
        if (recording.trouble) messages.push(recording.trouble);
        else if (!recording.hasEnd && document.body.dataset.mode === "file") {
            messages.push("The recording has no end: the app still ran, or was ended. All lines are whole.");
        }
        for (const [store, failure] of this.replay?.failures ?? []) {
            const change = `The change of ${visible(store)} by action ${count(failure.action)}`;
            messages.push(`${change} does not fit its state (${failure.why}); the state shown is the one before.`);
        }
        if (recording.problems.length > 0) {
            const first = prefix(visible(recording.problems[0].text), 200);
            messages.push(`${counted(recording.problems.length, "problem")} recorded: ${first}${recording.problems.length > 1 ? " …" : ""}`);
        }
        if (this.connection) messages.push(this.connection);
        this.parts.notice.hidden = messages.length === 0;
        const text = messages.join(" ");
        if (this.parts.notice.textContent !== text) this.parts.notice.textContent = text;
    }

    // Choosing

    go(moment) {
        this.moment = Math.max(0, Math.min(moment, this.recording.count));
        this.isFollowing = document.body.dataset.mode === "follow" && this.isReady && this.moment === this.recording.count;
        this.requestRendering();
    }

    /// Goes so many actions on.
    step(distance) {
        this.go(this.list.order.neighbour(this.moment, distance));
    }

    /// Goes as many pages of the list on.
    turn(pages) {
        this.go(this.list.order.within(this.moment, pages * this.list.rowsOnScreen));
    }

    open(tab) {
        this.tab = tab;
        this.requestRendering();
    }

    togglePin() {
        this.pinned = this.pinned === this.moment || (this.pinned !== null && this.tab === "compare") ? null : this.moment;
        this.requestRendering();
    }

    swap() {
        if (this.pinned === null) return;
        const other = this.pinned;
        this.pinned = this.moment;
        this.go(other);
    }

    setWatch(watch) {
        this.watch = watch;
        this.find();
    }

    showInState(store, path) {
        this.replay.seek(this.moment);
        this.tree.reveal(store, this.replay.states.get(store), path);
        this.tab = "state";
        this.render();
        this.tree.mark(true);
    }

    /// Goes to the action that began the effect which dispatched this one.
    goToCause() {
        const number = this.recording.action(this.moment)?.from?.e;
        const begin = this.recording.effects.byNumber.get(number)?.begin.i;
        if (begin !== undefined) this.go(begin);
    }

    // Finding

    get isFiltered() { return this.query.terms.length > 0 || this.watch !== null; }

    find() {
        this.query = parsedQuery(this.parts.query.value);
        this.list.watch = this.watch;
        if (this.isFiltered) {
            this.list.order.matches = this.search.matches(this.query, this.watch);
            this.matchedUpTo = this.recording.count;
            this.timeline.matching = flags(this.list.order.matches, this.recording.count);
        } else {
            this.list.order.matches = this.timeline.matching = null;
        }
        this.list.clear();
        this.tellMatches();
        this.tellWatch();
        this.requestRendering();
    }

    /// Finds among the actions that came since the last time.
    findMore() {
        for (const number of this.search.matches(this.query, this.watch, this.matchedUpTo + 1)) this.list.order.matches.push(number);
        this.matchedUpTo = this.recording.count;
        // A step may have been drawn that stands behind one of these.
        this.list.clear();
        this.timeline.matching = flags(this.list.order.matches, this.recording.count);
        this.tellMatches();
    }

    tellMatches() {
        const { recording } = this, { matches } = this.list.order;
        const all = counted(recording.count, "action");
        const found = matches ? `${count(matches.length)} of ${all}` : this.isReady ? all : `Reading: ${all}`;
        const text = this.query.mistakes[0] ?? found;
        if (this.parts.matches.textContent !== text) this.parts.matches.textContent = text;
    }

    tellWatch() {
        const { watch } = this.parts;
        watch.hidden = this.watch === null;
        if (this.watch === null) return watch.replaceChildren();
        const path = pathText(this.watch.path);
        watch.replaceChildren("changes of ", shown(this.watch.store), path ? shown(path.startsWith("[") ? path : `.${path}`) : "",
            button("✕", "Show all actions", () => this.setWatch(null), { "aria-label": "Show all actions" }));
    }

    // Showing

    requestRendering() {
        if (this.isDue) return;
        this.isDue = true;
        requestAnimationFrame(() => {
            this.isDue = false;
            this.render();
        });
    }

    render() {
        if (!this.replay) return;
        const action = this.moment > 0 ? this.recording.action(this.moment) : null;
        this.list.chosen = this.timeline.chosen = this.moment;
        this.list.pinned = this.timeline.pinned = this.pinned;
        // First what asks for sizes, then what changes the page: so it is laid out once.
        this.list.reveal(this.moment);
        this.list.draw();
        this.timeline.reveal(this.moment);
        this.timeline.draw();
        this.tabs.choose(this.tab);
        this.showTitle(action);
        this.showTab(action);
        this.tellState();
        this.writeLink();
    }

    showTitle(action) {
        const all = count(this.recording.count);
        const where = action
            ? [`${count(this.moment)} of ${all}`, timeText(action.t), durationText(action.d)].filter(Boolean).join(" · ")
            : `before the first of ${all} actions`;
        this.parts.title.replaceChildren(
            element("strong", {}, shown(action ? action.type : "Start")), element("span", { class: "muted" }, where));
        this.parts.pin.setAttribute("aria-pressed", this.pinned === this.moment);
        this.parts.pin.textContent = this.pinned === null ? "Pin" : this.pinned === this.moment ? "Pinned" : `Pinned ${count(this.pinned)}`;
        const canvas = this.timeline.canvas;
        canvas.setAttribute("aria-valuemax", this.recording.count);
        canvas.setAttribute("aria-valuenow", this.moment);
        canvas.setAttribute("aria-valuetext", visible(action ? `${this.moment}: ${action.type}, ${timeText(action.t)}` : "Start"));
    }

    showTab(action) {
        const host = this.tabs.panel(this.tab), { recording } = this, go = number => this.go(number);
        switch (this.tab) {
            case "difference":
                return showDifference(host, {
                    action, watch: watch => this.setWatch(watch), open: (store, path) => this.showInState(store, path),
                });
            case "state":
                this.replay.seek(this.moment);
                return this.tree.show(
                    [...this.replay.states].map(([store, state]) => ({ label: store, store, path: [], values: [state] })),
                    changedNodes(action));
            case "action": return showAction(host, { recording, action, go, tree: this.contentTree });
            case "effects": return showEffects(host, { recording, moment: this.moment, go });
            case "graph": return showGraph(host, recording, this.moment);
            case "compare":
                this.replay.seek(this.moment);
                return this.comparison.show(this.replay, this.pinned);
        }
    }

    // Links

    writeLink() {
        this.parts.link.setAttribute("href", this.link);
        clearTimeout(this.linkTimer);
        this.linkTimer = setTimeout(() => {
            if (!this.isReady || location.hash === this.link || location.hash.startsWith("#selftest")) return;
            history.replaceState(null, "", this.link);
        }, 300);
    }

    get link() {
        const words = new URLSearchParams({ at: this.moment, tab: this.tab });
        if (this.pinned !== null) words.set("with", this.pinned);
        if (this.parts.query.value) words.set("q", this.parts.query.value.toWellFormed());
        if (this.watch) words.set("watch", JSON.stringify([this.watch.store, this.watch.path]));
        return `#${words}`;
    }

    readLink() {
        if (this.isReady && location.hash !== this.link) this.apply(linkedTo(location.hash));
    }

    apply({ at, tab, pinned, query, watch }) {
        if (this.tabs.has(tab)) this.tab = tab;
        if (pinned !== undefined) this.pinned = Math.min(pinned, this.recording.count);
        if (query !== undefined) this.parts.query.value = query;
        if (watch !== undefined) this.watch = watch;
        this.find();
        if (at !== undefined) this.go(at);
    }
}

/// What a link leads to; what is no number or path in it is left out.
function linkedTo(hash) {
    const words = new URLSearchParams(hash.slice(1)), link = {};
    const number = name => /^\d{1,15}$/.test(words.get(name) ?? "") ? Number(words.get(name)) : undefined;
    link.at = number("at");
    link.pinned = number("with");
    link.tab = words.get("tab");
    if (words.has("q")) link.query = words.get("q");
    try {
        const [store, path] = JSON.parse(words.get("watch"));
        if (typeof store === "string" && Array.isArray(path)) link.watch = { store, path };
    } catch {
        // No watch.
    }
    return link;
}

function flags(numbers, count) {
    const flags = new Uint8Array(count);
    for (const number of numbers) flags[number - 1] = 1;
    return flags;
}
