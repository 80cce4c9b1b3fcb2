/** The diagrams of the documents match the code. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { events } from '@nameloan/contracts/events';
import { requests } from '@nameloan/contracts/requests';
import { drawArchitecture } from './draw-architecture.ts';
import { eventsPage, findUnpublished } from './draw-events.ts';
import { drawSequence } from './draw-sequence.ts';
import { drawMachine, statesPage } from './draw-states.ts';
import { findStalePages } from './main.ts';
import { services } from './read-services.ts';
import { replaceSection } from './replace-section.ts';

test('no page is stale', () => {
  assert.deepEqual(findStalePages(), [], 'run npm run supergraph');
});

test('every event is emitted by its service, and every request is sent and handled', () => {
  assert.deepEqual(findUnpublished(services), []);
  for (const name of Object.keys(requests)) {
    assert.equal(services.filter(({ handles }) => handles.includes(name)).length, 1, name);
  }
});

test('a changed table of transitions, handler or external call changes its page', () => {
  const machine = { name: 'a', start: { ONE: 'made' }, transitions: { ONE: { END: 'gone' } } };
  assert.match(drawMachine(machine), /\[\*\] --> ONE: made\n {2}ONE --> \[\*\]: gone\n/);
  const [first, ...others] = services;
  assert.ok(first);
  const changed = { ...first, machines: [machine], consumes: ['lending.offer.made'] };
  assert.notEqual(statesPage([changed, ...others]), statesPage(services));
  assert.notEqual(eventsPage([changed, ...others]), eventsPage(services));
  const calling = { ...first, externalSystems: ['SMTP'] };
  assert.notEqual(drawArchitecture([calling, ...others]), drawArchitecture(services));
  assert.throws(() => drawArchitecture([{ ...first, externalSystems: ['FTP'] }]), /FTP/);
});

test('a page without the section is an error', () => {
  assert.throws(() => replaceSection('# Page', 'architecture', ''), /no section architecture/);
});

const span = (name: string, kind: string, parent: string, service: string, start = '1') => ({
  spanId: `${name} ${service}`,
  parentSpanId: parent,
  name,
  kind,
  startTimeUnixNano: start,
  failed: false,
  attributes: { 'nameloan.service': service },
});

test('a sequence has calls in the order of time, then what they caused, once each', () => {
  const drawn = drawSequence(
    [
      span('POST /api/before', 'server', '', 'gateway', '0'),
      span('POST /api/a/:id', 'server', '', 'gateway'),
      span('graphql Make__lending__0', 'server', 'POST /api/a/:id gateway', 'lending'),
      span('handle made', 'consumer', 'graphql Make__lending__0 lending', 'domains'),
      span('handle made', 'consumer', 'graphql Make__lending__0 lending', 'notifications'),
      span('EPP domain info', 'client', 'graphql Make__lending__0 lending', 'lending', '2'),
      {
        ...span('EPP domain info', 'client', 'graphql Make__lending__0 lending', 'lending'),
        spanId: 'again',
      },
      {
        ...span('handle lost', 'consumer', 'graphql Make__lending__0 lending', 'domains'),
        failed: true,
      },
      span('job poll-registry', 'internal', '', 'domains', '9'),
    ],
    '/a/:id',
  );
  assert.deepEqual(drawn.split('\n').slice(2, -1), [
    '  client->>gateway: POST /a/{id}',
    '  gateway->>lending: Make',
    '  lending->>registry: domain info',
    '  lending-)domains: made',
  ]);
});

test('the recorded sequence names only events that exist and are consumed as drawn', () => {
  const file = join(import.meta.dirname, '../../docs/reference/loan-sequence.md');
  const arrows = [...readFileSync(file, 'utf8').matchAll(/^ {2}(\w+)-\)(\w+): (\S+)$/gm)];
  assert.ok(arrows.length >= 10);
  for (const [, from, to, subject = ''] of arrows) {
    assert.ok(Object.hasOwn(events, subject) && subject.startsWith(`${from}.`), subject);
    assert.ok(services.find(({ name }) => name === to)?.consumes.includes(subject), subject);
  }
});
