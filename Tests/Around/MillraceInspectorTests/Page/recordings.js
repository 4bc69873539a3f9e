"use strict";
// Recordings for tests, sealed as the recorder seals them.
const { logic } = require("./assemble");
const { ChecksumChain } = logic();

/// Writes lines with their checksums.
class Sealer {
    constructor() {
        this.chain = new ChecksumChain();
        this.lines = [];
    }

    add(line) { return this.addBytes(Buffer.from(JSON.stringify(line))); }

    addBytes(line) {
        const content = line.subarray(1);
        const { chain } = this;
        const [high, low] = ChecksumChain.sum(content, 0, content.length, chain.high, chain.low);
        Object.assign(chain, { high, low });
        const digits = [high, low].map(half => (half >>> 0).toString(16).padStart(8, "0")).join("");
        this.lines.push(Buffer.from(`{"sum":"${digits}",`), content, Buffer.from("\n"));
        return this;
    }

    get bytes() { return Buffer.concat(this.lines); }
}

/// Writes a session as the recorder does: names are told once, and then by their numbers; times as what has passed.
class SessionWriter {
    constructor({ states = [], ...header } = {}) {
        this.sealer = new Sealer().add({ inspection: 2, ...header, states });
        this.numbers = new Map();
        this.news = [];
        this.count = this.time = 0;
    }

    number(name) {
        if (!this.numbers.has(name)) {
            this.numbers.set(name, this.numbers.size);
            this.news.push(name);
        }
        return this.numbers.get(name);
    }

    passed(t) {
        const passed = t - this.time;
        this.time = t;
        return passed;
    }

    add(line) {
        if (this.news.length > 0) this.sealer.add({ names: this.news.splice(0) });
        this.sealer.add(line);
        return this;
    }

    /// An action as the page has it: { t, type, content, from, to, calls, by, changes }.
    action({ t, type, content, from = {}, to, calls = [], by, changes }) {
        this.count++;
        const { at, ...origin } = from, numbers = [this.passed(t), this.number(type), at === undefined ? -1 : this.number(at)];
        for (const [store, d] of calls) numbers.push(this.number(store), d ?? -1);
        const line = { a: numbers };
        if (Object.keys(origin).length > 0) line.o = origin;
        if (content !== undefined) line.c = content;
        if (to !== undefined) line.to = this.number(to);
        if (by !== undefined) line.by = by;
        if (changes !== undefined) line.p = changes.flatMap(([store, patch]) => [this.number(store), patch]);
        return this.add(line);
    }

    begin({ e, t, store, at, ...rest }) {
        return this.add({ e, t: this.passed(t), store: this.number(store), ...(at === undefined ? {} : { at: this.number(at) }), ...rest });
    }

    end({ e, t, ...rest }) { return this.add({ e, t: this.passed(t), ...rest }); }

    problem(problem, t) { return this.add({ problem, t: this.passed(t) }); }

    step(step, t) { return this.add({ step, t: this.passed(t) }); }

    finish() { return this.add({ end: this.count }).bytes; }

    get bytes() { return this.sealer.bytes; }
}

/// Random numbers from 0 to 1, the same for the same seed.
function randomNumbers(seed) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6D2B79F5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
}

const row = (id, title, isDone) => ({ t: "Item", f: [["id", id], ["title", title], ["isDone", isDone], ["tags", []], ["due", null]] });

