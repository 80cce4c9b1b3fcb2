/** The lanes of the refresh come from the suffix file in use, and no record is left in a lane without look-ups. */

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { now } from '@nameloan/runtime/clock';
import { commit } from '../../service-context.ts';
import { useSuffixFile } from '../../suffix/suffixes.ts';
import { recordOf } from '../../testing/reports.ts';
import type { TestDomains } from '../../testing/start-domains.ts';
import { addTestDomain, freshName, startDomains } from '../../testing/start-domains.ts';
import { diligenceRecords } from '../diligence.model.ts';

const folder = mkdtempSync(join(tmpdir(), 'nameloan-suffix-lanes-'));
let s: TestDomains;
before(async () => {
  const included = new URL('../../suffix/suffixes.json', import.meta.url);
  const content = JSON.parse(readFileSync(included, 'utf8'));
  content.suffixes.push({ ...content.suffixes[0], suffix: 'museum' });
  const path = join(folder, 'suffixes.json');
  writeFileSync(path, JSON.stringify(content));
  s = await startDomains({ environment: { SUFFIXES_FILE: path } });
});
after(async () => {
  await s.stop();
  useSuffixFile(undefined);
  rmSync(folder, { recursive: true, force: true });
});

test('a name under a suffix that only the installation’s file has is looked up', async () => {
  const name = freshName('museum');
  await addTestDomain(s, 'ann', name);
  // No server has it, which is an answer.
  const { lane } = await recordOf(name, ({ failures }) => failures > 0);
  assert.equal(lane, 'museum');
});

test('a name in the lane of a suffix that the file no longer has is looked up', async () => {
  const name = freshName();
  await addTestDomain(s, 'ann', name);
  const { version } = await recordOf(name);
  await commit(async (tx) => {
    const record = await diligenceRecords.get(name, tx);
    await diligenceRecords.update(record, { ...record, lane: 'former', dueAt: now() }, tx);
  });
  const { lane } = await recordOf(name, (record) => record.version > version + 1 && !record.dueAt);
  assert.equal(lane, 'com');
});
