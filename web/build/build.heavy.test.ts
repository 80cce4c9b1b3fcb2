/** The build of the web app is atomic, up to date and reproducible. Runs in a copy of the repository. */

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

interface ExitResult {
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
  const ended = new Promise<ExitResult>((done) =>
    child.once('close', (code) => done({ code, ...printed })),
  );
  return { child, ended };
}

/** The folders of all builds so far. */
const served = new Set<string>();

/** Runs `ensureBuilt` like `npm start`. */
async function runEnsureBuilt(): Promise<string> {
  const script = `import { ensureBuilt } from './web/build/ensure-built.ts';
    console.log(JSON.stringify({ folder: await ensureBuilt({ onBuild: () => console.log('builds') }) }));`;
  const { code, out, errors } = await run(['--input-type=module', '-e', script]).ended;
  assert.equal(code, 0, errors);
  served.add(readFolder(out));
  return out;
}

const readFolder = (out: string): string => /"folder":"([^"]+)"/.exec(out)?.[1] ?? '';
const mainFile = () => join(copy, 'web/src/main.tsx');
const listBuilds = () =>
  existsSync(dist) ? readdirSync(dist).filter((name) => /^[0-9a-f]{20}$/.test(name)) : [];

function hashFiles(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  const hashOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex');
  return Object.fromEntries(files.map((name) => [name, hashOf(name)]));
}

test('the first start builds, the next reuses the build, and both return the same complete folder', async () => {
  const first = await runEnsureBuilt();
  assert.match(first, /^builds$/m);
  const folder = readFolder(first);
  const files = Object.keys(hashFiles(folder));
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
  assert.ok(
    !files.some((file) => /woff2\.(br|gz)$/.test(file)),
    'compressed formats are not compressed again',
  );
  const second = await runEnsureBuilt();
  assert.doesNotMatch(second, /builds/);
  assert.equal(readFolder(second), folder);
});

test('two builds of the same sources are identical, byte for byte', async () => {
  const folder = readFolder(await runEnsureBuilt());
  const before = hashFiles(folder);
  rmSync(dist, { recursive: true });
  const again = await runEnsureBuilt();
  assert.equal(readFolder(again), folder);
  assert.deepEqual(hashFiles(folder), before);
});

test('a changed source causes a new build, and a changed test does not', async () => {
  const before = readFolder(await runEnsureBuilt());
  writeFileSync(join(copy, 'web/src/some.test.ts'), '/** A test. */\n');
  assert.equal(readFolder(await runEnsureBuilt()), before);
  const sentence = 'a new sentence in the source';
  appendFileSync(mainFile(), `\ndocument.title = '${sentence}';\n`);
  const next = readFolder(await runEnsureBuilt());
  assert.notEqual(next, before);
  const containsSentence = (folder: string) =>
    Object.keys(hashFiles(folder)).some((file) =>
      readFileSync(join(folder, file)).includes(sentence),
    );
  assert.ok(containsSentence(next));
  assert.ok(existsSync(before), 'a product that runs on the old build keeps its files');
});

test('a killed build leaves nothing that is served, and the next build is complete', async () => {
  appendFileSync(mainFile(), "\ndocument.title = 'killed';\n");
  const buildsBefore = listBuilds();
  const { child, ended } = run(['web/build/build.ts']);
  const hasPartialBuild = () => readdirSync(dist).some((name) => name.startsWith('new-'));
  while (!hasPartialBuild() && child.exitCode === null)
    await new Promise((next) => setTimeout(next, 5));
  child.kill('SIGKILL');
  await ended;
  assert.deepEqual(listBuilds(), buildsBefore);
  assert.ok(hasPartialBuild(), 'the build was killed while it ran');
  const folder = readFolder(await runEnsureBuilt());
  assert.ok(Object.keys(hashFiles(folder)).includes('paths.json'));
  assert.ok(!hasPartialBuild(), 'the partial build was removed');
});

test('a source that is saved during a build is in the build that is served', async () => {
  appendFileSync(mainFile(), "\ndocument.title = 'started';\n");
  const building = runEnsureBuilt();
  while (!readdirSync(dist).some((name) => name.startsWith('new-')))
    await new Promise((next) => setTimeout(next, 5));
  const sentence = 'saved while it was built';
  appendFileSync(mainFile(), `\ndocument.title = '${sentence}';\n`);
  const folder = readFolder(await building);
  const scripts = Object.keys(hashFiles(folder)).filter((file) => file.endsWith('.js'));
  assert.ok(scripts.some((file) => readFileSync(join(folder, file), 'utf8').includes(sentence)));
});

test('two concurrent starts get the same complete build', async () => {
  appendFileSync(mainFile(), "\ndocument.title = 'at once';\n");
  const [one, other] = await Promise.all([runEnsureBuilt(), runEnsureBuilt()]);
  assert.equal(readFolder(one), readFolder(other));
  assert.ok(Object.keys(hashFiles(readFolder(one))).includes('paths.json'));
});

test('only the newest builds are kept', () => {
  assert.ok(served.size > 3, 'the tests above have served more builds');
  assert.equal(listBuilds().length, 3);
});

test('sources that cannot be built stop the start with a message and the output of the build', async () => {
  const text = readFileSync(mainFile(), 'utf8');
  writeFileSync(mainFile(), `${text}\nconst = ;\n`);
  const buildsBefore = listBuilds();
  const data = mkdtempSync(join(tmpdir(), 'nameloan-start-'));
  const environment = { PORT: '0', SANDBOX_PORT: '0', DATA_DIR: data, NAMELOAN_DEMO: 'off' };
  const { code, errors } = await run(['apps/standalone/src/main.ts'], environment).ended;
  rmSync(data, { recursive: true, force: true });
  assert.equal(code, 1);
  assert.match(errors, /^Nameloan cannot start: The web app cannot be built\.$/m);
  assert.match(errors, /main\.tsx/);
  assert.deepEqual(listBuilds(), buildsBefore);
});
