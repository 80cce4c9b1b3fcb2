/** Generates the state diagram of the README from the transition descriptors; a test keeps the two in sync. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { escrowStatuses } from '@nameloan/contracts/loan';
import type { RuleRole, TransitionRule } from './transition-descriptor.ts';
import { transitionRules } from './transitions.ts';

export const readmePath = join(import.meta.dirname, '..', '..', '..', 'README.md');

const opening =
  '<!-- generated from transitions.ts by draw-transitions.ts --write -->\n```mermaid\n';
const closing = '```\n<!-- end of the generated diagram -->\n';

const roleNames = {
  BORROWER: 'borrower',
  LENDER: 'lender',
  OPERATOR: 'operator',
  SYSTEM: 'platform',
} as const satisfies Record<RuleRole, string>;

/** One arrow per pair of states with all its transitions; rules that only write history are left out. */
export function drawTransitions(rules: readonly TransitionRule[] = transitionRules): string {
  const allowed = escrowStatuses.flatMap((status) =>
    rules.filter(({ from, historyOnly }) => from === status && !historyOnly),
  );
  const arrows = Map.groupBy(allowed, ({ from, to }) => `${from} --> ${to}`);
  const lines = [...arrows].map(([arrow, sharedRules]) => {
    const labels = new Set(sharedRules.map(describeRule));
    return `  ${arrow}: ${[...labels].join('<br/>')}`;
  });
  return ['stateDiagram-v2', '  [*] --> PENDING_SIGNATURE: offer accepted', ...lines, ''].join(
    '\n',
  );
}

function describeRule({ transition, roles }: TransitionRule): string {
  return `${transition} (${roles.map((one) => roleNames[one]).join(', ')})`;
}

/** The README with the current diagram. */
export function replaceDiagram(readme: string): string {
  const [before, rest] = split(readme, opening);
  const [, after] = split(rest, closing);
  return `${before}${opening}${drawTransitions()}${closing}${after}`;
}

function split(text: string, at: string): [before: string, after: string] {
  const position = text.indexOf(at);
  if (position < 0) throw new Error(`the README lacks the line ${at.split('\n')[0]}`);
  return [text.slice(0, position), text.slice(position + at.length)];
}

if (process.argv[1] === import.meta.filename && process.argv.includes('--write')) {
  writeFileSync(readmePath, replaceDiagram(readFileSync(readmePath, 'utf8')));
}
