/** The build of the web app: whole or not there, of the sources that are there, the same each time. Made in a copy of them. */

import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { copyRepository } from '@nameloan/testkit/copy-repository';

const copy = copyRepository();
const dist = join(copy, 'web/dist');
const children: ChildProcess[] = [];

after(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(copy, { recursive: true, force: true });
});

interface Ended {
  code: number | null;
  out: string;
  errors: string;
}

function run(args: string[], environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, args, {
    cwd: copy,
    env: { PATH: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const printed = { out: '', errors: '' };
  child.stdout.on('data', (data) => (printed.out += data));
  child.stderr.on('data', (data) => (printed.errors += data));
  const ended = new Promise<Ended>((done) =>
    child.once('close', (code) => done({ code, ...printed })),
  );
  return { child, ended };
}

/** As `npm start` asks for it. */
async function ensure(): Promise<string> {
  const script = `import { ensureBuilt } from './web/build/ensure-built.ts';
    console.log(JSON.stringify({ folder: await ensureBuilt({ onBuild: () => console.log('builds') }) }));`;
  const { code, out, errors } = await run(['--input-type=module', '-e', script]).ended;
  assert.equal(code, 0, errors);
  return out;
}

const folderOf = (out: string): string => /"folder":"([^"]+)"/.exec(out)?.[1] ?? '';
const main = () => join(copy, 'web/src/main.tsx');
const wholeOnes = () =>
  existsSync(dist) ? readdirSync(dist).filter((name) => /^[0-9a-f]{20}$/.test(name)) : [];

function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  const hashOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  return Object.fromEntries(files.map((name) => [name, hashOf(name)]));
}

test('the first start builds and says so, the next finds it, and both have the same whole folder', async () => {
  const first = await ensure();
  assert.match(first, /^builds$/m);
  const folder = folderOf(first);
  const files = Object.keys(filesOf(folder));
  for (const file of ['index.html', 'index.html.br', 'index.html.gz', 'paths.json', 'robots.txt'])
    assert.ok(files.includes(file), file);
  const scripts = files.filter((file) => file.endsWith('.js'));
  assert.ok(scripts.length > 0);
  for (const file of scripts) {
    const { size } = statSync(join(folder, file));
    if (size <= 1024) continue;
    assert.ok(statSync(join(folder, `${file}.br`)).size < size, file);
    assert.ok(statSync(join(folder, `${file}.gz`)).size < size, file);
  }
  assert.ok(!files.some((file) => /woff2\.(br|gz)$/.test(file)), 'what is packed already');
  const second = await ensure();
  assert.doesNotMatch(second, /builds/);
  assert.equal(folderOf(second), folder);
});

test('two builds of the same sources are the same, byte for byte', async () => {
  const folder = folderOf(await ensure());
  const before = filesOf(folder);
  rmSync(dist, { recursive: true });
  const again = await ensure();
  assert.equal(folderOf(again), folder);
  assert.deepEqual(filesOf(folder), before);
});

test('a changed source is another build, and a changed test is not', async () => {
  const before = folderOf(await ensure());
  writeFileSync(join(copy, 'web/src/some.test.ts'), '/** A test. */\n');
  assert.equal(folderOf(await ensure()), before);
  const sentence = 'a sentence that was not there before';
  appendFileSync(main(), `\ndocument.title = '${sentence}';\n`);
  const next = folderOf(await ensure());
  assert.notEqual(next, before);
  const holds = (folder: string) =>
    Object.keys(filesOf(folder)).some((file) =>
      readFileSync(join(folder, file)).includes(sentence),
    );
  assert.ok(holds(next));
  assert.ok(existsSync(before), 'a product that runs on the older one keeps its files');
});

test('a build that is killed in the middle leaves nothing that is served, and the next one is whole', async () => {
  appendFileSync(main(), "\ndocument.title = 'killed';\n");
  const known = wholeOnes();
  const { child, ended } = run(['web/build/build.ts']);
  const begun = () => readdirSync(dist).some((name) => name.startsWith('new-'));
  while (!begun() && child.exitCode === null) await new Promise((next) => setTimeout(next, 5));
  child.kill('SIGKILL');
  await ended;
  assert.deepEqual(wholeOnes(), known);
  assert.ok(begun(), 'it was in the middle');
  const folder = folderOf(await ensure());
  assert.ok(Object.keys(filesOf(folder)).includes('paths.json'));
  assert.ok(!begun(), 'what the killed one left is gone');
});

test('a source that is saved while it is built is in the build that is served', async () => {
  appendFileSync(main(), "\ndocument.title = 'begun';\n");
  const asked = ensure();
  while (!readdirSync(dist).some((name) => name.startsWith('new-')))
    await new Promise((next) => setTimeout(next, 5));
  const sentence = 'saved while it was built';
  appendFileSync(main(), `\ndocument.title = '${sentence}';\n`);
  const folder = folderOf(await asked);
  const scripts = Object.keys(filesOf(folder)).filter((file) => file.endsWith('.js'));
  assert.ok(scripts.some((file) => readFileSync(join(folder, file), 'utf8').includes(sentence)));
});

test('two starts at once get the same whole build', async () => {
  appendFileSync(main(), "\ndocument.title = 'at once';\n");
  const [one, other] = await Promise.all([ensure(), ensure()]);
  assert.equal(folderOf(one), folderOf(other));
  assert.ok(Object.keys(filesOf(folderOf(one))).includes('paths.json'));
});

test('only the newest builds are kept', async () => {
  for (const title of ['one', 'two']) {
    appendFileSync(main(), `\ndocument.title = '${title}';\n`);
    await ensure();
  }
  assert.equal(wholeOnes().length, 3);
});

test('sources that cannot be built stop the start with a sentence and the words of the build', async () => {
  const text = readFileSync(main(), 'utf8');
  writeFileSync(main(), `${text}\nconst = ;\n`);
  const known = wholeOnes();
  const data = mkdtempSync(join(tmpdir(), 'nameloan-start-'));
  const more = { PORT: '0', SANDBOX_PORT: '0', DATA_DIR: data, NAMELOAN_DEMO: 'off' };
  const { code, errors } = await run(['apps/standalone/src/main.ts'], more).ended;
  rmSync(data, { recursive: true, force: true });
  assert.equal(code, 1);
  assert.match(errors, /^Nameloan cannot start: The web app cannot be built\.$/m);
  assert.match(errors, /main\.tsx/);
  assert.deepEqual(wholeOnes(), known);
});
