// Tells the thread sanitizer what Swift's Mutex does, for the runs of `make test-threads`.
//
// A Mutex that somebody waits for changes hands inside libswiftSynchronization, which is not compiled for the sanitizer:
// it then reports a race between two correct `withLock` bodies. These two functions stand in front of the library's own
// and name the hand-over. Without a sanitizer in the process they only pass the call on. Real races are still found.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self

// Synchronization._MutexHandle._lockSlow(Swift.UInt32) and ._unlockSlow()
#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

__attribute__((weak)) void __tsan_acquire(void *address);
__attribute__((weak)) void __tsan_release(void *address);

SWIFT void lock_slow(uint32_t thread, SELF) __asm__(LOCK_SLOW);
SWIFT void unlock_slow(SELF) __asm__(UNLOCK_SLOW);

SWIFT void lock_slow(uint32_t thread, SELF) {
  SWIFT void (*library)(uint32_t, SELF) = dlsym(RTLD_NEXT, LOCK_SLOW);
  library(thread, self);
  if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT void unlock_slow(SELF) {
  SWIFT void (*library)(SELF) = dlsym(RTLD_NEXT, UNLOCK_SLOW);
  if (__tsan_release) __tsan_release(self);
  library(self);
}
