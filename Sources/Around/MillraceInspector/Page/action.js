/// What is known of an action: its content, who asked for it, how long each store took, what middleware did.
function showAction(host, { recording, action, go, tree }) {
    if (!action) {
        host.replaceChildren(element("p", { class: "empty" }, "The beginning."), facts(headerFacts(recording)));
        return;
    }
    const former = action.i > 1 ? recording.action(action.i - 1) : null;
    const gap = former ? `, ${durationText(action.t - former.t)} after the one before` : "";
    const entries = [
        ["Type", shown(action.type)],
        ["Time", `${timeText(action.t)}${gap}`],
        ["Origin", originLinks(recording, action.from ?? {}, go)],
        ["Duration", durationText(action.d) || "not measured"],
    ];
    if (action.to !== undefined) entries.push(["Addressed to", shown(String(action.to))]);
    if ((action.calls ?? []).length > 0) entries.push(["Handled by", callBars(action)]);
    else entries.push(["Handled by", "no store"]);
    for (const by of action.by ?? []) {
        const what = by[1] === "drop" ? "dropped it" : `put it in the place of ${visible(String(by[2] ?? "another action"))}`;
        entries.push(["Middleware", element("span", {}, shown(String(by[0])), ` ${what}`)]);
    }
    for (const step of recording.steps) if (step.after === action.i - 1) entries.push(["Before it", shown(step.text)]);
    for (const problem of recording.problems) if (problem.after === action.i) entries.push(["Problem", shown(problem.text, "bad")]);
    const content = element("div", { id: "content-tree" });
    host.replaceChildren(facts(entries), element("h3", {}, "Content"), content);
    if (action.content === undefined) {
        content.append(element("p", { class: "empty" }, action.broken ? visible(action.broken) : "Not recorded."));
        return;
    }
    const shownTree = new ValueTree(content, { label: "Content of the action" });
    shownTree.unfolded = tree.unfolded;
    tree.unfolded.add(nodeKey(undefined, []));
    shownTree.show([{ label: "", path: [], steps: [], values: [action.content] }]);
}

function facts(entries) {
    return element("dl", { class: "facts" }, ...entries.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
}

function headerFacts(recording) {
    const text = value => typeof value === "string" ? value : JSON.stringify(value);
    const notes = Object.entries(recording.header?.notes ?? {}).map(([name, value]) => [visible(name), shown(text(value))]);
    return [
        ["Began", shown(String(recording.header?.began ?? "–"))],
        ["Stores", count(recording.initialStates.size)],
        ["Actions", count(recording.count)],
        ...notes,
    ];
}

function originLinks(recording, from, go) {
    const made = element("span", {});
    const add = child => made.append(made.childNodes.length > 0 ? " · " : "", child);
    if (from.e !== undefined) {
        const effect = recording.effects.byNumber.get(from.e);
        const name = `effect ${visible(from.e)}${effect?.begin.id ? ` (${visible(String(effect.begin.id))})` : ""}`;
        const begin = effect?.begin.i, action = recording.action(begin);
        const text = action ? `${name}, begun by ${count(begin)} ${visible(action.type)}` : name;
        add(action ? button(text, "Go to the action that began it", () => go(begin), { class: "link" }) : text);
    }
    if (from.inlet !== undefined) add(shown(`inlet ${from.inlet}`));
    if (from.member !== undefined) add(shown(`member ${from.member}`));
    if (from.at !== undefined) add(shown(String(from.at), "place"));
    if (from.replay) add("handed over by a replay or a history");
    if (from.deferred) add("deferred to the end of another turn");
    if (made.childNodes.length === 0) add("dispatched; the place is not recorded");
    return made;
}

function callBars(action) {
    const longest = Math.max(...action.calls.map(call => call[1] || 0), 1e-9);
    return element("div", { class: "calls" }, ...action.calls.flatMap(([store, duration]) => {
        const bar = element("i", { class: "bar" });
        bar.style.width = `${Math.max(1, 100 * (duration || 0) / longest)}%`;
        return [shown(store), element("span", { class: "track" }, bar), element("span", { class: "duration" }, durationText(duration))];
    }));
}

/// The effects that an action began, and those that were running when it was over.
function showEffects(host, { recording, moment, go }) {
    const begun = moment > 0 ? recording.effects.begunBy(moment) : [];
    const running = recording.effects.runningAfter(moment).filter(effect => effect.begin.i !== moment);
    host.replaceChildren();
    const section = (title, effects, empty) => host.append(
        element("h3", {}, title, element("span", { class: "count" }, count(effects.length))),
        effects.length === 0 ? element("p", { class: "empty" }, empty)
            : element("div", { class: "effects" }, ...effects.slice(0, 200).map(effect => effectRow(recording, effect, go))));
    section("Begun by this action", begun, "This action has begun no effect.");
    section("Running then", running, "No other effect was running.");
}

function effectRow(recording, effect, go) {
    const { begin, end } = effect;
    const how = end ? end.how : recording.hasEnd ? "not ended" : "running";
    const length = durationText((end?.t ?? recording.endTime) - begin.t);
    const name = number => `${count(number)} ${visible(recording.action(number).type)}`;
    const link = (number, text) => button(text, "Go to this action", () => go(number), { class: "link" });
    return element("div", { class: "effect" },
        element("div", {}, element("span", { class: `badge ${end?.how ?? "running"}` }, visible(how)), " ",
            element("strong", {}, shown(String(begin.id ?? `effect ${effect.number}`))), " ",
            element("span", { class: "muted" }, shown(String(begin.store ?? ""))), " ",
            begin.policy ? element("span", { class: "muted" }, shown(String(begin.policy))) : "",
            element("span", { class: "duration" }, length)),
        element("div", { class: "muted" },
            recording.action(begin.i) ? link(begin.i, `begun by ${name(begin.i)}`) : "", " ",
            begin.at ? shown(String(begin.at), "place") : "", " ",
            ...effect.actions.slice(0, 8).flatMap(number => [link(number, `→ ${name(number)}`), " "]),
            effect.actions.length > 8 ? `and ${count(effect.actions.length - 8)} more` : "",
            end?.why ? shown(String(end.why), "bad") : "", " ", end?.error === undefined ? "" : shownValue(end.error)));
}
