/** What a visitor's browser fetches, screen by screen: how much, and which libraries are not in it. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { BudgetName } from '@nameloan/testkit/budgets';
import { checkBudget } from '@nameloan/testkit/budgets';
import { loadVite, viteConfig } from './vite.ts';

interface Chunk {
  type: 'chunk';
  fileName: string;
  code: string;
  isEntry: boolean;
  imports: string[];
  modules: Record<string, { renderedLength: number }>;
}
interface Asset {
  type: 'asset';
  fileName: string;
  source: string | Uint8Array;
}

let output: (Chunk | Asset)[];

before(async () => {
  await import('../../tools/generate/main.ts');
  const { build } = await loadVite();
  const built = await build({ ...viteConfig, logLevel: 'error', build: { write: false } });
  output = (built as { output: (Chunk | Asset)[] }).output;
});

const chunks = () => output.filter((file) => file.type === 'chunk');
const called = (name: string) => chunks().find(({ fileName }) => fileName === name);

/** The entry, those with a module of these names, and all that they import before anything is drawn. */
function firstCode(...heads: RegExp[]): Chunk[] {
  const wanted = new Set<Chunk>();
  const follow = (chunk: Chunk | undefined) => {
    if (!chunk || wanted.has(chunk)) return;
    wanted.add(chunk);
    for (const name of chunk.imports) follow(called(name));
  };
  follow(chunks().find(({ isEntry }) => isEntry));
  for (const head of heads) {
    const chunk = chunks().find(({ modules }) => Object.keys(modules).some((id) => head.test(id)));
    assert.ok(chunk, `${head} is somewhere`);
    follow(chunk);
  }
  return [...wanted];
}

const frontPage = () => firstCode(/landing-page\.tsx$/);
const modulesOf = (those: readonly Chunk[]) => those.flatMap(({ modules }) => Object.keys(modules));
const assetsLike = (pattern: RegExp) =>
  output.filter((file) => file.type === 'asset').filter(({ fileName }) => pattern.test(fileName));

const kilobytes = (bytes: number) => bytes / 1000;
const packed = (text: string | Uint8Array) => kilobytes(gzipSync(text, { level: 9 }).length);
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** What of a chunk's weight falls to its modules of a kind, by their share of its code. */
function weightOf(chunk: Chunk, isWanted: (module: string) => boolean): number {
  const modules = Object.entries(chunk.modules);
  const lengths = (those: typeof modules) => sum(those.map(([, one]) => one.renderedLength));
  const share = lengths(modules.filter(([id]) => isWanted(id))) / (lengths(modules) || 1);
  return packed(chunk.code) * share;
}

function hold(t: TestContext, figures: [BudgetName, number, string?][]): void {
  const measured = figures.map((figure) => checkBudget(...figure));
  for (const { line } of measured) t.diagnostic(line);
  assert.deepEqual(
    measured.filter(({ isMet }) => !isMet).map(({ line }) => line),
    [],
  );
}

const library = /\/node_modules\//;
const ofGraph =
  /\/node_modules\/(@apollo|@wry|graphql|graphql-ws|graphql-tag|optimism|rxjs|tslib)\//;

test('no Apollo, GraphQL, form or schema library is in what the front page needs', () => {
  const modules = modulesOf(frontPage());
  assert.ok(modules.some((id) => id.endsWith('features/landing/landing-page.tsx')));
  const refused =
    /\/node_modules\/(react-hook-form|@hookform|zod)\/|\.generated\.ts$|web\/src\/graph\//;
  assert.deepEqual(
    modules.filter((id) => refused.test(id) || ofGraph.test(id)),
    [],
  );
});

test('the front page weighs what a visitor on the road can wait for', (t) => {
  const code = sum(frontPage().map((chunk) => packed(chunk.code)));
  const letters = sum(
    assetsLike(/(besley|hanken).*\.woff2$/).map(({ source }) => kilobytes(source.length)),
  );
  const [html] = assetsLike(/^index\.html$/).map(({ source }) => String(source));
  assert.ok(html);
  const page = packed(html);
  const linked = assetsLike(/\.css$/).filter(({ fileName }) => html.includes(fileName));
  const styles = sum(linked.map(({ source }) => packed(source)));
  assert.ok(code > 60 && styles > 3 && letters > 40, 'it is the page');
  hold(t, [
    ['landing: code, gzip', code],
    ['landing: styles, gzip', styles],
    ['landing: fonts', letters],
    ['landing: the whole page', code + styles + letters + page],
  ]);
});

test('the dashboard is there after little more than what any page with data needs', (t) => {
  const first = firstCode(/graph-layout\.tsx$/, /app-layout\.tsx$/, /dashboard-page\.tsx$/);
  const all = sum(first.map((chunk) => packed(chunk.code)));
  const graph = sum(first.map((chunk) => weightOf(chunk, (id) => ofGraph.test(id))));
  assert.ok(graph > 20, 'the graph’s client is in it');
  hold(t, [
    ['dashboard: first code without Apollo, gzip', all - graph],
    ['dashboard: first code, gzip', all],
  ]);
});

test('no screen brings a heavy piece of our own', (t) => {
  const own = chunks()
    .map((chunk) => ({ chunk, weight: weightOf(chunk, (id) => !library.test(id)) }))
    .sort((one, other) => other.weight - one.weight);
  const figures = own.slice(0, 3).map(({ chunk, weight }) => {
    return ['largest chunk without libraries, gzip', weight, chunk.fileName] as const;
  });
  hold(
    t,
    figures.map((one) => [...one]),
  );
});

test('the picture cropper is loaded only by users who change their picture', (t) => {
  const settings = firstCode(/settings-page\.tsx$/);
  const cropper = /\/node_modules\/react-easy-crop\//;
  assert.deepEqual(
    modulesOf(settings).filter((id) => cropper.test(id)),
    [],
  );
  const inSettings = new Set(settings);
  const extras = firstCode(/picture-dialog\.tsx$/).filter((chunk) => !inSettings.has(chunk));
  assert.ok(modulesOf(extras).some((id) => cropper.test(id)));
  hold(t, [
    ['settings: code for the picture upload, gzip', sum(extras.map((chunk) => packed(chunk.code)))],
  ]);
});
