#!/usr/bin/env node
// `navlint`: the command as WebAssembly.

import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

import { bytesOf } from '../host/arguments.js';
import { runCommand } from '../host/command.js';

// Node 18 compiles all of a module before it starts; what a run needs is a small part of it.
if (Number(process.versions.node.split('.')[0]) < 20) setFlagsFromString('--wasm-lazy-compilation');

const load = () => readFileSync(new URL('../navlint-command.wasm', import.meta.url));
process.exit(runCommand(load, bytesOf(process.argv.slice(2))));
