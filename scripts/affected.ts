/** `npm run affected [-- BASE|BASE..END] [--json]`: what a change touches: what to build, test and deploy, and why. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Affected } from './affected/affected-components.ts';
import { findAffected } from './affected/affected-components.ts';
import { changedFiles, RangeUnknown } from './affected/changed-files.ts';
import { components, packages } from './affected/components.ts';
import { readWorkspaces } from './affected/read-workspaces.ts';

const root = resolve(import.meta.dirname, '..');
const given = process.argv.slice(2);
const ranges = given.filter((word) => !word.startsWith('-'));
const unknown = given.filter((word) => word.startsWith('-') && word !== '--json');
const [range = 'HEAD~1'] = ranges;

/** A base has neither an installation's addresses nor its images; the caller knows which overlay to use. */
const applyOverlay = 'kubectl apply -k infra/k8s/overlays/OVERLAY';

/** The commands for a component, in addition to its dependencies. */
function commandsOf({ part, work }: Affected) {
  const tests =
    part === 'product'
      ? 'tests/**/*.test.ts'
      : [...components, ...packages].find(({ name }) => name === part)?.tests;
  const deploys = work.includes('deploy') && existsSync(join(root, 'infra/k8s/base', part));
  return {
    ...(work.includes('build') ? { build: `infra/docker/build-images.sh ${part}` } : {}),
    ...(work.includes('test') && tests ? { test: `npm test -- '${tests}'` } : {}),
    ...(deploys ? { deploy: `${applyOverlay} -l app.kubernetes.io/name=${part}` } : {}),
  };
}

function inWords(found: Affected): string {
  const [first, ...more] = found.reasons;
  const others = more.length > 0 ? `, and ${more.length} more` : '';
  const lines = Object.values(commandsOf(found)).map((command) => `    ${command}`);
  return [
    `${found.part}: ${found.work.join(', ')}`,
    `    because of ${first?.file} (${first?.why})${others}`,
    ...lines,
  ].join('\n');
}

try {
  if (unknown.length > 0 || ranges.length > 1)
    throw new RangeUnknown('Usage: npm run affected [-- BASE|BASE..END] [--json]');
  const files = changedFiles(root, range);
  const found = findAffected(files, { components, packages, workspaces: readWorkspaces(root) });
  const shown = found.map((one) => ({ ...one, commands: commandsOf(one) }));
  if (given.includes('--json')) console.log(JSON.stringify({ range, files, affected: shown }));
  else if (found.length === 0)
    console.log(`No part is touched by the ${files.length} files of ${range}.`);
  else console.log(found.map(inWords).join('\n'));
} catch (error) {
  if (!(error instanceof RangeUnknown)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
