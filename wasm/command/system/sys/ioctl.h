/* The width of a terminal, and nothing else. */
#ifndef NAVLINT_WASM_COMMAND_SYSTEM_SYS_IOCTL_H
#define NAVLINT_WASM_COMMAND_SYSTEM_SYS_IOCTL_H

enum { TIOCGWINSZ = 0x5413 };

struct winsize {
    unsigned short ws_row, ws_col;
};

int command_window_size(int descriptor, struct winsize *size);
#define ioctl(descriptor, request, size) command_window_size(descriptor, size)

#endif
