/// Off line first, in one import: the journal of what stores know, and the outbox of what was done.
@_exported import MillraceJournal
