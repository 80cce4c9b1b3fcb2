/** The verdict on each name of an import, with the sentences of adding a single domain. */

import type { Tx } from '@nameloan/persistence/tx';
import { alreadyYours, heldElsewhere, isHeld } from '../domain/add-domain.ts';
import { domains } from '../domain/domain.model.ts';
import { InvalidNameError } from '../name/invalid-name-error.ts';
import { parseName } from '../name/parse-name.ts';
import type { ImportRow, Verdict } from './domain-import.model.ts';
import type { ImportedName } from './read-names.ts';

/** The longest name has 253 characters. */
const maxShownInput = 300;
const repeated = 'This domain is already on an earlier line.';
/** Names of one read. */
const readSize = 500;
/** Checking a name takes some 20 µs; other requests run in between. */
const namesPerTurn = 200;

type Finding = Pick<ImportRow, 'verdict' | 'message'>;
const add: Finding = { verdict: 'ADD', message: null };

export async function checkNames(
  accountId: string,
  names: readonly ImportedName[],
): Promise<ImportRow[]> {
  const rows = await parseNames(names);
  const valid = rows.flatMap(({ name, verdict }) => (verdict === 'ADD' && name ? [name] : []));
  for (let at = 0; at < valid.length; at += readSize) {
    const findings = await findObstacles(accountId, valid.slice(at, at + readSize));
    for (const row of rows)
      if (row.verdict === 'ADD') Object.assign(row, findings.get(row.name ?? ''));
  }
  return rows;
}

async function parseNames(names: readonly ImportedName[]): Promise<ImportRow[]> {
  const seen = new Set<string>();
  const rows: ImportRow[] = [];
  for (const [at, { line, input, hints }] of names.entries()) {
    if (at % namesPerTurn === 0) await new Promise(setImmediate);
    rows.push({
      line,
      input: input.slice(0, maxShownInput),
      ...parseInput(input, seen),
      ...(hints ? { hints } : {}),
    });
  }
  return rows;
}

function parseInput(input: string, seen: Set<string>): Omit<ImportRow, 'line' | 'input'> {
  try {
    const { ascii: name, unicode: unicodeName } = parseName(input);
    const isRepeated = seen.has(name);
    seen.add(name);
    const finding: Finding = isRepeated ? { verdict: 'HAVE', message: repeated } : add;
    return { name, unicodeName, ...finding };
  } catch (error) {
    if (!(error instanceof InvalidNameError)) throw error;
    return { name: null, unicodeName: null, verdict: 'REFUSED', message: error.message };
  }
}

/** The names that cannot be added to the account, in two reads. At most some hundred names. */
export async function findObstacles(
  accountId: string,
  names: readonly string[],
  tx?: Tx,
): Promise<Map<string, Finding>> {
  const mine = { accountId, name: { $in: names }, active: true };
  const held = { titleName: { $in: names } };
  const [own, holders] = [
    await domains.findMany(mine, { keys: ['name'], tx }),
    await domains.findMany(held, { keys: ['name', 'status', 'reservation'], tx }),
  ];
  const refusing = holders.filter(isHeld);
  const findings: [string, Verdict, string][] = [
    ...refusing.map(({ name }) => [name, 'REFUSED', heldElsewhere] as [string, Verdict, string]),
    ...own.map(({ name }) => [name, 'HAVE', alreadyYours] as [string, Verdict, string]),
  ];
  return new Map(findings.map(([name, verdict, message]) => [name, { verdict, message }]));
}
