/* What the wall is in a build with sanitizers or coverage. Their run-time libraries call what the
 * service never does, and read and write files when it ends: the same code puts the wall up, but
 * the kernel only logs what it would have ended the process for, and files stay within reach. */
#ifndef NAVLINT_SERVER_WALL_BUILD_H
#define NAVLINT_SERVER_WALL_BUILD_H

#ifdef NAVLINT_INSTRUMENTED
enum { SRV_WALL_HOLDS = 0 };
#else
enum { SRV_WALL_HOLDS = 1 };
#endif

#endif
