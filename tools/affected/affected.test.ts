/** What a change affects: a table of sample changes on the real workspaces, and a real git history. */

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { serviceNames } from '@nameloan/contracts/platform';
import { findAffected } from './affected-components.ts';
import { changedFiles } from './changed-files.ts';
import { components, packages } from './components.ts';
import { readWorkspaces } from './read-workspaces.ts';

const root = resolve(import.meta.dirname, '../..');
const repository = { components, packages, workspaces: readWorkspaces(root) };

/** `lending*`: all work, `lending`: only tests, `lending^`: only deployment. */
const format = (...files: string[]) =>
  findAffected(files, repository)
    .map(({ component, work }) => {
      const isAllWork = work.join() === 'build,test,deploy';
      return component + (isAllWork ? '*' : work.join() === 'deploy' ? '^' : '');
    })
    .join(' ');
const servicePackages =
  'packages/countries packages/demo packages/graphql-executor packages/messaging packages/payee-details packages/persistence packages/rdap packages/runtime packages/security packages/subgraph packages/testkit';
const services = serviceNames.map((name) => `${name}*`).join(' ');
const testedServices = serviceNames.join(' ');
const everything = `${services} gateway* web* sandbox* migrate* ${packages.map(({ name }) => name).join(' ')} product`;

const table: [what: string, files: string[], expected: string][] = [
  ['nothing', [], ''],
  ['a document', ['docs/broker.md', 'services/lending/README.md', 'LICENSE'], ''],
  ['one service’s source', ['services/lending/src/offer/offer.ts'], 'lending* migrate* product'],
  ['one service’s test', ['services/lending/src/offer/offers.test.ts'], 'lending'],
  ['one service’s test helpers', ['services/lending/src/testing/start-lending.ts'], 'lending'],
  [
    'a schema, from which the supergraph is composed',
    ['services/lending/src/offer/offer.graphql'],
    'lending* gateway* web* migrate* product',
  ],
  [
    'the supergraph, from which the web’s documents are generated',
    ['gateway/supergraph.graphql'],
    'gateway* web* product',
  ],
  [
    'contracts, which all but the sandbox need',
    ['packages/contracts/src/events.ts'],
    `${services} gateway* web* migrate* packages/contracts ${servicePackages} product`,
  ],
  [
    'the test helpers, which the tests of all services and the journeys use',
    ['packages/testkit/src/until.ts'],
    `${testedServices} gateway web ${servicePackages} product`,
  ],
  ['a test of a package', ['packages/security/src/encryption.test.ts'], 'packages/security'],
  [
    'loan math, for lending and the web app',
    ['packages/loan-math/src/interest.ts'],
    'lending* web* migrate* packages/demo packages/loan-math product',
  ],
  [
    'the brand, for all pages',
    ['packages/brand/src/tokens.css'],
    'domains lending* payments notifications* gateway* web* sandbox* migrate* packages/brand product',
  ],
  [
    'the embedded database, which tests use',
    ['packages/embedded-mongo/src/server.ts'],
    `${testedServices} gateway web ${servicePackages.replace('demo', 'demo packages/embedded-mongo')} product`,
  ],
  [
    'the sandbox, which tests of two services use',
    ['sandbox/src/main.ts'],
    'domains payments sandbox* product',
  ],
  ['a page of the web app', ['web/src/main.tsx'], 'web* product'],
  ['the build of the web app', ['web/build/build.ts'], 'web* product'],
  ['the migration step', ['tools/migrate.ts'], 'migrate* product'],
  [
    'another script, or a journey',
    ['apps/standalone/src/main.ts', 'tests/flows/journeys.ts'],
    'product',
  ],
  ['the lock file', ['package-lock.json'], everything],
  ['the Dockerfile', ['infra/docker/Dockerfile'], everything],
  ['a file of one test image only', ['infra/docker/relay-mongo.ts'], 'product'],
  ['one deployment', ['infra/k8s/base/lending/kustomization.yaml'], 'lending^'],
  ['an unknown file', ['wasm/main.rs'], everything],
  [
    'a manifest, and a file whose path starts like a folder name',
    ['services/lending/package.json', 'services/lending-two/x.ts'],
    everything,
  ],
];
for (const [what, files, expected] of table)
  test(`${what} affects ${expected || 'no component'}`, () =>
    assert.equal(format(...files), expected));

/** Files that the Dockerfile copies in a shared stage, so that every image contains them. */
function filesOfAllImages(): string[] {
  const text = readFileSync(join(root, 'infra/docker/Dockerfile'), 'utf8');
  const stages = text.split(/^FROM .* AS /m).slice(1);
  return stages
    .filter((stage) => /^(manifests|runtime)\n/.test(stage))
    .flatMap((stage) => [...stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)])
    .flatMap(([, sources = '']) => sources.split(' '));
}

test('a file of all images affects everything', () => {
  const files = filesOfAllImages();
  assert.ok(files.includes('infra/docker/config.ts'));
  assert.ok(files.includes('infra/docker/shorten-manifests.ts'));
  // A workspace's manifest affects every workspace that depends on it.
  for (const file of files.filter((one) => !/^\w.*\/package\.json$/.test(one)))
    assert.equal(format(file), everything, file);
});

test('a Kubernetes overlay or component deploys every component and builds none', () => {
  const affected = findAffected(['infra/k8s/components/service/probes.yaml'], repository);
  assert.equal(affected.length, components.length);
  assert.ok(affected.every(({ work }) => work.join() === 'deploy'));
});

const folder = mkdtempSync(join(tmpdir(), 'nameloan-affected-'));
after(() => rmSync(folder, { recursive: true }));
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.net', ...args], {
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

test('in a real history, moved files are listed under both paths, and uncommitted files too', () => {
  git('init', '-q');
  write('services/lending/src/a.ts', 'content that is long enough for rename detection');
  commit();
  mkdirSync(join(folder, 'services/payments/src'), { recursive: true });
  git('mv', 'services/lending/src/a.ts', 'services/payments/src/ü a.ts');
  commit();
  write('docs/new.md', 'not committed');
  const moved = ['services/lending/src/a.ts', 'services/payments/src/ü a.ts'];
  assert.deepEqual(changedFiles(folder, 'HEAD~1'), ['docs/new.md', ...moved]);
  assert.deepEqual(changedFiles(folder, 'HEAD~1..HEAD'), moved);
  assert.throws(() => changedFiles(folder, 'HEAD~9'), /git cannot compare: .*HEAD~9/);
});

test('the command prints the result for this repository as text and as JSON', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['tools/affected/main.ts', ...args], {
      cwd: root,
      encoding: 'utf8',
    });
  const { stdout, status } = run('HEAD..HEAD', '--json');
  assert.deepEqual(
    [JSON.parse(stdout), status],
    [{ range: 'HEAD..HEAD', files: [], affected: [] }, 0],
  );
  assert.match(
    run('HEAD..HEAD').stdout,
    /^No component is affected by the 0 files of HEAD\.\.HEAD\.$/m,
  );
  const wrong = run('no-such-branch');
  assert.deepEqual([wrong.status, /no-such-branch/.test(wrong.stderr)], [1, true]);
  assert.match(run('--jsn').stderr, /^Usage: npm run affected/);
});

test('every workspace belongs to a component, is a tested package, or is an app that starts the product', () => {
  const known = [...components, ...packages].flatMap(({ workspaces }) => workspaces);
  assert.deepEqual(
    repository.workspaces
      .map(({ folder }) => folder)
      .filter((folder) => !known.includes(folder) && !folder.startsWith('apps/')),
    [],
  );
});
