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
    const sealer = new Sealer();
    const session = value => ({ t: "SessionState", f: [["user", { c: "signedIn", a: [["name", "Ada"]] }], ["token", { r: true }], ["ticks", value]] });
    const search = (query, phase) => ({ t: "SearchState", f: [["query", query], ["phase", phase]] });
    sealer.add({
        inspection: 1, began: "2026-01-01T10:00:00Z", notes: { app: "Sample", version: "1.0" },
        states: [
            ["items", { t: "ItemsState", f: [["rows", { l: ids.map(id => [String(id), row(id, titles.get(id), false)]) }], ["count", rows]] }],
            ["search", search("", { c: "idle" })], ["session", session(0)],
        ],
        graph: sampleGraph(),
    });
    let t = 0, next = rows + 1, effect = 0, running = null, ticks = 0, query = "", phase = { c: "idle" };
    for (let i = 1; i <= actions; i++) {
        t += 50 + whole(20_000);
        const d = Math.round(10 * (20 + random() * 80 + (random() < 0.002 ? 5000 + random() * 30000 : 0))) / 10;
        const action = (type, content, from, changes, store) => sealer.add({
            i, t, type, content: { t: type, f: content }, from, d, calls: [[store, Math.round(d * 6) / 10]], changes: [[store, changes]],
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
            if (running !== null) sealer.add({ e: running, t, end: "cancelled" });
            const text = ["tea", "milk", "bread", "lamp", "paper"][whole(5)].slice(0, 1 + whole(5));
            action("SearchChanged", [["text", text]], { at: "Search/SearchField.swift:12" },
                [["=", ["query"], query, text], ["=", ["phase"], phase, { c: "loading" }]], "search");
            [query, phase] = [text, { c: "loading" }];
            sealer.add({ e: running = ++effect, i, t, store: "search", id: `search ${text}`, policy: "latest", at: "Search/SearchStore.swift:27" });
        } else if (kind < 0.85 && running !== null) {
            const loaded = { c: "loaded", a: [["results", Array.from({ length: 1 + whole(3) }, (_, n) => `${query} ${n}`)]] };
            action("SearchLoaded", [["results", loaded.a[0][1]]], { e: running, at: "Search/SearchStore.swift:29" }, [["=", ["phase"], phase, loaded]], "search");
            phase = loaded;
            sealer.add({ e: running, t: t + 5, end: random() < 0.1 ? "failed" : "finished" });
            running = null;
        } else {
            action("Tick", [["at", { t: "Date", x: "2026-01-01T10:00:00Z" }]], { inlet: "clock" }, [["=", ["ticks"], ticks, ++ticks]], "session");
        }
    }
    return sealer.add({ end: actions }).bytes;
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
    const sealer = new Sealer(), texts = hostileTexts;
    const fields = texts.filter(text => text !== "").map(text => [text, text]);
    sealer.add({
        inspection: 1, began: texts[0], notes: JSON.parse('{"__proto__":"<b>","<script>":"</script>"}'),
        states: texts.map((text, index) => [`${text}${index}`, { t: text, f: [...fields, ["rows", { l: texts.map(id => [id, { c: id, a: [[id, { x: id, t: id }]] }]) }], ["map", { d: texts.map(key => [key, key]) }]] }]),
        graph: { nodes: texts.map((text, index) => ({ id: index, kind: text, name: text, height: index % 4, observers: text })), edges: texts.map((text, index) => [index, (index + 5) % texts.length]) },
    });
    texts.forEach((text, index) => {
        const i = index + 1, store = `${text}${index}`;
        sealer.add({
            i, t: i * 1000, type: text, content: { t: text, f: fields }, missing: text, from: { at: text, e: text, inlet: text, member: text }, to: text, d: i,
            calls: [[store, i]], by: [[text, "replace", text]],
            changes: [[store, [["=", ["rows", ["#", text], text === "" ? ".0" : text], { x: text, t: text }, text], ["=", ["map", ["k", text]], text, { t: text, x: text }]]]],
        });
        sealer.add({ e: index, i, t: i * 1000 + 1, store, id: text, policy: text, at: text });
        sealer.add({ e: index, t: i * 1000 + 500, end: text, why: text, error: text });
        sealer.add({ problem: text, t: i * 1000 + 600 });
    });
    const i = texts.length + 1, long = "\u202e<script>".repeat(longest / 9 | 0);
    sealer.add({ i, t: i * 1000, type: "Long", content: long, changes: [[`${texts[0]}0`, [["=", [texts[0]], texts[0], long]]]] });
    // Bytes that are no UTF-8, in a line whose checksum is right.
    sealer.addBytes(Buffer.concat([Buffer.from(`{"i":${i + 1},"t":${i * 1000},"type":"bad `), Buffer.from([0xFF, 0xC3, 0x28, 0xED, 0xA0, 0x80]), Buffer.from('"}')]));
    return sealer.add({ end: i + 1 }).bytes;
}

module.exports = { Sealer, hostileSession, hostileTexts, largeSession, randomNumbers, sampleGraph };

if (require.main === module) {
    const [file, actions, rows] = process.argv.slice(2);
    require("fs").writeFileSync(file, largeSession({ actions: Number(actions ?? 100_000), rows: Number(rows ?? 100_000) }));
}
