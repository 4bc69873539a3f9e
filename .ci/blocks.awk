# Makes a file of each Swift block in doc comments and in pages of DocC, which compiles together with the others of its
# module against .ci/blocks/MODULE.swift, the module `Context`, which has the names that they use:
#
#   awk -v work=DIRECTORY -f blocks.awk Sources/STOREY/MODULE/FILE...
#
# It writes DIRECTORY/MODULE/NNNN.swift. Imports and the declarations of types stand at the top of that file, for it
# alone; all else in a method of the class `Blocks`, so that `self` is an object, which returns a `Returned` if it returns
# anything. An ellipsis stands for any code. A block
# that begins with ~~~swift is a fragment: it is counted in DIRECTORY/fragments, and not compiled.

function text(line) {
    # Without comments and strings, to count braces.
    gsub(/\\"/, "", line)
    gsub(/"[^"]*"/, "\"\"", line)
    sub(/\/\/.*/, "", line)
    return line
}

function depthOf(line,   opened, closed) {
    line = text(line)
    opened = gsub(/[{(\[]/, "", line)
    closed = gsub(/[})\]]/, "", line)
    return opened - closed
}

function isType(line) {
    return line ~ /^(@[A-Za-z]+(\([^)]*\))? +)*((public|private|final|indirect|nonisolated) +)*(struct|class|enum|protocol|actor|extension|macro) /
}

# For this file alone; a conformance has no access of its own.
function hidden(line) {
    sub(/public /, "", line)
    if (line ~ /(private|fileprivate) / || line ~ /extension [^{]*:/) return line
    match(line, /(final +|indirect +)*(struct|class|enum|protocol|actor|extension) /)
    return substr(line, 1, RSTART - 1) "fileprivate " substr(line, RSTART)
}

function begin() {
    count++
    top = body = ""
    depth = isTop = isPending = 0
    result = ""
}

function mark(line) { return "#sourceLocation(file: \"" FILENAME "\", line: " line ")\n" }

function add(line) {
    if (text(line) ~ /…/) gsub(/…/, "fatalError()", line)
    if (depth == 0 && line ~ /^return /) result = " -> Returned"
    if (depth == 0 && line ~ /^import /) { top = line "\n" top; return }
    if (depth == 0 && !isPending) isTop = isType(line) || line ~ /^@[A-Za-z]+(\([^)]*\))?$/
    if (depth == 0 && isType(line)) line = hidden(line)
    # A line that goes on with the one before cannot be marked.
    place = depth == 0 && !isPending && line !~ /^[ .)}\]]/ ? mark(FNR) : ""
    if (isTop) top = top place line "\n"; else body = body place line "\n"
    # An attribute on a line of its own belongs to what follows.
    isPending = depth == 0 && line ~ /^@[A-Za-z]+(\([^)]*\))?$/
    depth += depthOf(line)
}

function end(   file) {
    file = sprintf("%s/%s/%04d.swift", work, module, count)
    printf "import Foundation\nimport Millrace\nimport %s\n@testable import Context\n", module > file
    printf "%sextension Blocks {\nfunc block%d() async throws%s {\n%s}\n}\n", top, count, result, body > file
    close(file)
}

FNR == 1 {
    inside = 0
    split(FILENAME, folders, "/")
    module = folders[3]
    isPage = FILENAME ~ /\.md$/
}
{
    line = $0
    if (!isPage && !sub(/^ *\/\/\/ ?/, "", line)) { inside = 0; next }
}
line ~ /^ *~~~swift$/ { print FILENAME ":" FNR > (work "/fragments"); next }
line ~ /^ *```swift$/ {
    inside = 1
    indent = line
    sub(/`.*/, "", indent)
    system("mkdir -p " work "/" module)
    begin()
    next
}
line ~ /^ *```$/ && inside { inside = 0; end(); next }
inside { sub("^" indent, "", line); add(line) }
