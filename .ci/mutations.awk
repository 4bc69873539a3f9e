# Finds the places that the blocks of a list of breaks speak of, and breaks them: what .ci/mutations does with its list.
#
#   awk -v list=LIST -v work=DIRECTORY -f mutations.awk FILE...
#
# For block N it writes DIRECTORY/N/{law,filter,configuration,old}, and, where its place is found, DIRECTORY/N/path and the broken file
# as DIRECTORY/N/broken. DIRECTORY/N/note says what has changed since the block was written, DIRECTORY/N/error why it does
# not apply.
#
# Source is compared token by token, so spaces, line breaks, comments and trailing commas do not count. The first of
# these that finds one place is taken:
#
#   1. the very tokens, in the declaration that the block names, then anywhere in its file;
#   2. the same with names changed, in that declaration, then anywhere in its file: each name stands for one other
#      throughout, at most half of them differ, and no place needs fewer changes;
#   3. the very tokens in another file, in a declaration of that name, then anywhere; then with names changed, in a
#      declaration of that name.
#
# What was renamed in the source is renamed in what is put in its place.

function slurp(name,   text, line) {
    text = ""
    while ((getline line < name) > 0) text = text line "\n"
    close(name)
    return text
}

# How long a literal is that begins with a quotation mark; interpolations may hold further ones.
function literalLength(text,   i, c, depth) {
    i = 2
    while (i <= length(text)) {
        c = substr(text, i, 1)
        if (c == "\\" && substr(text, i + 1, 1) == "(") {
            depth = 1
            i += 2
            while (depth > 0 && i <= length(text)) {
                c = substr(text, i, 1)
                if (c == "\"") { i += literalLength(substr(text, i)); continue }
                if (c == "(") depth++
                if (c == ")") depth--
                i++
            }
            continue
        }
        if (c == "\\") { i += 2; continue }
        if (c == "\"") return i
        i++
    }
    return length(text)
}

