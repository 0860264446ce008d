/* Which files are judged together, and with what beside them: as `navlint check` does it for the
 * files of a folder. */
import type { Format } from "../report/report";
import type { Source } from "../intake/source";
import type { Input, Options, Survey } from "./protocol";

export interface Surveyed {
    source: Source;
    survey: Survey;
}

export interface Group {
    name: string;         /* the folder, of several files */
    members: Surveyed[];
    context: Surveyed[];  /* read for what the members refer to */
}

/* The files of one folder and of one format that has sets are one group; any other file is alone. What
 * a file needs is context for it, wherever it lies, unless it is a member itself or there are different ones. */
export function plan(files: Surveyed[], formats: Format[], judged: (file: Surveyed) => boolean): Group[] {
    const groups = new Map<string, Group>();
    for (const file of files.filter(judged)) {
        const key = groupKey(file, formats);
        const group = groups.get(key) ?? { name: setName(file.source.folder), members: [], context: [] };
        group.members.push(file);
        groups.set(key, group);
    }
    const shelf = shelve(files);
    for (const group of groups.values()) group.context = needs(group.members, shelf);
    return [...groups.values()];
}

function groupKey(file: Surveyed, formats: Format[]): string {
    const { format } = file.survey;
    const hasSets = formats.some((known) => known.id === format && known.sets);
    return hasSets ? `set ${format} ${file.source.folder}` : `file ${fullName(file.source)}`;
}

function setName(folder: string): string {
    return folder.replace(/[/!]+$/, "") || "set";
}

export function fullName(source: Source): string {
    return source.folder + source.name;
}

/* Files by their names, in lower case. */
type Shelf = Map<string, Surveyed[]>;

function shelve(files: Surveyed[]): Shelf {
    const shelf: Shelf = new Map();
    for (const file of files) {
        const name = file.source.name.toLowerCase();
        const alike = shelf.get(name);
        if (alike) alike.push(file);
        else shelf.set(name, [file]);
    }
    return shelf;
}

/* As far as is known. */
function isSame(a: Surveyed, b: Surveyed): boolean {
    return a.source.bytes === b.source.bytes && a.survey.digest === b.survey.digest;
}

/* The file that a name means to those of a folder: the one beside them, else one that lies elsewhere. Installers have a
 * folder for each choice of the player: between different files nobody can tell which it will be. */
function lookUp(shelf: Shelf, name: string, folder: string): Surveyed | null {
    const all = shelf.get(name.toLowerCase()) ?? [];
    const beside = all.find((file) => file.source.folder === folder);
    const isOne = all.every((file) => isSame(file, all[0]!));
    return beside ?? (isOne ? all[0] ?? null : null);
}

/* The files that others need. */
export function neededOf(files: Surveyed[]): Set<Surveyed> {
    const shelf = shelve(files);
    const needed = new Set<Surveyed>();
    for (const file of files) {
        for (const name of file.survey.needed) {
            const found = lookUp(shelf, name, file.source.folder);
            if (found && found !== file) needed.add(found);
        }
    }
    return needed;
}

/* What these files of a folder need, what that needs in turn, and so on. */
function needs(members: Surveyed[], shelf: Shelf): Surveyed[] {
    const folder = members[0]!.source.folder;
    const seen = new Set(members);
    const context: Surveyed[] = [];
    const waiting = [...members];
    for (let file = waiting.shift(); file; file = waiting.shift()) {
        for (const name of file.survey.needed) {
            const needed = lookUp(shelf, name, folder);
            if (!needed || seen.has(needed)) continue;
            seen.add(needed);
            context.push(needed);
            waiting.push(needed);
        }
    }
    return context;
}

export async function inputsOf(group: Group): Promise<Input[]> {
    const inputs: Input[] = [];
    for (const { source } of group.members) inputs.push({ name: fullName(source), blob: await source.whole() });
    for (const { source } of group.context) inputs.push({ name: source.name, blob: await source.whole(), isContext: true });
    return inputs;
}

export function optionsOf(group: Group, options: Options): Options {
    return group.members.length > 1 ? { ...options, setName: group.name } : options;
}
