// Preloaded with LD_PRELOAD: delays each disk sync of a program by SLOW_SYNC_MICROSECONDS.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static int slow(const char *name, int file) {
  const char *longer = getenv("SLOW_SYNC_MICROSECONDS");
  if (longer) usleep((useconds_t)atoi(longer));
  int (*sync)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  return sync(file);
}

int fsync(int file) { return slow("fsync", file); }
int fdatasync(int file) { return slow("fdatasync", file); }