# Takes a text apart. tokens[key] is how many there are, token[key, i] the i-th, from[key, i] and past[key, i] where it
# begins and where the next character stands.
function tokenize(key, text,   lines, count, line, number, offset, column, rest, size, isLong) {
    count = split(text, lines, "\n")
    tokens[key] = 0
    offset = 0
    isLong = 0
    for (number = 1; number <= count; number++) {
        line = lines[number]
        column = 1
        while (column <= length(line)) {
            rest = substr(line, column)
            if (match(rest, /^[ \t]+/)) { column += RLENGTH; continue }
            if (substr(rest, 1, 3) == "\"\"\"") { isLong = !isLong; size = 3 }
            else if (isLong) { match(rest, /^[^ \t]+/); size = RLENGTH }
            else if (substr(rest, 1, 2) == "//") break
            else if (match(rest, /^#".*"#/)) size = RLENGTH
            else if (substr(rest, 1, 1) == "\"") size = literalLength(rest)
            else if (match(rest, /^[@#$`A-Za-z_][A-Za-z0-9_`]*/)) size = RLENGTH
            else if (match(rest, /^[0-9][A-Za-z0-9_]*/)) size = RLENGTH
            else size = 1
            # The comma after the last of several lines comes and goes with the layout.
            if (rest ~ /^[])]/ && token[key, tokens[key]] == ",") tokens[key]--
            tokens[key]++
            token[key, tokens[key]] = substr(rest, 1, size)
            from[key, tokens[key]] = offset + column
            past[key, tokens[key]] = offset + column + size
            lineOf[key, tokens[key]] = number
            column += size
        }
        offset += length(line) + 1
    }
}

# Reads a file, and finds its declarations: names[file] is how many have a body, name[file, d] what they are called,
# first[file, d] and last[file, d] their tokens.
function read(file,   i, t, pending, start, isShort, parentheses, level, depth, open, d) {
    if (file in source) return
    source[file] = slurp(file)
    tokenize(file, source[file])
    names[file] = 0
    pending = ""
    parentheses = 0
    depth = 0
    for (i = 1; i <= tokens[file]; i++) {
        t = token[file, i]
        if (t ~ /^(class|struct|enum|actor|protocol|extension|func|var|let)$/ && token[file, i - 1] != ".") {
            if (token[file, i + 1] !~ /^(func|var|let)$/) {
                pending = token[file, i + 1]
                start = i
                isShort = t == "var" || t == "let"
                level = parentheses
            }
        } else if (t ~ /^(init|deinit|subscript)$/ && token[file, i - 1] != ".") {
            pending = t
            start = i
            isShort = 0
            level = parentheses
        } else if (t == "(" || t == "[") parentheses++
        else if (t == ")" || t == "]") parentheses--
        else if (t == "{") {
            depth++
            open[depth] = 0
            if (pending != "" && level == parentheses && !(isShort && lineOf[file, start] != lineOf[file, i])) {
                d = ++names[file]
                name[file, d] = pending
                first[file, d] = start
                open[depth] = d
                pending = ""
            }
        } else if (t == "}") {
            if (open[depth]) last[file, open[depth]] = i
            depth--
            pending = ""
        }
    }
}

function isName(t) { return t ~ /^[A-Za-z_]/ && !(t in keywords) }

# Whether the tokens of a block stand at a token of a file.
function standsAt(key, file, at,   i) {
    for (i = 1; i <= tokens[key]; i++) if (token[key, i] != token[file, at + i - 1]) return 0
    return 1
}

# How many names of a block are others at a token of a file, in `renamed`; -1 where more than names differ, or too many.
function changesAt(key, file, at, renamed,   i, a, b, there, all, changes) {
    split("", renamed)
    split("", there)
    all = 0
    changes = 0
    for (i = 1; i <= tokens[key]; i++) {
        a = token[key, i]
        b = token[file, at + i - 1]
        if (!isName(a) || !isName(b)) {
            if (a != b) return -1
        } else if (a in renamed) {
            if (renamed[a] != b) return -1
        } else if (b in there || (a ~ /^[A-Z]/) != (b ~ /^[A-Z]/)) return -1
        else {
            renamed[a] = b
            there[b] = a
            all++
            if (a != b) changes++
        }
    }
    return changes * 2 <= all + 1 ? changes : -1
}

# Looks for a block in a file, within the declarations of a name where there is one. Returns how many places there are,
# the first of them in `found`; where names may have changed, those with the fewest changes, in `changed`.
function search(key, file, place, mayChange,   d, i, changes, best, places, isThere, seen, ignored) {
    read(file)
    places = 0
    best = -1
    for (d = 1; d <= (place == "" ? 1 : names[file]); d++) {
        if (place != "" && name[file, d] != place) continue
        i = place == "" ? 1 : first[file, d]
        for (; i + tokens[key] - 1 <= (place == "" ? tokens[file] : last[file, d]); i++) {
            if (i in seen) continue
            if (mayChange) {
                changes = changesAt(key, file, i, ignored)
                isThere = changes >= 0 && (best < 0 || changes <= best)
                if (isThere && changes != best) { best = changes; places = 0 }
            } else isThere = standsAt(key, file, i)
            if (!isThere) continue
            seen[i] = 1
            if (places++ == 0) found = i
        }
    }
    if (places > 0 && mayChange) changesAt(key, file, found, changed)
    return places
}

# The file of a name, which may have folders before it; nothing, and the reason in `problem`, where it is not one.
function fileNamed(name,   i, matches, path) {
    matches = 0
    for (i = 1; i < ARGC; i++)
        if (ARGV[i] == name || substr(ARGV[i], length(ARGV[i]) - length(name)) == "/" name) { path = ARGV[i]; matches++ }
    problem = matches > 1 ? "there is more than one " name ": put its folder before it" : "there is no " name
    return matches == 1 ? path : ""
}

# What is put in the place, with what was renamed.
function replacement(key, text,   i, at, result) {
    result = ""
    at = 1
    for (i = 1; i <= tokens[key]; i++) {
        if (!(token[key, i] in changed)) continue
        result = result substr(text, at, from[key, i] - at) changed[token[key, i]]
        at = past[key, i]
    }
    return result substr(text, at)
}

# Looks for a block in all files but one. Returns how many places there are, the file of the last of them in `elsewhere`.
function searchOthers(key, file, place, mayChange,   i, n, places) {
    places = 0
    for (i = 1; i < ARGC; i++) {
        if (ARGV[i] == file) continue
        n = search(key, ARGV[i], place, mayChange)
        if (n > 0) elsewhere = ARGV[i]
        places += n
    }
    # Once more, for `found` and `changed`.
    if (places == 1) search(key, elsewhere, place, mayChange)
    return places
}

function write(what, text) {
    printf "%s", text > (work "/" number "/" what)
    close(work "/" number "/" what)
}

# Finds the place of the block that has been read, and breaks its file.
function finish(   key, file, place, places, note, n, last) {
    if (number == 0) return
    key = "old " number
    sub(/\n$/, "", old)
    sub(/\n$/, "", new)
    tokenize(key, old)
    write("old", old "\n")
    split("", changed)
    place = fields[4] == "*" ? "" : fields[4]
    file = fileNamed(fields[3])
    note = ""
    places = 0
    if (file != "") {
        problem = "the text to break does not stand there"
        places = search(key, file, place, 0)
        if (places == 0 && place != "") {
            places = search(key, file, "", 0)
            if (places) note = "stands outside of " place
        }
        if (places == 0 && place != "") places = search(key, file, place, 1)
        if (places == 0) places = search(key, file, "", 1)
    }
    if (places == 0) {
        if (place != "") places = searchOthers(key, file, place, 0)
        if (places == 0) places = searchOthers(key, file, "", 0)
        if (places == 0 && place != "") places = searchOthers(key, file, place, 1)
        if (places == 1) { file = elsewhere; note = "stands in " file }
    }
    if (places != 1) {
        write("error", (places > 1 ? "the text to break stands in " places " places" : problem) "\n")
        return
    }
    for (n in changed) if (n != changed[n]) note = note (note == "" ? "" : ", ") n " is " changed[n] " now"
    if (note != "") write("note", note "\n")
    tokenize("new", new)
    last = found + tokens[key] - 1
    write("path", file "\n")
    write("broken", substr(source[file], 1, from[file, found] - 1) replacement("new", new) \
        substr(source[file], past[file, last]))
}

BEGIN {
    count = split("as associatedtype async await break case catch class continue convenience default defer deinit do" \
        " else enum extension fallthrough false fileprivate final for func get guard if import in init inout internal" \
        " is isolated lazy let mutating nil nonisolated open operator override package private protocol public" \
        " repeat required rethrows return self Self sending set some any static struct subscript super switch throw" \
        " throws true try typealias unowned var weak where while willSet didSet actor consuming borrowing each", words, " ")
    for (i = 1; i <= count; i++) keywords[words[i]] = 1
    number = 0
    part = ""
    while ((getline line < list) > 0) {
        if (line ~ /^== /) {
            finish()
            number++
            split(line, fields, " ")
            system("mkdir -p " work "/" number)
            write("law", fields[2] "\n")
            write("place", fields[3] " " fields[4] "\n")
            write("filter", fields[5] "\n")
            write("configuration", (fields[6] == "" ? "debug" : fields[6]) "\n")
            old = ""
            new = ""
            part = "old"
        } else if (line == "--") part = "new"
        else if (part == "old") old = old line "\n"
        else if (part == "new") new = new line "\n"
    }
    finish()
}
