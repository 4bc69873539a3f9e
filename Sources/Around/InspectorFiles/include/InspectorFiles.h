// The files of the inspector's page, in UTF-8, ended by a zero: see files.c.
#ifndef MILLRACE_INSPECTOR_FILES_H
#define MILLRACE_INSPECTOR_FILES_H

/// The page, with names in braces where the other files and the recording belong.
const char *inspector_html(void);

/// The style sheet.
const char *inspector_style(void);

/// All scripts, one behind another.
const char *inspector_scripts(void);

#endif
