#pragma once

/// syncfs(2). The C library declares it only for GNU sources, which Swift's import of it is not.
static inline int sync_file_system(int descriptor) {
  extern int syncfs(int);
  return syncfs(descriptor);
}
