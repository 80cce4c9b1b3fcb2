/** The download size of each screen, and libraries that must not be in it. */

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
const findChunk = (name: string) => chunks().find(({ fileName }) => fileName === name);

/** The entry chunk, the chunks with the given modules, and all their static imports. */
function initialChunks(...modulePatterns: RegExp[]): Chunk[] {
  const found = new Set<Chunk>();
  const addWithImports = (chunk: Chunk | undefined) => {
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    for (const name of chunk.imports) addWithImports(findChunk(name));
  };
  addWithImports(chunks().find(({ isEntry }) => isEntry));
  for (const pattern of modulePatterns) {
    const chunk = chunks().find(({ modules }) =>
      Object.keys(modules).some((id) => pattern.test(id)),
    );
    assert.ok(chunk, `${pattern} is in a chunk`);
    addWithImports(chunk);
  }
  return [...found];
}

const landingChunks = () => initialChunks(/landing-page\.tsx$/);
const listModules = (list: readonly Chunk[]) => list.flatMap(({ modules }) => Object.keys(modules));
const findAssets = (pattern: RegExp) =>
  output.filter((file) => file.type === 'asset').filter(({ fileName }) => pattern.test(fileName));

const kilobytes = (bytes: number) => bytes / 1000;
const gzipKilobytes = (text: string | Uint8Array) => kilobytes(gzipSync(text, { level: 9 }).length);
const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** Estimated gzip size of some modules of a chunk, by their share of its code. */
function estimateSize(chunk: Chunk, isIncluded: (module: string) => boolean): number {
  const modules = Object.entries(chunk.modules);
  const lengths = (list: typeof modules) => sum(list.map(([, one]) => one.renderedLength));
  const share = lengths(modules.filter(([id]) => isIncluded(id))) / (lengths(modules) || 1);
  return gzipKilobytes(chunk.code) * share;
}

function assertBudgets(t: TestContext, sizes: [BudgetName, number, string?][]): void {
  const measured = sizes.map((size) => checkBudget(...size));
  for (const { line } of measured) t.diagnostic(line);
  assert.deepEqual(
    measured.filter(({ isMet }) => !isMet).map(({ line }) => line),
    [],
  );
}

const library = /\/node_modules\//;
const graphqlLibraries =
  /\/node_modules\/(@apollo|@wry|graphql|graphql-ws|graphql-tag|optimism|rxjs|tslib)\//;

test('the landing page loads no Apollo, GraphQL, form or schema library', () => {
  const modules = listModules(landingChunks());
  assert.ok(modules.some((id) => id.endsWith('features/landing/landing-page.tsx')));
  const unwanted =
    /\/node_modules\/(react-hook-form|@hookform|zod)\/|\.generated\.ts$|web\/src\/graph\//;
  assert.deepEqual(
    modules.filter((id) => unwanted.test(id) || graphqlLibraries.test(id)),
    [],
  );
});

test('the calculator and the newest listings load later, without the signed-in app', () => {
  const later = /features\/landing\/\w+\/(calculator|live-listings)\.tsx$/;
  assert.deepEqual(
    listModules(landingChunks()).filter((id) => later.test(id)),
    [],
  );
  const modules = listModules(initialChunks(/calculator\/calculator\.tsx$/, /live-listings\.tsx$/));
  assert.ok(modules.some((id) => later.test(id)));
  assert.deepEqual(
    modules.filter((id) => graphqlLibraries.test(id) || /\/app\/app-layout\.tsx$/.test(id)),
    [],
  );
});

test('the landing page is small enough for a mobile connection', (t) => {
  const code = sum(landingChunks().map((chunk) => gzipKilobytes(chunk.code)));
  const fonts = sum(
    findAssets(/(besley|hanken).*\.woff2$/).map(({ source }) => kilobytes(source.length)),
  );
  const [html] = findAssets(/^index\.html$/).map(({ source }) => String(source));
  assert.ok(html);
  const page = gzipKilobytes(html);
  const linked = findAssets(/\.css$/).filter(({ fileName }) => html.includes(fileName));
  const styles = sum(linked.map(({ source }) => gzipKilobytes(source)));
  assert.ok(code > 60 && styles > 3 && fonts > 40, 'the sizes are those of the landing page');
  assertBudgets(t, [
    ['landing: code, gzip', code],
    ['landing: styles, gzip', styles],
    ['landing: fonts', fonts],
    ['landing: the whole page', code + styles + fonts + page],
  ]);
});

test('the dashboard loads little more code than any page with data', (t) => {
  const first = initialChunks(/graph-layout\.tsx$/, /app-layout\.tsx$/, /dashboard-page\.tsx$/);
  const all = sum(first.map((chunk) => gzipKilobytes(chunk.code)));
  const graph = sum(first.map((chunk) => estimateSize(chunk, (id) => graphqlLibraries.test(id))));
  assert.ok(graph > 20, 'the GraphQL client is included');
  assertBudgets(t, [
    ['dashboard: first code without Apollo, gzip', all - graph],
    ['dashboard: first code, gzip', all],
  ]);
});

test('no screen loads a large chunk of our own code', (t) => {
  const ownSizes = chunks()
    .map((chunk) => ({ chunk, size: estimateSize(chunk, (id) => !library.test(id)) }))
    .sort((one, other) => other.size - one.size);
  const largest = ownSizes.slice(0, 3).map(({ chunk, size }) => {
    return ['largest chunk without libraries, gzip', size, chunk.fileName] as const;
  });
  assertBudgets(
    t,
    largest.map((one) => [...one]),
  );
});

test('the picture cropper is loaded only by users who change their picture', (t) => {
  const settings = initialChunks(/settings-page\.tsx$/);
  const cropper = /\/node_modules\/react-easy-crop\//;
  assert.deepEqual(
    listModules(settings).filter((id) => cropper.test(id)),
    [],
  );
  const inSettings = new Set(settings);
  const extras = initialChunks(/picture-dialog\.tsx$/).filter((chunk) => !inSettings.has(chunk));
  assert.ok(listModules(extras).some((id) => cropper.test(id)));
  assertBudgets(t, [
    [
      'settings: code for the picture upload, gzip',
      sum(extras.map((chunk) => gzipKilobytes(chunk.code))),
    ],
  ]);
});
