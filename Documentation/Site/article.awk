# Rewrites a guide as an article of DocC: links between guides, links to files, pictures, diagrams.
#
#   awk -v guide=PATH -v names=FILE -v drawings=FOLDER -f article.awk -f diagram.awk PATH
#
# `names` has the path of every guide, and the name of its article.

# A path with its "folder/.." and "./" taken out.
function normal(path) {
    while (sub(/(^|\/)\.\//, "/", path)) sub(/^\//, "", path)
    while (match(path, /[^\/]+\/\.\.\//)) path = substr(path, 1, RSTART - 1) substr(path, RSTART + RLENGTH)
    return path
}

# The anchor that a forge gives a heading, and the one that DocC gives it.
function anchor(text) {
    text = tolower(text)
    gsub(/[^a-z0-9 _-]/, "", text)
    gsub(/ /, "-", text)
    return text
}
function fragment(text) {
    gsub(/[ \t]+/, "-", text)
    gsub(/[`'"’“”,.:;!?()]/, "", text)
    return text
}

# The headings of a guide, read once.
function read_headings(file, line, inside) {
    if (file in isRead) return
    isRead[file] = 1
    while ((getline line < file) > 0) {
        if (line ~ /^```/) inside = !inside
        if (inside || line !~ /^#+ /) continue
        sub(/^#+ /, "", line)
        fragments[file, anchor(line)] = fragment(line)
    }
    close(file)
}

# What a link of this guide becomes.
function target_of(link, file, part, folder) {
    if (link ~ /^[a-z]+:/) return link
    part = ""
    if (match(link, /#.*/)) { part = substr(link, RSTART + 1); link = substr(link, 1, RSTART - 1) }
    folder = guide
    if (!sub(/[^\/]*$/, "", folder)) folder = ""
    file = link == "" ? guide : normal(folder link)
    if (!(file in article)) return ""
    # The root's headings are no targets.
    if (part == "" || article[file] == "Overview") return "doc:" article[file]
    read_headings(file)
    return "doc:" article[file] "#" fragments[file, part]
}

# The links of a line, which may be broken between lines: the text may begin on the line before.
function with_links(line, result, link, target, before, symbol) {
    result = ""
    while (match(line, /\]\([^)]*\)/)) {
        link = substr(line, RSTART + 2, RLENGTH - 3)
        before = substr(line, 1, RSTART - 1)
        line = substr(line, RSTART + RLENGTH)
        target = target_of(link)
        symbol = symbol_of(link, before)
        if (symbol != "") { result = result substr(before, 1, length(before) - length(name_before(before)) - 3) symbol; continue }
        # What is no article stands in the repository: its text stays.
        result = result (target == "" ? without_last_bracket(before) : before "](" target ")")
    }
    return result line
}
# The name in backticks with which a text ends, as that of a link.
function name_before(text) {
    if (!match(text, /\[`[A-Za-z]+(\([A-Za-z_:]*\))?`$/)) return ""
    return substr(text, RSTART + 2, RLENGTH - 3)
}
# A link from the name of a public symbol to its source file leads to the symbol's page.
function symbol_of(link, before, folder, parts) {
    folder = guide
    if (!sub(/[^\/]*$/, "", folder)) folder = ""
    link = normal(folder link)
    if (link !~ /^Sources\/.*\.swift$/ || name_before(before) == "") return ""
    split(link, parts, "/")
    return "``/" parts[3] "/" name_before(before) "``"
}
# "law S1" leads to that law. (The numbers of J are those of a log, and of what is off line.)
function with_laws(line, result, law) {
    if (article[guide] == "Laws") return line
    while (match(line, /law [A-IK-Z][0-9]/)) {
        law = substr(line, RSTART, RLENGTH)
        result = result substr(line, 1, RSTART - 1) "[" law "](doc:Laws#" substr(law, 5) ")"
        line = substr(line, RSTART + RLENGTH)
    }
    return result line
}
function without_last_bracket(text, i) {
    for (i = length(text); i > 0; i--)
        if (substr(text, i, 1) == "[") return substr(text, 1, i - 1) substr(text, i + 1)
    return text
}

BEGIN {
    while ((getline entry < names) > 0) { split(entry, parts, " "); article[parts[1]] = parts[2] }
    close(names)
}

/^```mermaid$/ { inDiagram = 1; begin_diagram(); next }
inDiagram && /^```$/ { inDiagram = 0; print_diagram(); next }
inDiagram { read_diagram($0); next }
/^```/ { inCode = !inCode; print; next }
inCode { print; next }
/^<!--.*-->$/ { next }
# DocC shows the backticks of a heading.
/^#+ / { gsub(/`/, "") }
/^# / && !hasTitle {
    hasTitle = 1
    print
    if (article[guide] == "Overview") print "\n@Metadata {\n    @TechnologyRoot\n}"
    next
}
# A row of the laws' tables is a section, so that symbols can link to it.
article[guide] == "Laws" && /^## / { section = tolower(substr($0, 4)) }
article[guide] == "Laws" && /^\| (law|---) \|/ { next }
article[guide] == "Laws" && /^\| [A-Z][0-9]+ \|/ {
    split(substr($0, 3, length($0) - 4), cell, / \| /)
    print "### " cell[1] (cell[1] in isLaw ? " (" section ")" : "")
    isLaw[cell[1]] = 1
    print "\n" with_links(cell[2]) "\n\nKept by " with_links(cell[3]) ". Shown by " with_links(cell[4]) ".\n"
    next
}
# What the forge draws is not here.
/\]\(\.\.\/\.\.\/actions\// { next }
/^!\[/ { file = $0; sub(/.*\]\(/, "", file); sub(/\).*/, "", file); sub(/.*\//, "", file); text = $0; sub(/\]\(.*/, "", text); print text "](" file ")"; next }
{ print with_laws(with_links($0)) }
