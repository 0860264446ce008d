// What a user of the package writes, as tsc sees it. The lines below @ts-expect-error must be refused.

import { check, checkFiles, checkSet, dump, explain, formats, loadEngine, NavlintError, recognise, run, witness } from '../../build/npm/navlint/index.js';
import type { FilesResult, Finding, Report, RunResult } from '../../build/npm/navlint/index.js';

export async function use(bytes: Uint8Array): Promise<void> {
    const report: Report = await check(bytes, { name: 'a.nav', game: 'gmod', severity: { NAV_BSP_SIZE: 'off' } });
    const codes: string[] = report.findings.map((finding: Finding) => finding.code);
    const verdict: 'valid' | 'invalid' | 'indeterminate' = report.verdict;
    const set: Report = await checkSet([{ name: 'a.nav', bytes }, { name: 'b.nav', bytes, context: true }]);
    const files: FilesResult = await checkFiles(['maps'], { failOn: 'never', exclude: ['*.bak'] });
    const ran: RunResult = await run(['version'], { stdin: bytes });
    const smallest: Uint8Array = await witness(codes[0] ?? verdict);
    const format: string | null = (await recognise(smallest)).format;
    const version: string = (await loadEngine()).version;
    const error: Error = new NavlintError('crashed', `${version} ${format} ${files.code} ${ran.code} ${set.verdict}`);
    void [await formats(), await explain('NAV_BSP_SIZE'), await dump(bytes), error];
    // @ts-expect-error
    await check(bytes, { maxFindings: 'many' });
    // @ts-expect-error
    await checkFiles(['maps'], { failOn: 'off' });
    // @ts-expect-error
    await checkSet([{ bytes: 5 }]);
}
