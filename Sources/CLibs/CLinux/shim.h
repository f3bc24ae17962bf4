#pragma once

/// syncfs(2). The C library declares it only for GNU sources, which Swift's import of it is not.
static inline int sync_file_system(int descriptor) {
  extern int syncfs(int);
  return syncfs(descriptor);
}

/// sync_file_range(2) with SYNC_FILE_RANGE_WRITE: has the kernel begin to write a part of a file to disk. Not declared for
/// the same reason. It makes nothing durable.
static inline int start_writeback(int descriptor, long offset, long count) {
  extern int sync_file_range(int, long, long, unsigned int);
  return sync_file_range(descriptor, offset, count, 2);
}
