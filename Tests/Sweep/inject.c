// Runs a program and counts the file-system calls that it makes under one folder, over all its threads. At one of them it
// kills the program, before the call is executed, or lets the call fail. What `strace -f -e inject=…:when=N` does, but that
// one counts each thread by itself and cannot tell a file of the program from the libraries that it loads.
//
//   inject FOLDER LOG list -- COMMAND…             only writes down the calls: number, name, errors it can return, path
//   inject FOLDER LOG kill N -- COMMAND…           SIGKILL in place of call N
//   inject FOLDER LOG ERROR N -- COMMAND…          call N fails with ENOSPC, EIO, EDQUOT or EMFILE
//   inject FOLDER LOG ERROR N stay -- COMMAND…     and so do all later ones that can return it: the disk stays full
//   inject FOLDER LOG step -- COMMAND…             writes down a call, and executes it when a byte comes in
//   inject FOLDER LOG lie -- COMMAND…              the same on a disk that says of every sync that it is done, and does none
//
// Ends with the status of the command, 128 + the signal that ended it, or 125 when this program failed.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef __x86_64__
#error "the registers of this processor are not known here"
#endif

enum { NOSPC = 1, IO = 2, QUOTA = 4, MFILE = 8 };

static const struct { const char *name; int number, bit; } errors[] = {
  {"ENOSPC", ENOSPC, NOSPC}, {"EIO", EIO, IO}, {"EDQUOT", EDQUOT, QUOTA}, {"EMFILE", EMFILE, MFILE}};
enum { ERROR_COUNT = sizeof errors / sizeof *errors };

// How a call names its file: by the descriptor in argument 0, by the path in argument 0 or by a folder's descriptor and
// a path in arguments 0 and 1.
enum naming { BY_DESCRIPTOR, BY_PATH, BY_FOLDER };

static const struct call { long number; const char *name; enum naming naming; int possible; } calls[] = {
#define CALL(name, naming, possible) {__NR_##name, #name, naming, possible}
  CALL(open, BY_PATH, IO | MFILE), CALL(openat, BY_FOLDER, IO | MFILE), CALL(openat2, BY_FOLDER, IO | MFILE),
  CALL(creat, BY_PATH, NOSPC | IO | QUOTA | MFILE),
  CALL(write, BY_DESCRIPTOR, NOSPC | IO | QUOTA), CALL(writev, BY_DESCRIPTOR, NOSPC | IO | QUOTA),
  CALL(pwrite64, BY_DESCRIPTOR, NOSPC | IO | QUOTA), CALL(pwritev, BY_DESCRIPTOR, NOSPC | IO | QUOTA),
  CALL(pwritev2, BY_DESCRIPTOR, NOSPC | IO | QUOTA), CALL(fallocate, BY_DESCRIPTOR, NOSPC | IO | QUOTA),
  CALL(truncate, BY_PATH, IO), CALL(ftruncate, BY_DESCRIPTOR, IO),
  CALL(fsync, BY_DESCRIPTOR, NOSPC | IO | QUOTA), CALL(fdatasync, BY_DESCRIPTOR, NOSPC | IO | QUOTA),
  CALL(syncfs, BY_DESCRIPTOR, NOSPC | IO | QUOTA), CALL(sync_file_range, BY_DESCRIPTOR, NOSPC | IO),
  CALL(close, BY_DESCRIPTOR, NOSPC | IO | QUOTA),
  CALL(rename, BY_PATH, NOSPC | IO | QUOTA), CALL(renameat, BY_FOLDER, NOSPC | IO | QUOTA),
  CALL(renameat2, BY_FOLDER, NOSPC | IO | QUOTA),
  CALL(link, BY_PATH, NOSPC | IO | QUOTA), CALL(linkat, BY_FOLDER, NOSPC | IO | QUOTA),
  CALL(mkdir, BY_PATH, NOSPC | IO | QUOTA), CALL(mkdirat, BY_FOLDER, NOSPC | IO | QUOTA),
  CALL(rmdir, BY_PATH, IO), CALL(unlink, BY_PATH, IO), CALL(unlinkat, BY_FOLDER, IO),
  CALL(chmod, BY_PATH, IO), CALL(fchmod, BY_DESCRIPTOR, IO), CALL(fchmodat, BY_FOLDER, IO),
  CALL(utimensat, BY_FOLDER, IO), CALL(flock, BY_DESCRIPTOR, 0), CALL(lseek, BY_DESCRIPTOR, 0),
  CALL(read, BY_DESCRIPTOR, IO), CALL(pread64, BY_DESCRIPTOR, IO), CALL(readv, BY_DESCRIPTOR, IO),
  CALL(preadv, BY_DESCRIPTOR, IO), CALL(getdents64, BY_DESCRIPTOR, IO), CALL(readlinkat, BY_FOLDER, IO),
  CALL(stat, BY_PATH, IO), CALL(lstat, BY_PATH, IO), CALL(fstat, BY_DESCRIPTOR, IO),
  CALL(newfstatat, BY_FOLDER, IO), CALL(statx, BY_FOLDER, IO), CALL(statfs, BY_PATH, IO),
  CALL(fstatfs, BY_DESCRIPTOR, IO), CALL(access, BY_PATH, IO), CALL(faccessat, BY_FOLDER, IO),
  CALL(faccessat2, BY_FOLDER, IO),
#undef CALL
};
enum { CALL_COUNT = sizeof calls / sizeof *calls };

