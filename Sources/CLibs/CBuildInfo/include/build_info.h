#pragma once

/// The source commit this binary was built from, or "unknown" for a build that
/// was not made with `make`.
const char *build_info_commit(void);
