/** Writes every event's JSON Schema to a committed file, so that a changed contract is visible in review. */

import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Contracts } from './event-versions.ts';
import { events } from './events.ts';

const schemaFolder = join(import.meta.dirname, '..', 'schemas');

/** File name → text of every event's schema, including the former version while it is still read. */
function eventSchemas(): Map<string, string> {
  return new Map(
    Object.entries(events as Contracts).flatMap(([subject, { version, shape, former }]) => [
      schemaFile(subject, version, shape),
      ...(former ? [schemaFile(subject, version - 1, former.shape)] : []),
    ]),
  );
}

function schemaFile(subject: string, version: number, shape: z.ZodType): [string, string] {
  const schema = { $id: subject, version, ...z.toJSONSchema(shape) };
  return [`${subject}.v${version}.json`, `${JSON.stringify(schema, null, 2)}\n`];
}

/** Names of files that are missing, outdated or unused. */
export function staleSchemas(): string[] {
  const wanted = eventSchemas();
  const there = new Set(globSync('*.json', { cwd: schemaFolder }));
  const differ = [...wanted].filter(
    ([file, text]) => !there.has(file) || readFileSync(join(schemaFolder, file), 'utf8') !== text,
  );
  return [...differ.map(([file]) => file), ...[...there].filter((file) => !wanted.has(file))];
}

function writeSchemas(): void {
  rmSync(schemaFolder, { recursive: true, force: true });
  mkdirSync(schemaFolder);
  for (const [file, text] of eventSchemas()) writeFileSync(join(schemaFolder, file), text);
}

if (process.argv[1] === import.meta.filename && process.argv.includes('--write')) writeSchemas();
