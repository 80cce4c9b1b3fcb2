/** The diagrams of the documents match the code. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requests } from '@nameloan/contracts/requests';
import { drawArchitecture } from './draw-architecture.ts';
import { eventsPage, findUnpublished } from './draw-events.ts';
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