/// A session with many rows and many actions: rows come, change, move and go; effects run; a search is typed.
function largeSession({ actions = 100_000, rows = 100_000, seed = 1 } = {}) {
    const random = randomNumbers(seed), whole = limit => Math.floor(random() * limit);
    const ids = Array.from({ length: rows }, (_, index) => index + 1);
    const titles = new Map(ids.map(id => [id, `Item ${id}`])), done = new Map();
    const sessionState = value => ({ t: "SessionState", f: [["user", { c: "signedIn", a: [["name", "Ada"]] }], ["token", { r: true }], ["ticks", value]] });
    const search = (query, phase) => ({ t: "SearchState", f: [["query", query], ["phase", phase]] });
    const session = new SessionWriter({
        began: "2026-01-01T10:00:00Z", notes: { app: "Sample", version: "1.0" },
        states: [
            ["items", { t: "ItemsState", f: [["rows", { l: ids.map(id => [String(id), row(id, titles.get(id), false)]) }], ["count", rows]] }],
            ["search", search("", { c: "idle" })], ["session", sessionState(0)],
        ],
        graph: sampleGraph(),
    });
    let t = 0, next = rows + 1, effect = 0, running = null, ticks = 0, query = "", phase = { c: "idle" };
    for (let i = 1; i <= actions; i++) {
        t += 50 + whole(20_000);
        const d = Math.round(10 * (20 + random() * 80 + (random() < 0.002 ? 5000 + random() * 30000 : 0))) / 10;
        const action = (type, content, from, changes, store) => session.action({
            t, type, content: { t: type, f: content }, from, calls: [[store, d]], changes: [[store, changes]],
        });
        const kind = random(), index = whole(ids.length), id = ids[index], path = ["rows", ["#", String(id)]];
        if (kind < 0.15 || ids.length < 2) {
            const place = whole(ids.length + 1), value = row(next, `New ${next}`, false);
            ids.splice(place, 0, next);
            titles.set(next, `New ${next}`);
            action("AddItem", [["title", `New ${next}`], ["at", place]], { at: "Items/ItemsView.swift:41" },
                [["+", ["rows", ["#", String(next)]], value, place], ["=", ["count"], ids.length - 1, ids.length]], "items");
            next++;
        } else if (kind < 0.25) {
            ids.splice(index, 1);
            action("RemoveItem", [["id", id]], { at: "Items/ItemsView.swift:58" },
                [["-", path, { ...row(id, titles.get(id), done.get(id) ?? false) }, index], ["=", ["count"], ids.length + 1, ids.length]], "items");
        } else if (kind < 0.3) {
            const place = whole(ids.length), value = row(id, titles.get(id), done.get(id) ?? false);
            ids.splice(index, 1);
            ids.splice(place, 0, id);
            action("MoveItem", [["id", id], ["to", place]], { inlet: "drag", deferred: true }, [["-", path, value, index], ["+", path, value, place]], "items");
        } else if (kind < 0.55) {
            const isDone = done.get(id) ?? false;
            done.set(id, !isDone);
            action("ToggleItem", [["id", id]], { member: `rows[${id}]`, at: "Items/Row.swift:19" }, [["=", [...path, "isDone"], isDone, !isDone]], "items");
        } else if (kind < 0.75) {
            const former = titles.get(id), title = `Item ${id}, version ${i}`;
            titles.set(id, title);
            action("RenameItem", [["id", id], ["title", title]], { at: "Items/Row.swift:33" }, [["=", [...path, "title"], former, title]], "items");
        } else if (kind < 0.8) {
            if (running !== null) session.end({ e: running, t, end: "cancelled" });
            const text = ["tea", "milk", "bread", "lamp", "paper"][whole(5)].slice(0, 1 + whole(5));
            action("SearchChanged", [["text", text]], { at: "Search/SearchField.swift:12" },
                [["=", ["query"], query, text], ["=", ["phase"], phase, { c: "loading" }]], "search");
            [query, phase] = [text, { c: "loading" }];
            session.begin({ e: running = ++effect, i, t, store: "search", id: `search ${text}`, policy: "latest", at: "Search/SearchStore.swift:27" });
        } else if (kind < 0.85 && running !== null) {
            const loaded = { c: "loaded", a: [["results", Array.from({ length: 1 + whole(3) }, (_, n) => `${query} ${n}`)]] };
            action("SearchLoaded", [["results", loaded.a[0][1]]], { e: running, at: "Search/SearchStore.swift:29" }, [["=", ["phase"], phase, loaded]], "search");
            phase = loaded;
            session.end({ e: running, t: t += 5, end: random() < 0.1 ? "failed" : "finished" });
            running = null;
        } else {
            action("Tick", [["at", { t: "Date", x: "2026-01-01T10:00:00Z" }]], { inlet: "clock" }, [["=", ["ticks"], ticks, ++ticks]], "session");
        }
    }
    return session.finish();
}

