/** Every change of state that a table does not contain is rejected. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StateMachine } from './state-machine.ts';
import { assertTransition, assertTransitions, IllegalTransitionError } from './state-machine.ts';

type Light = 'GREEN' | 'YELLOW' | 'RED';
const light: StateMachine<Light> = {
  name: 'traffic light',
  start: { RED: 'switched on' },
  transitions: {
    GREEN: { YELLOW: 'time passed' },
    YELLOW: { RED: 'time passed' },
    RED: { GREEN: 'time passed', END: 'switched off' },
  },
};
const allowed = ['null RED', 'GREEN YELLOW', 'YELLOW RED', 'RED GREEN', 'RED null'];

test('a machine allows the transitions of its table and no others', () => {
  const states = [null, 'GREEN', 'YELLOW', 'RED', 'constructor'];
  for (const from of states) {
    for (const to of states) {
      const check = () => assertTransition(light, from, to);
      if (from === to || allowed.includes(`${from} ${to}`)) check();
      else assert.throws(check, IllegalTransitionError, `${from} to ${to}`);
    }
  }
});

test('a machine that does not apply to a record allows everything', () => {
  const states = [
    { machine: light, stateOf: ({ light }: { light?: string | null }) => light },
  ] as const;
  assertTransitions(states, { light: 'GREEN' }, {});
  assertTransitions(states, undefined, {});
  assertTransitions(states, undefined, { light: 'RED' });
  assert.throws(
    () => assertTransitions(states, undefined, { light: 'GREEN' }),
    /no transition from the start to GREEN/,
  );
  assert.throws(
    () => assertTransitions(states, { light: 'GREEN' }, { light: null }),
    /from GREEN to the end/,
  );
});
