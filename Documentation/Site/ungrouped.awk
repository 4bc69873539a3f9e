# Names each page whose members are not all in a group that its catalogue page makes: every module, every type that has
# groups, and every type with more than twelve members, cases left out. DocC puts what is in no group under a heading of its own, such as
# "Instance Methods".
#
#   find FOLDER/data/documentation -name '*.json' -exec awk -f ungrouped.awk {} +
#
# What a type has because of a protocol, cases, and what a module adds to others need no group.
# Each file is one line.

match($0, /"topicSections":\[/) {
    sections = substr($0, RSTART + RLENGTH)
    sub(/}\].*/, "}", sections)
    members = made = 0
    others = ""
    count = split(sections, section, "}")
    for (i = 1; i < count; i++) {
        if (section[i] !~ /"title":"Enumeration Cases"/) members += gsub(/"doc:/, "&", section[i])
        if (section[i] !~ /"generated":true/) { made = 1; continue }
        title = section[i]
        sub(/.*"title":"/, "", title)
        sub(/".*/, "", title)
        if (title !~ /^(Default Implementations|Enumeration Cases|Extended Modules)$/) others = others " \"" title "\""
    }
    if (others != "" && ($0 ~ /"symbolKind":"module"/ || made || members > 12)) {
        page = FILENAME
        sub(/.*\/data\/documentation\//, "", page)
        sub(/\.json$/, "", page)
        print page ": DocC makes the groups" others
        failed = 1
    }
}
END { exit failed }