static void fail(const char *what) {
  fprintf(stderr, "inject: %s: %s\n", what, strerror(errno));
  exit(125);
}

// In the child: stops at each of the calls, and at no other.
static void filter_calls(void) {
  struct sock_filter program[CALL_COUNT + 3];
  int length = 0;
  program[length++] =
      (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (int index = 0; index < CALL_COUNT; index++)
    program[length++] = (struct sock_filter)BPF_JUMP(
        BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[index].number, (unsigned char)(CALL_COUNT - index), 0);
  program[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  program[length++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
  struct sock_fprog filter = {(unsigned short)length, program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter)) fail("seccomp");
}

static void link_target(char *path, const char *format, int process, int descriptor) {
  char link[64];
  snprintf(link, sizeof link, format, process, descriptor);
  ssize_t length = readlink(link, path, PATH_MAX - 1);
  path[length < 0 ? 0 : length] = 0;
}

// What the call works on; empty when it is no file.
static void find_path(pid_t thread, const struct call *call, const uint64_t *arguments, char *path) {
  path[0] = 0;
  if (call->naming == BY_DESCRIPTOR) return link_target(path, "/proc/%d/fd/%d", thread, (int)arguments[0]);
  char name[PATH_MAX] = "";
  struct iovec here = {name, sizeof name - 1};
  struct iovec there = {(void *)arguments[call->naming == BY_FOLDER], sizeof name - 1};
  if (process_vm_readv(thread, &here, 1, &there, 1, 0) <= 0) {
    // The name may end just before memory that is not there.
    here.iov_len = there.iov_len = 4096 - ((unsigned long)there.iov_base & 4095);
    if (process_vm_readv(thread, &here, 1, &there, 1, 0) <= 0) return;
  }
  if (name[0] != '/') {
    int folder = call->naming == BY_FOLDER ? (int)arguments[0] : AT_FDCWD;
    link_target(path, folder == AT_FDCWD ? "/proc/%d/cwd" : "/proc/%d/fd/%d", thread, folder);
    if (name[0]) strncat(path, "/", PATH_MAX - strlen(path) - 1);
  }
  strncat(path, name, PATH_MAX - strlen(path) - 1);
}

static int possible_errors(const struct call *call, const uint64_t *arguments) {
  int makes = (call->number == __NR_open && arguments[1] & (O_CREAT | O_TRUNC)) ||
              (call->number == __NR_openat && arguments[2] & (O_CREAT | O_TRUNC));
  return call->possible | (makes ? NOSPC | QUOTA : 0);
}

static int is_sync(long number) { return number == __NR_fsync || number == __NR_fdatasync || number == __NR_syncfs; }

static void set_result(pid_t thread, int error, int skips) {
  struct user_regs_struct registers;
  if (ptrace(PTRACE_GETREGS, thread, 0, &registers)) fail("registers");
  if (skips) registers.orig_rax = (unsigned long long)-1;
  registers.rax = (unsigned long long)-error;
  if (ptrace(PTRACE_SETREGS, thread, 0, &registers)) fail("registers");
}

int main(int count, char **words) {
  int command = 0;
  for (int index = 1; index < count && !command; index++)
    if (!strcmp(words[index], "--")) command = index + 1;
  if (command < 5 || command >= count) {
    fputs("usage: inject FOLDER LOG list|kill|step|lie|ERROR [N [stay]] -- COMMAND...\n", stderr);
    return 125;
  }
  const char *folder = words[1], *what = words[3];
  size_t folder_length = strlen(folder);
  long wanted = command > 5 ? atol(words[4]) : 0;
  int stays = command > 6, error = -1, lies = !strcmp(what, "lie"), steps = lies || !strcmp(what, "step");
  for (int index = 0; index < ERROR_COUNT; index++)
    if (!strcmp(errors[index].name, what)) error = index;
  FILE *log = fopen(words[2], "w");
  if (!log) fail(words[2]);
  setvbuf(log, NULL, _IOLBF, 0);

  pid_t program = fork();
  if (program < 0) fail("fork");
  if (program == 0) {
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing < 0 || dup2(nothing, 0) || ptrace(PTRACE_TRACEME, 0, 0, 0)) fail("ptrace");
    raise(SIGSTOP);
    filter_calls();
    execvp(words[command], words + command);
    fail(words[command]);
  }
  int status;
  if (waitpid(program, &status, 0) < 0 || !WIFSTOPPED(status)) fail("start");
  long options = PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACESECCOMP |
                 PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
  if (ptrace(PTRACE_SETOPTIONS, program, 0, options)) fail("ptrace options");
  ptrace(PTRACE_CONT, program, 0, 0);

  long number = 0;
  int ending = 125;
  pid_t thread;
  while ((thread = waitpid(-1, &status, __WALL)) > 0) {
    if (WIFEXITED(status) || WIFSIGNALED(status)) {
      if (thread == program) ending = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      continue;
    }
    if (WSTOPSIG(status) == (SIGTRAP | 0x80)) {  // the end of a `close` that is to fail
      set_result(thread, errors[error].number, 0);
      ptrace(PTRACE_CONT, thread, 0, 0);
      continue;
    }
    if (status >> 8 != (SIGTRAP | PTRACE_EVENT_SECCOMP << 8)) {
      int event = status >> 16, signal = WSTOPSIG(status);
      ptrace(PTRACE_CONT, thread, 0, event || signal == SIGSTOP || signal == SIGTRAP ? 0 : signal);
      continue;
    }
    struct __ptrace_syscall_info info;
    if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, sizeof info, &info) <= 0) continue;  // killed meanwhile
    const struct call *call = calls;
    while (call->number != (long)info.seccomp.nr) call++;
    char path[PATH_MAX];
    find_path(thread, call, info.seccomp.args, path);
    int resume = PTRACE_CONT;
    if (!strncmp(path, folder, folder_length) && (path[folder_length] == '/' || !path[folder_length])) {
      number++;
      int possible = possible_errors(call, info.seccomp.args);
      int hit = number == wanted;
      if (hit || !wanted) {
        fprintf(log, "%ld\t%s\t", number, call->name);
        for (int index = 0; index < ERROR_COUNT; index++)
          if (possible & errors[index].bit) fprintf(log, "%s ", errors[index].name);
        fprintf(log, "\t%s\n", path);
      }
      char byte;
      if (steps && read(0, &byte, 1) != 1) fail("step");
      if (lies && is_sync(call->number)) set_result(thread, 0, 1);
      if (hit && error < 0) {
        kill(program, SIGKILL);
        continue;
      }
      if (error >= 0 && possible & errors[error].bit && (hit || (stays && wanted && number > wanted))) {
        // A descriptor is gone also after a `close` that failed.
        if (call->number == __NR_close) resume = PTRACE_SYSCALL;
        else set_result(thread, errors[error].number, 1);
      }
    }
    ptrace(resume, thread, 0, 0);
  }
  if (fclose(log)) fail(words[2]);
  return ending;
}
