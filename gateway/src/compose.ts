/** Composes what the services declare into the committed files of the gateway, before any start. */

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { composeServices } from '@apollo/composition';
import type { ServiceName } from '@nameloan/contracts/platform';
import { serviceNames } from '@nameloan/contracts/platform';
import { parse, print } from 'graphql';
import {
  collectDeclarations,
  collectLiveFields,
  collectOperations,
} from './collect-declarations.ts';
import { printJson, shareSchemas } from './rest/share-schemas.ts';

const root = join(import.meta.dirname, '../..');

export const supergraphFile = join(root, 'gateway/supergraph.graphql');
export const openApiFile = join(root, 'gateway/openapi.json');
const restOperationsFile = join(root, 'gateway/rest.graphql');
const restDeclarationsFile = join(root, 'gateway/rest.json');
const liveFieldsFile = join(root, 'gateway/live.graphql');
const scalarsFile = join(root, 'packages/contracts/src/scalars.graphql');

/** The SDL of one subgraph: the shared scalars, then its own files ordered by path. */
export function subgraphSdl(name: ServiceName): string {
  const folder = join(root, 'services', name, 'src');
  const files = globSync('**/*.graphql', { cwd: folder }).sort();
  return [scalarsFile, ...files.map((file) => join(folder, file))]
    .map((file) => readFileSync(file, 'utf8').trim())
    .join('\n\n');
}

/**
 * The supergraph SDL, or the errors of its composition. `sdl` is empty if there are errors.
 */
export function composeSupergraph(): { sdl: string; errors: string[] } {
  const services = serviceNames.map((name) => ({
    name,
    url: `http://${name}/graphql`,
    typeDefs: parse(subgraphSdl(name)),
  }));
  const result = composeServices(services);
  if (result.errors) return { sdl: '', errors: result.errors.map((error) => error.message) };
  return { sdl: `${result.supergraphSdl.trim()}\n`, errors: [] };
}

/** The committed OpenAPI description that belongs to a supergraph. */
export async function describeRest(sdl: string): Promise<string> {
  const { apiSchemaOf } = await import('./supergraph.ts');
  const { loadCalls } = await import('./rest/load-calls.ts');
  const { describeApi } = await import('./rest/openapi.ts');
  return `${printJson(shareSchemas(describeApi(loadCalls(await apiSchemaOf(sdl)))))}\n`;
}

/** What the services declare for REST and live fields. */
export function collectDeclaredFiles(): { file: string; text: string }[] {
  return [
    { file: restOperationsFile, text: collectOperations() },
    { file: liveFieldsFile, text: collectLiveFields() },
    { file: restDeclarationsFile, text: `${printJson(collectDeclarations())}\n` },
  ];
}

async function main(mode: string | undefined): Promise<number> {
  const log = (line: string) => process.stderr.write(`${line}\n`);
  if (mode !== '--write' && mode !== '--check' && mode !== '--release') {
    log('Usage: node gateway/src/compose.ts --write | --check | --release');
    return 2;
  }
  const { sdl, errors } = composeSupergraph();
  for (const error of errors) log(error);
  if (errors.length > 0) return 1;
  const update = (file: string, text: string) => updateFile(file, text, { mode, log });
  // The REST description is derived from the files before it.
  let stale = update(supergraphFile, sdl);
  for (const { file, text } of collectDeclaredFiles()) stale = update(file, text) || stale;
  const rest = await describeRest(sdl);
  stale = update(openApiFile, rest) || stale;
  return mode === '--check' ? Number(stale) : await release(mode, { sdl, rest }, log);
}

/** Writes a file that differs, or reports it with `--check`. Resolves to whether it differed. */
function updateFile(
  file: string,
  text: string,
  { mode, log }: { mode: string; log: (line: string) => void },
): boolean {
  if (isCurrent(file, text)) return false;
  const name = relative(root, file);
  if (mode === '--check') log(`${name} is stale: run npm run supergraph and commit it.`);
  else {
    writeFileSync(file, text);
    log(`${name} is written.`);
  }
  return true;
}

/** Whether the committed file has this content; the formatting of GraphQL does not count. */
export function isCurrent(file: string, text: string): boolean {
  const committed = readCommitted(file) ?? '';
  return file.endsWith('.graphql') ? isSameSdl(committed, text) : committed === text;
}

/** Reports what breaks the last release, or writes a new release. */
async function release(
  mode: '--write' | '--release',
  { sdl, rest }: { sdl: string; rest: string },
  log: (line: string) => void,
): Promise<number> {
  const { findBreaks, readPublicApi, readReleased, writeReleased } = await import(
    './release/released.ts'
  );
  const current = await readPublicApi(sdl, rest);
  if (mode === '--release') {
    writeReleased(current);
    log('The current schema is now the released one; later changes are compared with it.');
    return 0;
  }
  const released = readReleased();
  const breaks = released ? findBreaks(released, current) : [];
  for (const sentence of breaks) log(sentence);
  if (breaks.length === 0) return 0;
  log(
    'These changes break the released API. Undo them, or release a new version: npm run supergraph -- release',
  );
  return 1;
}

/** Whether two SDL documents are equal apart from formatting; false if one does not parse. */
export function isSameSdl(one: string, other: string): boolean {
  const [left, right] = [one, other].map(normalize);
  return left !== undefined && left === right;
}

function normalize(sdl: string): string | undefined {
  try {
    return print(parse(sdl));
  } catch {
    return undefined;
  }
}

function readCommitted(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main(process.argv[2]);
