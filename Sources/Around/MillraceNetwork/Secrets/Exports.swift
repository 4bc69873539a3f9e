// Keys, tokens and passwords are secrets: a file that imports this module needs no other import for them.
@_exported import MillraceSecrets
