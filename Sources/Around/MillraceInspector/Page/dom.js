// How elements are made. Nothing here or elsewhere reads markup from a text.

/// An element with attributes and children. Attributes whose value is a function are listeners; `null` and `false` are
/// left out. Children are elements and texts.
function element(tag, attributes = {}, ...children) {
    return filled(document.createElement(tag), attributes, children);
}

/// The same within a picture.
function shape(tag, attributes = {}, ...children) {
    return filled(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function filled(made, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === null || value === false) continue;
        if (typeof value === "function") made.addEventListener(name, value);
        else made.setAttribute(name, value === true ? "" : value);
    }
    made.append(...children);
    return made;
}

/// A text from the recording: hidden characters are marked escapes, and its direction does not reach beyond it. Of a long
/// one the beginning is shown.
function shown(text, kind = "", most = mostCharacters) {
    const made = element("span", { class: `shown ${kind}` });
    const pieces = visiblePieces(text, most);
    if (pieces.length === 1 && !pieces[0].isEscape) made.textContent = pieces[0].text;
    else for (const piece of pieces) made.append(piece.isEscape ? element("span", { class: "escape" }, piece.text) : piece.text);
    return made;
}

/// A value on one line, of about so many characters.
function shownValue(value, limit = 160) {
    const made = element("span", { class: "value" });
    writeValue(value, limit, (text, kind) => {
        if (text !== "") made.append(shown(text, kind));
    });
    return made;
}

/// A colour for a kind of action: its number picks the hue.
function hueOf(number) {
    return Math.round((number * 137.508 + 205) % 360);
}

function button(label, title, press, attributes = {}) {
    return element("button", { type: "button", title, click: press, ...attributes }, label);
}
