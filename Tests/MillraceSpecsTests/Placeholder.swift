// Placeholder until the first spec of this module lands.
