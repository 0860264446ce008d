// What a description makes of files, as lines of JSON: {"file": ..., "fields": [[path, offset, length], ...]} or
// {"file": ..., "error": ...}. Usage: node fields.js DESCRIPTION.json FILE... with the description's YAML as JSON;
// NODE_PATH has kaitai-struct-compiler and kaitai-struct.
'use strict';
const fs = require('fs');
const vm = require('vm');
const Compiler = require('kaitai-struct-compiler');
const KaitaiStream = require('kaitai-struct/KaitaiStream');

const pascal = (id) => id.split('_').map((part) => part[0].toUpperCase() + part.slice(1)).join('');
const camel = (id) => id.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

// class name -> [[member of the object, name in a dump], ...]
function namesOf(description) {
    const names = {};
    const add = (id, type) => { names[pascal(id)] = type.seq.map((one) => [camel(one.id), one['-orig-id']]); };
    add(description.meta.id, description);
    for (const [id, type] of Object.entries(description.types)) add(id, type);
    return names;
}

function* walk(value, debug, path, names) {
    if (Array.isArray(value) && debug.arr) {
        for (let i = 0; i < value.length; i++) yield* walk(value[i], debug.arr[i], `${path}/${i}`, names);
    } else if (value !== null && typeof value === 'object' && value._debug) {
        for (const [member, name] of names[value.constructor.name])
            if (value._debug[member] && value[member] !== undefined)
                yield* walk(value[member], value._debug[member], `${path}/${name}`, names);
    } else {
        const shown = typeof value === 'number' ? (Number.isFinite(value) ? value : String(value)) : null;
        yield [path, debug.start, debug.end - debug.start, shown];
    }
}

async function main(descriptionFile, files) {
    const description = JSON.parse(fs.readFileSync(descriptionFile, 'utf8'));
    const compiled = await Compiler.compile('javascript', description, null, true);
    const [file, source] = Object.entries(compiled)[0];
    const name = file.replace(/\.js$/, '');
    const module = { exports: {} };
    vm.runInThisContext(`(function (exports, module, require) {${source}\n})`)(
        module.exports, module, (what) => require(what));
    const Root = module.exports[name] || module.exports;
    const names = namesOf(description);
    for (const path of files) {
        try {
            const root = new Root(new KaitaiStream(fs.readFileSync(path), 0));
            root._read();
            console.log(JSON.stringify({ file: path, fields: [...walk(root, {}, '', names)] }));
        } catch (error) {
            console.log(JSON.stringify({ file: path, error: String(error.message || error) }));
        }
    }
}

main(process.argv[2], process.argv.slice(3)).catch((error) => { console.error(error); process.exit(1); });
