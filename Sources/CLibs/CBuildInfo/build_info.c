#include "build_info.h"

// `make` writes commit.generated.h before it builds; a plain `swift build` does not.
#if __has_include("commit.generated.h")
#include "commit.generated.h"
#else
#define BUILD_COMMIT "unknown"
#endif

const char *build_info_commit(void) { return BUILD_COMMIT; }
