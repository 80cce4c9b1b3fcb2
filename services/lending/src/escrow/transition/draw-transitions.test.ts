import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { drawTransitions, readmePath, replaceDiagram } from './draw-transitions.ts';
import { transitionRules } from './transitions.ts';

test('the diagram in the README matches the transition rules', () => {
  const readme = readFileSync(readmePath, 'utf8');
  assert.equal(readme, replaceDiagram(readme), 'run npm run supergraph');
});

test('a changed, added or removed rule changes the diagram; a history-only rule does not', () => {
  const [first, ...others] = transitionRules;
  assert.ok(first);
  const today = drawTransitions();
  assert.notEqual(drawTransitions([{ ...first, to: 'CANCELLED' }, ...others]), today);
  assert.notEqual(
    drawTransitions(transitionRules.filter(({ transition }) => transition !== 'ESCALATE')),
    today,
  );
  assert.equal(drawTransitions(transitionRules.filter(({ historyOnly }) => !historyOnly)), today);
});
