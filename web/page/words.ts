/* Numbers, sizes and plurals as people write them. */

export function grouped(number: number): string {
    return number.toLocaleString("en-US");
}

/* counted(1, "error") is "1 error", counted(2, "error") "2 errors". */
export function counted(number: number, noun: string, plural = `${noun}s`): string {
    return `${grouped(number)} ${number === 1 ? noun : plural}`;
}

export function size(bytes: number): string {
    const units = ["bytes", "KB", "MB", "GB"];
    let value = bytes;
    let unit = 0;
    while (value >= 1000 && unit < units.length - 1) {
        value /= 1024;
        unit++;
    }
    if (unit === 0) return counted(bytes, "byte");
    return `${value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

export function hex(number: number, digits = 1): string {
    return number.toString(16).padStart(digits, "0");
}

/* An offset as the command line prints it: +0x2e60. */
export function offset(bytes: number): string {
    return `+0x${hex(bytes)}`;
}

/* "a", "a and b", "a, b and c". */
export function listed(words: string[]): string {
    if (words.length < 2) return words.join("");
    return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/* camelCase as words: "bspSize" is "bsp size". */
export function spaced(name: string): string {
    return name.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
}

/* The same words with a capital at their beginning. */
export function sentence(words: string): string {
    return words.charAt(0).toUpperCase() + words.slice(1);
}
