// The files of the inspector's page, as the compiler puts them into the program. A Swift array of their bytes, which
// `.embedInCode` writes, takes half a minute to compile.
#include "InspectorFiles.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

const char *inspector_html(void) {
    static const char text[] = {
#embed "../MillraceInspector/Page/page.html" suffix(, 0)
    };
    return text;
}

const char *inspector_style(void) {
    static const char text[] = {
#embed "../MillraceInspector/Page/page.css" suffix(, 0)
    };
    return text;
}

// The scripts, each behind those that it needs. The tests of the page read their names from here.
const char *inspector_scripts(void) {
    static const char text[] = {
#embed "../MillraceInspector/Page/checksum.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/escapes.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/chunkedlist.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/values.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/patch.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/recording.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/effects.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/replay.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/format.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/query.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/watch.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/dom.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/roworder.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/list.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/tree.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/difference.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/compare.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/timeline.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/graph.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/action.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/controls.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/loading.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/selftest.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/app.js" suffix(, '\n',)
#embed "../MillraceInspector/Page/main.js" suffix(, '\n',)
        0
    };
    return text;
}
