/* Elements, made the one safe way: whatever comes from a file becomes a text node or an attribute
 * of a fixed name, and never markup. Nothing in this room writes innerHTML. */

export type Child = Node | string | number | null | undefined | false;

export interface Attributes {
    [name: string]: string | number | boolean | null | undefined | EventListener;
}

/* An element with its attributes (`onclick` and its like are listeners; false, null and undefined
 * leave an attribute out) and its children. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    attributes: Attributes = {},
    ...children: Child[]
): HTMLElementTagNameMap[Tag] {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
    append(element, children);
    return element;
}

function setAttribute(element: Element, name: string, value: Attributes[string]): void {
    if (value === null || value === undefined || value === false) return;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
}

export function append(parent: Element, children: Child[]): void {
    for (const child of children) {
        if (child === null || child === undefined || child === false) continue;
        parent.append(child instanceof Node ? child : String(child));
    }
}

export function replace(parent: Element, ...children: Child[]): void {
    parent.textContent = "";
    append(parent, children);
}

/* The element of the page with this id: page.html has it. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
    const element = document.getElementById(id);
    if (!element) throw new Error(`the page has no #${id}`);
    return element as T;
}

export function button(label: string, onclick: () => void, attributes: Attributes = {}): HTMLButtonElement {
    return el("button", { type: "button", ...attributes, onclick: () => onclick() }, label);
}

/* The right one of `elements` for an arrow key, Home or End, or null for another key. */
export function rove(event: KeyboardEvent, elements: HTMLElement[]): HTMLElement | null {
    const at = elements.indexOf(document.activeElement as HTMLElement);
    const last = elements.length - 1;
    const targets: Record<string, number> = {
        ArrowDown: Math.min(at + 1, last),
        ArrowUp: Math.max(at - 1, 0),
        Home: 0,
        End: last,
    };
    const target = targets[event.key];
    return target === undefined ? null : elements[target] ?? null;
}
