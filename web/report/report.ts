/* Reports as schemas/report.schema.json describes them, and what the catalogue says of formats and
 * rules. All of it is the library's: the page knows no format. */

export type Severity = "error" | "warning" | "info";
export type Impact = "crash" | "hang" | "rejected" | "broken" | "cosmetic";
export type Verdict = "valid" | "invalid" | "indeterminate";
export type Scalar = number | string | null;

export interface Range {
    offset: number;
    length: number;
}

export interface Expected {
    atMost?: Scalar;
    atLeast?: Scalar;
    between?: [Scalar, Scalar];
    oneOf?: Scalar[];
    described?: string;
}

export interface Subject {
    kind?: string;
    id?: number;
    name?: string;
    record?: string;
    cell?: string;
    worldspace?: string;
}

export interface Position {
    x: number;
    y: number;
    z: number;
}

export interface Finding extends Range {
    code: string;
    severity: Severity;
    impact: Impact;
    message: string;
    path: string;
    field?: string;
    type?: string;
    encoding?: string;
    inner?: Range;
    expected?: Scalar | Expected;
    actual?: Scalar;
    subject?: Subject;
    position?: Position;
    jump?: string;
    cause?: boolean;
    occurrences?: number;
    related?: (Range & { message: string })[];
    fix?: Range & { bytes: string };
}

export interface Summary {
    errors: number;
    warnings: number;
    infos: number;
    truncated: boolean;
    consequences?: number;
    hidden?: number;
}

export interface Report {
    input?: { name: string; bytes: number };
    set?: { name: string; bytes: number; members: number };
    format?: { id: string; version?: string | null; dialect?: string | null; endianness?: string | null } | null;
    verdict: Verdict;
    limit?: { name: string; message: string };
    summary: Summary;
    findings: Finding[];
    facts: Record<string, Scalar | boolean>;
    coverage?: { claimedBytes: number; unclaimed: Range[] };
    members?: Report[];
}

export interface Rule {
    format: string;
    code: string;
    severity: Severity;
    impact: Impact;
    message: string;
    explanation: string;
    remedy: string;
    source: string;
    pedantic?: boolean;
}

export interface Named {
    id: string;
    title: string;
}

export interface Format extends Named {
    summary: string;
    extensions: string[];
    games: Named[];
    parts: Named[];
    sets: boolean;
}

export interface Catalogue {
    version: string;
    formats: Format[];
    rules: Map<string, Rule>;
}
