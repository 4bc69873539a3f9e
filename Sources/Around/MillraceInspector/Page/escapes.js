// What comes from a recording is shown as it is, but for characters that have no shape of their own or change how others
// are laid out. Each of those is shown as an escape.

/// Control characters, marks of direction, invisible characters, line separators, lone surrogates and what is no
/// character.
const hiddenCharacters = new RegExp(
    "[\\u0000-\\u001F\\u007F-\\u009F\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B\\u200C" +
    "\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u206F\\u3164\\uFE00-\\uFE0E\\uFEFF\\uFFA0\\uFFF0-\\uFFFB\\uFFFD-\\uFFFF" +
    "\\u{1D173}-\\u{1D17A}\\u{E0000}-\\u{E0FFF}\\p{Surrogate}\\p{Noncharacter_Code_Point}]", "gu");

const namedEscapes = new Map([["\n", "\\n"], ["\r", "\\r"], ["\t", "\\t"], ["\0", "\\0"]]);

/// The escape of a character.
function escapeOf(character) {
    const code = character.codePointAt(0);
    return namedEscapes.get(character)
        ?? (code > 0xFFFF ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`);
}

/// The most characters of a name, a type, an identity or a message that are shown: a recording may have ten megabytes in
/// their place, and each hidden character is an element.
const mostCharacters = 500;

/// A text without hidden characters, for where there is no room for marks: names for assistive tools, a canvas.
function visible(text) {
    const all = String(text), part = prefix(all, mostCharacters);
    return part.replace(hiddenCharacters, escapeOf) + (part.length < all.length ? "…" : "");
}

/// Takes a text apart into pieces: `{ text, isEscape }`.
function visiblePieces(all, most = mostCharacters) {
    const pieces = [], text = prefix(all, most);
    let end = 0;
    for (const match of text.matchAll(hiddenCharacters)) {
        if (match.index > end) pieces.push({ text: text.slice(end, match.index), isEscape: false });
        pieces.push({ text: escapeOf(match[0]), isEscape: true });
        end = match.index + match[0].length;
    }
    if (end < text.length) pieces.push({ text: text.slice(end), isEscape: false });
    if (text.length < all.length) pieces.push({ text: "…", isEscape: false });
    return pieces;
}

/// The first characters of a text, not half a pair of surrogates.
function prefix(text, count) {
    if (text.length <= count) return text;
    const last = text.charCodeAt(count - 1);
    return text.slice(0, last >= 0xD800 && last <= 0xDBFF ? count - 1 : count);
}
