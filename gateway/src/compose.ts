/** Composes the five services' public language into the committed supergraph, ahead of any start. */

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { composeServices } from '@apollo/composition';
import type { ServiceName } from '@nameloan/contracts/platform.ts';
import { serviceNames } from '@nameloan/contracts/platform.ts';
import { parse, print } from 'graphql';

const root = join(import.meta.dirname, '../..');

export const supergraphFile = join(root, 'gateway/supergraph.graphql');
export const openApiFile = join(root, 'gateway/openapi.json');
const scalarsFile = join(root, 'packages/contracts/src/scalars.graphql');

/** One subgraph's SDL: the shared scalars, then its own files in the order of their paths. */
export function subgraphSdl(name: ServiceName): string {
  const folder = join(root, 'services', name, 'src');
  const files = globSync('**/*.graphql', { cwd: folder }).sort();
  return [scalarsFile, ...files.map((file) => join(folder, file))]
    .map((file) => readFileSync(file, 'utf8').trim())
    .join('\n\n');
}

/**
 * The supergraph SDL, or the sentences that say why the parts do not fit together.
 * `sdl` is empty when there are errors.
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

/** The REST description that belongs to a supergraph, as it is committed. */
export async function describeRest(sdl: string): Promise<string> {
  const { apiSchemaOf } = await import('./supergraph.ts');
  const { loadCalls } = await import('./rest/load-calls.ts');
  const { describeApi } = await import('./rest/openapi.ts');
  const { printJson, shareSchemas } = await import('./rest/share-schemas.ts');
  return `${printJson(shareSchemas(describeApi(loadCalls(await apiSchemaOf(sdl)))))}\n`;
}

async function main(mode: string | undefined): Promise<number> {
  const say = (line: string) => process.stderr.write(`${line}\n`);
  if (mode !== '--write' && mode !== '--check' && mode !== '--release') {
    say('Usage: node gateway/src/compose.ts --write | --check | --release');
    return 2;
  }
  const { sdl, errors } = composeSupergraph();
  for (const error of errors) say(error);
  if (errors.length > 0) return 1;
  let stale = 0;
  const rest = await describeRest(sdl);
  for (const [file, text, same] of [
    [supergraphFile, sdl, sameSdl],
    [openApiFile, rest, (one: string, other: string) => one === other],
  ] as const) {
    if (same(committed(file) ?? '', text)) continue;
    if (mode !== '--check') {
      writeFileSync(file, text);
      say(`${relative(root, file)} is written; npm run format lays it out.`);
      continue;
    }
    stale = 1;
    say(`${relative(root, file)} is stale: run npm run supergraph and commit it.`);
  }
  return mode === '--check' ? stale : await release(mode, { sdl, rest }, say);
}

/** Names what breaks of the last release, unless this is a new one. */
async function release(
  mode: '--write' | '--release',
  { sdl, rest }: { sdl: string; rest: string },
  say: (line: string) => void,
): Promise<number> {
  const { breaksOf, languagesOf, readReleased, writeReleased } = await import(
    './release/released.ts'
  );
  const present = await languagesOf(sdl, rest);
  if (mode === '--release') {
    writeReleased(present);
    say('What stands now is the release that later changes are held against.');
    return 0;
  }
  const released = readReleased();
  const breaks = released ? breaksOf(released, present) : [];
  for (const sentence of breaks) say(sentence);
  if (breaks.length === 0) return 0;
  say('This breaks what was released. Mend it, or release it: npm run supergraph -- release');
  return 1;
}

/** Whether two texts say the same, however the formatter has laid them out; one that a merge left broken never does. */
export function sameSdl(one: string, other: string): boolean {
  const [left, right] = [one, other].map(laidOut);
  return left !== undefined && left === right;
}

function laidOut(sdl: string): string | undefined {
  try {
    return print(parse(sdl));
  } catch {
    return undefined;
  }
}

function committed(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

if (process.argv[1] === import.meta.filename) process.exitCode = await main(process.argv[2]);
