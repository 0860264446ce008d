// list.mjs FOLDER...: the list of jobs that wasm_twin takes, for ./dev cross.
import { existsSync } from 'node:fs';
import process from 'node:process';

import { jobsOf, listOf } from './jobs.mjs';

process.stdout.write(listOf(process.argv.slice(2).filter((folder) => existsSync(folder)).flatMap(jobsOf)));
