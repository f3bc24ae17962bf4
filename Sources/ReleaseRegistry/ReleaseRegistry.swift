// Filled by the target's first file.
