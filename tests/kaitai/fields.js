// What a description makes of files, as lines of JSON: {"file": ..., "fields": [[path, offset, length, value], ...]} or
// {"file": ..., "error": ...}. Usage: node fields.js DESCRIPTION.json, with the names of files on lines of the standard input
// and the description's YAML as JSON; NODE_PATH has kaitai-struct-compiler and kaitai-struct.
'use strict';
const fs = require('fs');
const readline = require('readline');
const vm = require('vm');
const Compiler = require('kaitai-struct-compiler');
const KaitaiStream = require('kaitai-struct/KaitaiStream');

const pascal = (id) => id.split('_').map((part) => part[0].toUpperCase() + part.slice(1)).join('');
const camel = (id) => id.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

// class name -> its members: {member of the object, where its place is noted, name in a dump, whether it is packed}
function membersOf(description) {
    const members = {};
    const add = (id, type) => {
        const instances = Object.entries(type.instances || {}).filter(([, one]) => '-orig-id' in one);
        members[pascal(id)] = [
            ...(type.seq || []).map((one) => [one.id, '', one]), ...instances.map(([id, one]) => [id, '_m_', one]),
        ].map(([id, prefix, one]) => ({
            key: camel(id), note: prefix + camel(id), name: one['-orig-id'], isPacked: 'process' in one }));
    };
    add(description.meta.id, description);
    for (const [id, type] of Object.entries(description.types)) add(id, type);
    return members;
}

class Walk {
    constructor(members) {
        this.members = members;
        this.counts = new Map(); // lists that are counted through: path -> how many so far
    }

    // The path of a member: "/x/N" is counted through the whole file, "x/N" below the path.
    path(around, name) {
        if (name === '' || name === 'N') return around;
        if (!name.endsWith('/N')) return `${around}/${name}`;
        const list = name.startsWith('/') ? name.slice(0, -2) : `${around}/${name.slice(0, -2)}`;
        const count = this.counts.get(list) || 0;
        this.counts.set(list, count + 1);
        return `${list}/${count}`;
    }

    // base: where the stream starts that offsets count from.
    * value(value, debug, path, base, hasNumber) {
        if (Array.isArray(value) && debug.arr) {
            for (let i = 0; i < value.length; i++)
                yield* this.value(value[i], debug.arr[i], hasNumber ? `${path}/${i}` : path, base, true);
        } else if (value !== null && typeof value === 'object' && value._debug) {
            for (const member of this.members[value.constructor.name]) yield* this.member(value, member, path, base);
        } else {
            const shown = typeof value === 'number' ? (Number.isFinite(value) ? value : String(value)) : null;
            yield [path, debug.start + debug.ioOffset - base, debug.end - debug.start, shown];
        }
    }

    * member(object, member, around, base) {
        const value = object[member.key];
        const debug = object._debug[member.note];
        if (!debug || value === undefined) return;
        if (!member.isPacked) {
            yield* this.value(value, debug, this.path(around, member.name), base, member.name !== '');
            return;
        }
        // The packed bytes, and what they unpack to, which is shown around them.
        yield [`${around}/${member.name}`, debug.start + debug.ioOffset - base, debug.end - debug.start, null];
        yield* this.value(value, debug, around, value._io.byteOffset, false);
    }
}

function fieldsOf(Root, members, path) {
    const bytes = fs.readFileSync(path);
    const root = new Root(new KaitaiStream(bytes, 0));
    root._read();
    return [...new Walk(members).value(root, {}, '', root._io.byteOffset, false)];
}

async function main(descriptionFile) {
    const description = JSON.parse(fs.readFileSync(descriptionFile, 'utf8'));
    const compiled = await Compiler.compile('javascript', description, null, true);
    const [file, source] = Object.entries(compiled)[0];
    const name = file.replace(/\.js$/, '');
    const module = { exports: {} };
    vm.runInThisContext(`(function (exports, module, require) {${source}\n})`)(
        module.exports, module, (what) => require(what));
    const Root = module.exports[name] || module.exports;
    const members = membersOf(description);
    for await (const path of readline.createInterface({ input: process.stdin })) {
        try {
            console.log(JSON.stringify({ file: path, fields: fieldsOf(Root, members, path) }));
        } catch (error) {
            console.log(JSON.stringify({ file: path, error: String(error.stack || error) }));
        }
    }
}

main(process.argv[2]).catch((error) => { console.error(error); process.exit(1); });
