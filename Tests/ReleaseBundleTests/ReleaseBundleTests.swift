// Filled by the suite's first file.