function sampleGraph() {
    const nodes = [
        ["items", "store", 0], ["search", "store", 0], ["session", "store", 0], ["rows", "select", 1], ["query", "select", 1], ["phase", "select", 1],
        ["isSignedIn", "select", 1], ["filtered", "filter", 2], ["sorted", "sorted", 3], ["summary", "combine", 4], ["screen", "map", 5], ["title", "map", 2],
    ].map(([name, kind, height], index) => ({ id: index + 1, kind, name, height, observers: 1 + index % 3 }));
    const edges = [[1, 4], [2, 5], [2, 6], [3, 7], [4, 8], [5, 8], [8, 9], [9, 10], [6, 10], [10, 11], [7, 11], [5, 12]];
    return { nodes, edges };
}

/// A session in which every text that can come from an app tries to be something else.
const hostileTexts = [
    "</script><script>pwned = 1</script>", "<!--<script>", "<img src=x onerror='pwned = 1'>", "]]><svg onload='pwned = 1'>", "{{script}}", "${pwned = 1}",
    "\u2028\u2029", "\ud800 lone", "lone \udc00", "\u202egnp.exe\u202c", "\u2066x\u2069", "\0nul", "\u001b[31mred", "__proto__", "constructor", "toString",
    "javascript:pwned=1", "'\"`\\", "&lt;b&gt;&amp;", "\u200b\ufeff", "line\nbreak\r\ttab", "", " ", "\u{e0041}", "שלום עולם", "%00%3Cscript%3E",
];

function hostileSession({ longest = 10 << 20 } = {}) {
    const texts = hostileTexts, fields = texts.filter(text => text !== "").map(text => [text, text]);
    const session = new SessionWriter({
        began: texts[0], notes: JSON.parse('{"__proto__":"<b>","<script>":"</script>"}'),
        states: texts.map((text, index) => [`${text}${index}`, { t: text, f: [...fields, ["rows", { l: texts.map(id => [id, { c: id, a: [[id, { x: id, t: id }]] }]) }], ["map", { d: texts.map(key => [key, key]) }]] }]),
        graph: { nodes: texts.map((text, index) => ({ id: index, kind: text, name: text, height: index % 4, observers: text })), edges: texts.map((text, index) => [index, (index + 5) % texts.length]) },
    });
    texts.forEach((text, index) => {
        const i = index + 1, store = `${text}${index}`;
        session.action({
            t: i * 1000, type: text, content: { t: text, f: fields }, from: { at: text, e: text, inlet: text, member: text }, to: text,
            calls: [[store, i]], by: [[text, "replace", text]],
            changes: [[store, [["=", ["rows", ["#", text], text === "" ? ".0" : text], { x: text, t: text }, text], ["=", ["map", ["k", text]], text, { t: text, x: text }]]]],
        });
        session.begin({ e: index, i, t: i * 1000 + 1, store, id: text, policy: text, at: text });
        session.end({ e: index, t: i * 1000 + 500, end: text, why: text, error: text });
        session.problem(text, i * 1000 + 600);
        session.step(text, i * 1000 + 700);
    });
    // Ten megabytes as a content and a value; a tenth of it as an identity, an effect's identity, a type and a problem.
    const i = texts.length + 1, t = i * 1000, store = `${texts[0]}0`, text = length => "\u202e<script>".repeat(length / 9 | 0);
    const [whole, long] = [text(longest), text(longest / 10)];
    session.action({ t, type: "Long", content: whole, changes: [[store, [["=", [texts[0]], texts[0], whole], ["+", ["rows", ["#", long]], long, 0]]]] });
    session.begin({ e: "long", i, t, store, id: long });
    session.end({ e: "long", t, end: "failed", why: long });
    session.problem(long, t);
    session.step(long, t);
    session.action({ t, type: long, from: { at: long } });
    // Bytes that are no UTF-8, in lines whose checksums are right.
    const bad = Buffer.from([0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80]), line = (head, tail) => Buffer.concat([Buffer.from(head), bad, Buffer.from(tail)]);
    const number = session.numbers.size;
    session.sealer.addBytes(line('{"names":["bad ', '"]}')).addBytes(line(`{"a":[0,${number},-1],"c":"bad `, '"}'));
    session.numbers.set("bad", number);
    session.count++;
    return session.finish();
}

module.exports = { Sealer, SessionWriter, hostileSession, hostileTexts, largeSession, randomNumbers, sampleGraph };

if (require.main === module) {
    const [file, actions, rows] = process.argv.slice(2);
    require("fs").writeFileSync(file, largeSession({ actions: Number(actions ?? 100_000), rows: Number(rows ?? 100_000) }));
}
