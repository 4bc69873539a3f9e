// Keys, tokens and passwords are secrets: what imports this module needs no other import for them.
@_exported import MillraceSecrets
