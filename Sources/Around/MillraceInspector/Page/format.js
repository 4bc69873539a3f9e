// How numbers and values are written.

/// A duration in microseconds.
function durationText(microseconds) {
    if (!Number.isFinite(microseconds)) return "";
    const size = Math.abs(microseconds);
    if (size < 1000) return `${digits(microseconds)} µs`;
    if (size < 1e6) return `${digits(microseconds / 1000)} ms`;
    if (size < 60e6) return `${digits(microseconds / 1e6)} s`;
    return `${Math.floor(microseconds / 60e6)} min ${Math.round((microseconds % 60e6) / 1e6)} s`;
}

/// Three significant digits.
function digits(number) {
    const size = Math.abs(number);
    return Number(number.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2)).toString();
}

/// A moment since the start: "1:02.345".
function timeText(microseconds) {
    const milliseconds = Math.floor(microseconds / 1000);
    const seconds = Math.floor(milliseconds / 1000), minutes = Math.floor(seconds / 60);
    const rest = `${String(seconds % 60).padStart(2, "0")}.${String(milliseconds % 1000).padStart(3, "0")}`;
    if (minutes < 60) return `${minutes}:${rest}`;
    return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
}

/// A number with marks between thousands.
function count(number) {
    return Number(number).toLocaleString("en");
}

/// A number of things: "1 node", "2 nodes".
function counted(number, one, many = `${one}s`) {
    return `${count(number)} ${number === 1 ? one : many}`;
}

/// A value as a text of no more than about so many characters: `Row(id: 1, title: "Tea")`.
function brief(value, limit) {
    let text = "";
    writeValue(value, limit, piece => { text += piece; });
    return visible(text);
}

/// Writes a value in pieces, `write(text, kind)`. Where the limit of characters is reached an ellipsis ends it.
function writeValue(value, limit, write) {
    new ValueWriter(limit, write).value(value);
}

class ValueWriter {
    constructor(limit, write) {
        this.left = limit;
        this.write = write;
    }

    get isOver() { return this.left <= 0; }

    put(text, kind) {
        if (this.isOver) return;
        const isCut = text.length > this.left && this.left < 12 || text.length > 2 * this.left;
        this.write(isCut ? prefix(text, this.left) : text, kind);
        this.left -= text.length;
        if (this.isOver) this.write("…", "mark");
    }

    value(value) {
        if (this.isOver) return;
        const kind = kindOf(value);
        switch (kind) {
            case "null": return this.put("nil", "keyword");
            case "boolean": return this.put(String(value), "keyword");
            case "number": return this.put(numberText(value), "number");
            case "string": return this.string(value);
            case "redacted": return this.put("redacted", "redacted");
            case "text": return this.put(value.x, "text");
            case "unknown": return this.put(JSON.stringify(value), "text");
            case "optional":
                this.put("some(", "mark");
                this.value(value.o);
                return this.put(")", "mark");
            case "case": this.put(`.${value.c}`, "case"); break;
            case "fields": if (typeOf(value)) this.put(typeOf(value), "type"); break;
        }
        if (kind !== "case" || childCount(value) > 0) this.children(value, kind);
    }

    children(value, kind) {
        const total = childCount(value);
        const [open, close] = kind === "fields" || kind === "case" ? ["(", ")"] : ["[", "]"];
        this.put(open, "mark");
        if (total > 3 && open === "[") this.put(`${count(total)}: `, "count");
        const hasLabels = kind === "fields" || kind === "case" || kind === "dictionary";
        let isFirst = true;
        for (const child of childrenOf(value, 0, Math.max(0, this.left))) {
            if (this.isOver) return;
            if (!isFirst) this.put(", ", "mark");
            isFirst = false;
            if (hasLabels && !child.label.startsWith(".")) this.put(`${prefix(child.label, 60)}: `, "label");
            this.value(child.value);
        }
        if (kind === "dictionary" && total === 0) this.put(":", "mark");
        this.put(close, "mark");
    }

    string(text) {
        const room = Math.max(this.left, 8);
        if (text.length <= room) return this.put(`"${quoted(text)}"`, "string");
        this.write(`"${quoted(prefix(text, room))}…"`, "string");
        this.write(` ${count(text.length)} characters`, "count");
        this.left = 0;
    }
}

/// A string as it stands in quotation marks. Hidden characters are left to those who show it.
function quoted(text) {
    return text.replace(/["\\]/g, "\\$&");
}

/// A path, as one reads it: `rows[#12].title`, `names["Ada"]`, `list[3]`.
function pathText(path) {
    let text = "";
    for (const step of path) {
        if (typeof step === "number") text += `[${step}]`;
        else if (!Array.isArray(step)) text += typeof step === "string" && step.startsWith(".") ? step : `${text ? "." : ""}${step}`;
        else if (step[0] === "#") text += `[#${step[1]}]`;
        else if (step[0] === "k") text += `["${quoted(String(step[1]))}"]`;
        else text += "[element]";
    }
    return text;
}

/// A value's text for searching, of about so many characters.
function searchableText(value, limit) {
    let text = "", left = limit;
    const visit = node => {
        if (left <= 0) return;
        const kind = kindOf(node);
        let own = "";
        if (kind === "string") own = prefix(node, left);
        else if (kind === "number") own = numberText(node);
        else if (kind === "boolean") own = String(node);
        else if (kind === "text") own = prefix(node.x, left);
        else if (kind === "case") own = node.c;
        else if (kind === "fields") own = typeOf(node);
        if (own) {
            text += ` ${own}`;
            left -= own.length + 1;
        }
        for (const child of childrenOf(node, 0, 1 + (left >> 2))) {
            if (left <= 0) return;
            if (kind === "rows" || kind === "dictionary") {
                text += ` ${prefix(child.label, left)}`;
                left -= child.label.length + 1;
            }
            visit(child.value);
        }
    };
    visit(value);
    return text;
}
