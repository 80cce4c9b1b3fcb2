/** What a change touches: a table of made-up changes on the real workspaces, and a real history of git. */

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { findAffected } from './affected-components.ts';
import { changedFiles } from './changed-files.ts';
import { components, packages } from './components.ts';
import { readWorkspaces } from './read-workspaces.ts';

const root = resolve(import.meta.dirname, '../..');
const house = { components, packages, workspaces: readWorkspaces(root) };

/** `lending*` needs all, `lending` its tests alone, `lending^` only its deployment. */
const shown = (...files: string[]) =>
  findAffected(files, house)
    .map(({ part, work }) => {
      const whole = work.join() === 'build,test,deploy';
      return part + (whole ? '*' : work.join() === 'deploy' ? '^' : '');
    })
    .join(' ');
const everything =
  'identity* domains* lending* payments* notifications* gateway* web* sandbox* migrate* packages/contracts packages/embedded-mongo packages/loan-math packages/service product';
const services = 'identity* domains* lending* payments* notifications*';

const table: [what: string, files: string[], expected: string][] = [
  ['nothing', [], ''],
  ['a document', ['docs/broker.md', 'services/lending/README.md', 'LICENSE'], ''],
  ['one service’s source', ['services/lending/src/offer/offer.ts'], 'lending* migrate* product'],
  ['one service’s test', ['services/lending/src/offer/offers.test.ts'], 'lending'],
  ['one service’s test tools', ['services/lending/src/testing/start-lending.ts'], 'lending'],
  [
    'a schema, of which the supergraph is made',
    ['services/lending/src/offer/offer.graphql'],
    'lending* gateway* web* migrate* product',
  ],
  [
    'the supergraph, of which the web’s documents are made',
    ['gateway/supergraph.graphql'],
    'gateway* web* product',
  ],
  [
    'contracts, which all but the sandbox need',
    ['packages/contracts/src/events.ts'],
    `${services} gateway* web* migrate* packages/contracts packages/service product`,
  ],
  [
    'test tools of the service kit, by which all services are tested',
    ['packages/service/src/testing/until.ts'],
    'identity domains lending payments notifications gateway web packages/service',
  ],
  ['a test of the service kit', ['packages/service/src/encryption.test.ts'], 'packages/service'],
  [
    'figures, for lending and the web app',
    ['packages/loan-math/src/interest.ts'],
    'lending* web* migrate* packages/loan-math product',
  ],
  [
    'the embedded database, on which tests run',
    ['packages/embedded-mongo/src/server.ts'],
    'identity domains lending payments notifications gateway web packages/embedded-mongo packages/service product',
  ],
  [
    'the sandbox, with which two services are tested',
    ['sandbox/src/main.ts'],
    'domains payments sandbox* product',
  ],
  ['a page of the web app', ['web/src/main.tsx'], 'web* product'],
  ['how the web app is built', ['scripts/web-app/build.ts'], 'web* product'],
  ['the migration step', ['scripts/migrate.ts'], 'migrate* product'],
  ['another script, or a journey', ['scripts/start.ts', 'tests/flows/journeys.ts'], 'product'],
  ['the lock file', ['package-lock.json'], everything],
  ['the Dockerfile', ['infra/docker/Dockerfile'], everything],
  ['what one trial image alone is made with', ['infra/docker/relay-mongo.ts'], 'product'],
  ['one deployment', ['infra/k8s/base/lending/kustomization.yaml'], 'lending^'],
  ['a file that nobody knows', ['wasm/main.rs'], everything],
  [
    'a manifest, and a file whose name begins like a folder',
    ['services/lending/package.json', 'services/lending-two/x.ts'],
    everything,
  ],
];
for (const [what, files, expected] of table)
  test(`${what} touches ${expected || 'no part'}`, () => assert.equal(shown(...files), expected));

/** Files that the Dockerfile copies in a shared stage: they are in every image. */
function filesOfAllImages(): string[] {
  const text = readFileSync(join(root, 'infra/docker/Dockerfile'), 'utf8');
  const stages = text.split(/^FROM .* AS /m).slice(1);
  return stages
    .filter((stage) => /^(manifests|runtime)\n/.test(stage))
    .flatMap((stage) => [...stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)])
    .flatMap(([, sources = '']) => sources.split(' '));
}

test('whatever all images are made of touches everything', () => {
  const files = filesOfAllImages();
  assert.ok(files.includes('infra/docker/config.ts'));
  assert.ok(files.includes('infra/docker/shorten-manifests.ts'));
  // A workspace's manifest affects every workspace that depends on it.
  for (const file of files.filter((one) => !/^\w.*\/package\.json$/.test(one)))
    assert.equal(shown(file), everything, file);
});

test('an overlay or component of Kubernetes deploys every part, and builds none', () => {
  const found = findAffected(['infra/k8s/components/service/probes.yaml'], house);
  assert.equal(found.length, components.length);
  assert.ok(found.every(({ work }) => work.join() === 'deploy'));
});

const folder = mkdtempSync(join(tmpdir(), 'nameloan-affected-'));
after(() => rmSync(folder, { recursive: true }));
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.net', ...words], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();
const write = (file: string, text: string) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};
const commit = () => {
  git('add', '-A');
  git('commit', '-q', '-m', 'a change');
};

test('of a real history: moved files count at both places, and what is not committed too', () => {
  git('init', '-q');
  write('services/lending/src/a.ts', 'one text that is long enough to be known again');
  commit();
  mkdirSync(join(folder, 'services/payments/src'), { recursive: true });
  git('mv', 'services/lending/src/a.ts', 'services/payments/src/ü a.ts');
  commit();
  write('docs/new.md', 'not committed');
  const moved = ['services/lending/src/a.ts', 'services/payments/src/ü a.ts'];
  assert.deepEqual(changedFiles(folder, 'HEAD~1'), ['docs/new.md', ...moved]);
  assert.deepEqual(changedFiles(folder, 'HEAD~1..HEAD'), moved);
  assert.throws(() => changedFiles(folder, 'HEAD~9'), /git cannot tell what changed: .*HEAD~9/);
});

test('the command answers for this repository’s own history, for people and for programs', () => {
  const run = (...words: string[]) =>
    spawnSync(process.execPath, ['scripts/affected.ts', ...words], { cwd: root, encoding: 'utf8' });
  const { stdout, status } = run('HEAD..HEAD', '--json');
  assert.deepEqual(
    [JSON.parse(stdout), status],
    [{ range: 'HEAD..HEAD', files: [], affected: [] }, 0],
  );
  assert.match(run('HEAD..HEAD').stdout, /^No part is touched by the 0 files of HEAD\.\.HEAD\.$/m);
  const wrong = run('no-such-branch');
  assert.deepEqual([wrong.status, /no-such-branch/.test(wrong.stderr)], [1, true]);
  assert.match(run('--jsn').stderr, /^Usage: npm run affected/);
});

test('every workspace belongs to a part or is a package that is tested', () => {
  const known = [...components, ...packages].flatMap(({ workspaces }) => workspaces);
  assert.deepEqual(
    house.workspaces.map(({ folder }) => folder).filter((folder) => !known.includes(folder)),
    [],
  );
});
