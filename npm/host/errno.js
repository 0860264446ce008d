// Numbers of errors: WASI preview 1 has them in this order, and wasi-libc's errno has the same numbers.

const NAMES = [
    'SUCCESS', 'E2BIG', 'EACCES', 'EADDRINUSE', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EAGAIN', 'EALREADY', 'EBADF', 'EBADMSG',
    'EBUSY', 'ECANCELED', 'ECHILD', 'ECONNABORTED', 'ECONNREFUSED', 'ECONNRESET', 'EDEADLK', 'EDESTADDRREQ', 'EDOM',
    'EDQUOT', 'EEXIST', 'EFAULT', 'EFBIG', 'EHOSTUNREACH', 'EIDRM', 'EILSEQ', 'EINPROGRESS', 'EINTR', 'EINVAL', 'EIO',
    'EISCONN', 'EISDIR', 'ELOOP', 'EMFILE', 'EMLINK', 'EMSGSIZE', 'EMULTIHOP', 'ENAMETOOLONG', 'ENETDOWN', 'ENETRESET',
    'ENETUNREACH', 'ENFILE', 'ENOBUFS', 'ENODEV', 'ENOENT', 'ENOEXEC', 'ENOLCK', 'ENOLINK', 'ENOMEM', 'ENOMSG',
    'ENOPROTOOPT', 'ENOSPC', 'ENOSYS', 'ENOTCONN', 'ENOTDIR', 'ENOTEMPTY', 'ENOTRECOVERABLE', 'ENOTSOCK', 'ENOTSUP',
    'ENOTTY', 'ENXIO', 'EOVERFLOW', 'EOWNERDEAD', 'EPERM', 'EPIPE', 'EPROTO', 'EPROTONOSUPPORT', 'EPROTOTYPE', 'ERANGE',
    'EROFS', 'ESPIPE', 'ESRCH', 'ESTALE', 'ETIMEDOUT', 'ETXTBSY', 'EXDEV', 'ENOTCAPABLE',
];

/** By name: `ERRNO.ENOENT`. */
export const ERRNO = Object.freeze(Object.fromEntries(NAMES.map((name, number) => [name, number])));

/** Thrown by our own code for what Node does not throw itself. */
export class SystemError extends Error {
    /** @param {string} code */
    constructor(code) {
        super(code);
        this.code = code;
    }
}

/**
 * The number for what a call of Node threw. What is no error of the system is a bug, and thrown on.
 * @param {unknown} error
 * @returns {number}
 */
export function numberOf(error) {
    const code = /** @type {{code?: unknown}} */ (error)?.code;
    if (typeof code !== 'string') throw error;
    if (code in ERRNO) return ERRNO[code];
    if (code === 'ERR_FS_FILE_TOO_LARGE') return ERRNO.EFBIG;
    if (code.startsWith('ERR_')) throw error;
    return ERRNO.EIO;
}
