/// The graph of observables as it was when the recording last told it: nodes in columns by their height.
function showGraph(host, recording, moment, note) {
    const told = recording.graphs.findLast(graph => graph.after <= moment) ?? recording.graphs[0];
    if (!told) {
        const text = "The recording has no graph. The app writes one when it is asked to: see the guide.";
        host.replaceChildren(element("p", { class: "empty" }, text));
        host.dataset.shown = "";
        return;
    }
    const index = recording.graphs.indexOf(told);
    const key = `${index} of ${recording.graphs.length}`;
    if (host.dataset.shown === key) return;
    host.dataset.shown = key;
    const { nodes, edges } = told.graph;
    const drawn = nodes.slice(0, 600);
    const when = told.after === 0 ? "as they were at the beginning" : `as they were after action ${count(told.after)}`;
    const caption = `${counted(nodes.length, "node")} and ${counted(edges.length, "edge")}, ${when}`
        + (drawn.length < nodes.length ? `. The first ${count(drawn.length)} are drawn.` : "")
        + (recording.graphs.length === 1 ? ". The app tells it again where it calls recordGraph()." : "");
    host.replaceChildren(element("p", { class: "note" }, caption), picture(drawn, edges, note));
}

/// Places nodes: those of one height below each other, each near those from which it gets its values.
function placed(nodes, edges) {
    const places = new Map(), columns = new Map();
    for (const node of nodes) {
        const height = Number.isFinite(node.height) ? node.height : 0;
        if (!columns.has(height)) columns.set(height, []);
        columns.get(height).push(node);
    }
    const sources = new Map();
    for (const [from, to] of edges) sources.set(to, [...(sources.get(to) ?? []), from]);
    [...columns.keys()].sort((a, b) => a - b).forEach((height, column) => {
        const wish = node => {
            const rows = (sources.get(node.id) ?? []).filter(id => places.has(id)).map(id => places.get(id).row);
            return rows.length > 0 ? rows.reduce((sum, row) => sum + row, 0) / rows.length : Infinity;
        };
        const wishes = new Map(columns.get(height).map(node => [node, wish(node)]));
        columns.get(height).sort((a, b) => wishes.get(a) - wishes.get(b) || 0)
            .forEach((node, row) => places.set(node.id, { node, column, row }));
    });
    return places;
}

function picture(nodes, edges, note) {
    const places = placed(nodes, edges);
    const all = [...places.values()];
    const [width, height, gapX, gapY] = [170, 40, 44, 14];
    const x = place => 8 + place.column * (width + gapX), y = place => 8 + place.row * (height + gapY);
    const right = Math.max(...all.map(place => x(place) + width), 0) + 8, bottom = Math.max(...all.map(place => y(place) + height), 0) + 8;
    const drawing = shape("svg", {
        class: "graph", viewBox: `0 0 ${right} ${bottom}`, width: right, height: bottom, role: "group", "aria-label": "Graph",
    });
    for (const [from, to] of edges) {
        const [start, end] = [places.get(from), places.get(to)];
        if (!start || !end) continue;
        const [x1, y1, x2, y2] = [x(start) + width, y(start) + height / 2, x(end), y(end) + height / 2];
        drawing.append(shape("path", {
            class: "edge", "data-from": from, "data-to": to, d: `M${x1} ${y1}C${x1 + gapX / 2} ${y1} ${x2 - gapX / 2} ${y2} ${x2} ${y2}`,
        }));
    }
    for (const place of all) {
        const { node } = place;
        const name = visible(node.name ?? ""), kind = visible(node.kind ?? "");
        const facts = [`${kind} ${name}`];
        if (node.height !== undefined) facts.push(`height ${node.height}`);
        if (node.observers !== undefined) facts.push(`${node.observers} observers`);
        if (node.changes !== undefined) facts.push(counted(node.changes, "change"));
        const short = (text, most) => text.length > most ? `${prefix(text, most - 1)}…` : text;
        const group = shape("g", { class: "vertex", tabindex: 0, role: "img", transform: `translate(${x(place)} ${y(place)})` },
            shape("title", {}, visible(facts.join(", "))),
            shape("rect", { width, height, rx: 6 }),
            shape("text", { x: 10, y: 17, class: "kind" }, short(kind, node.changes === undefined ? 28 : 22)),
            shape("text", { x: 10, y: 32 }, short(name, 24) || "–"),
            shape("text", { x: width - 8, y: 17, class: "observers" }, node.changes === undefined ? "" : `${count(node.changes)}×`));
        const light = isOn => {
            for (const edge of drawing.querySelectorAll(".edge")) {
                edge.classList.toggle("lit", isOn && (edge.dataset.from === String(node.id) || edge.dataset.to === String(node.id)));
            }
        };
        for (const [event, isOn] of [["pointerenter", true], ["pointerleave", false], ["focus", true], ["blur", false]]) {
            group.addEventListener(event, () => light(isOn));
        }
        drawing.append(group);
    }
    return element("div", { class: "picture", tabindex: 0, role: "region", "aria-label": "Graph, scrolls" }, drawing);
}
