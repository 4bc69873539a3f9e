/// The tabs of the details.
class Tabs {
    constructor(list, panels, choose) {
        this.tabs = new Map();
        Tabs.names.forEach(([name, title], index) => {
            const tab = button(title, `${title} (${index + 1})`, () => choose(name), {
                role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}`,
            });
            const panel = element("div", { role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, class: "panel" });
            const content = element("div", { id: `content-${name}` });
            panel.append(content);
            list.append(tab);
            panels.append(panel);
            this.tabs.set(name, { tab, panel, content });
        });
        list.addEventListener("keydown", event => {
            const names = [...this.tabs.keys()], step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
            if (step === undefined) return;
            const name = names[(names.indexOf(this.chosen) + step + names.length) % names.length];
            choose(name);
            this.choose(name);
            this.tabs.get(name).tab.focus();
            event.preventDefault();
            event.stopPropagation();
        });
    }

    has(name) { return this.tabs.has(name); }

    panel(name) { return this.tabs.get(name).content; }

    choose(chosen) {
        this.chosen = chosen;
        for (const [name, { tab, panel }] of this.tabs) {
            tab.setAttribute("aria-selected", name === chosen);
            tab.tabIndex = name === chosen ? 0 : -1;
            panel.hidden = name !== chosen;
        }
    }
}
Tabs.names = [
    ["difference", "Difference"], ["state", "State"], ["action", "Action"], ["effects", "Effects"], ["graph", "Graph"],
    ["compare", "Compare"],
];

/// The keys of the page. Trees and the time line have some of their own.
function pressed(event, app) {
    if (event.metaKey || event.ctrlKey || event.altKey || app.parts.help.open) return;
    const isInField = event.target === app.parts.query;
    if (event.key === "Escape") {
        app.parts.query.value = "";
        app.setWatch(null);
        if (isInField) app.list.host.focus();
        return;
    }
    if (isInField) {
        if (event.key !== "Enter" && event.key !== "ArrowDown") return;
        app.list.host.focus();
        const { order } = app.list;
        if (order.matches?.length > 0 && !order.matches.includes(app.moment)) app.go(order.firstFrom(app.moment));
        event.preventDefault();
        return;
    }
    if (event.target instanceof HTMLButtonElement && (event.key === "Enter" || event.key === " ")) return;
    const act = actionOfKey(event.key, app);
    if (!act) return;
    act();
    event.preventDefault();
}

function actionOfKey(key, app) {
    switch (key) {
        case "ArrowUp": case "ArrowLeft": case "k": return () => app.step(-1);
        case "ArrowDown": case "ArrowRight": case "j": return () => app.step(1);
        case "PageUp": return () => app.turn(-1);
        case "PageDown": return () => app.turn(1);
        case "Home": return () => app.step(-Infinity);
        case "End": return () => app.step(Infinity);
        case "b": return () => app.goToCause();
        case "p": return () => app.togglePin();
        case "x": return () => app.swap();
        case "/": return () => app.parts.query.select();
        case "?": return () => app.parts.help.showModal();
        default: {
            const tab = Tabs.names[Number(key) - 1];
            return tab ? () => app.open(tab[0]) : null;
        }
    }
}

/// The divider between list and details: it is dragged, or moved with the arrows.
function makeDivider(divider) {
    const set = percent => {
        const width = Math.max(20, Math.min(75, percent));
        document.body.style.setProperty("--list", `${width}%`);
        divider.setAttribute("aria-valuenow", Math.round(width));
    };
    divider.addEventListener("pointerdown", event => {
        divider.setPointerCapture(event.pointerId);
        event.preventDefault();
    });
    divider.addEventListener("pointermove", event => {
        if (divider.hasPointerCapture(event.pointerId)) set(100 * event.clientX / innerWidth);
    });
    divider.addEventListener("keydown", event => {
        const step = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
        if (step === undefined) return;
        set(Number(divider.getAttribute("aria-valuenow")) + step);
        event.preventDefault();
        event.stopPropagation();
    });
}
