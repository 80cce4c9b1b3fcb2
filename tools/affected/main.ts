/** `npm run affected [-- BASE|BASE..END] [--json]`: lists what a change requires to build, test and deploy, and why. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Affected } from './affected-components.ts';
import { findAffected } from './affected-components.ts';
import { changedFiles, UnknownRangeError } from './changed-files.ts';
import { components, packages } from './components.ts';
import { readWorkspaces } from './read-workspaces.ts';

const root = resolve(import.meta.dirname, '../..');
const args = process.argv.slice(2);
const ranges = args.filter((arg) => !arg.startsWith('-'));
const unknown = args.filter((arg) => arg.startsWith('-') && arg !== '--json');
const [range = 'HEAD~1'] = ranges;

/** A base has neither addresses nor images of an installation; the caller must choose the overlay. */
const applyOverlay = 'kubectl apply -k infra/k8s/overlays/OVERLAY';

/** The commands for a component, in addition to its dependencies. */
function listCommands({ component, work }: Affected) {
  const tests =
    component === 'product'
      ? 'tests/**/*.test.ts'
      : [...components, ...packages].find(({ name }) => name === component)?.tests;
  const deploys = work.includes('deploy') && existsSync(join(root, 'infra/k8s/base', component));
  return {
    ...(work.includes('build') ? { build: `infra/docker/build-images.sh ${component}` } : {}),
    ...(work.includes('test') && tests ? { test: `npm test -- '${tests}'` } : {}),
    ...(deploys ? { deploy: `${applyOverlay} -l app.kubernetes.io/name=${component}` } : {}),
  };
}

function formatAffected(affected: Affected): string {
  const [first, ...more] = affected.reasons;
  const others = more.length > 0 ? `, and ${more.length} more` : '';
  const lines = Object.values(listCommands(affected)).map((command) => `    ${command}`);
  return [
    `${affected.component}: ${affected.work.join(', ')}`,
    `    because of ${first?.file} (${first?.why})${others}`,
    ...lines,
  ].join('\n');
}

try {
  if (unknown.length > 0 || ranges.length > 1)
    throw new UnknownRangeError('Usage: npm run affected [-- BASE|BASE..END] [--json]');
  const files = changedFiles(root, range);
  const affected = findAffected(files, { components, packages, workspaces: readWorkspaces(root) });
  const withCommands = affected.map((one) => ({ ...one, commands: listCommands(one) }));
  if (args.includes('--json'))
    console.log(JSON.stringify({ range, files, affected: withCommands }));
  else if (affected.length === 0)
    console.log(`No component is affected by the ${files.length} files of ${range}.`);
  else console.log(affected.map(formatAffected).join('\n'));
} catch (error) {
  if (!(error instanceof UnknownRangeError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
