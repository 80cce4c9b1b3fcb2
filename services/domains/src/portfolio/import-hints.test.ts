/** What the file of an import says about a name: shown as the file's, replaced by reports, and absent from the export. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { diligenceRecords } from '../diligence/diligence.model.ts';
import { domains } from '../domain/domain.model.ts';
import { getAs, importList, previewList } from '../testing/portfolio.ts';
import { recordOf } from '../testing/reports.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import { addTestDomain, expectData, freshName, startDomains } from '../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

test('what a file says about a name is shown to its owner until a report knows it, and never to others', async () => {
  const [name, had] = [freshName(), freshName()];
  await addTestDomain(s, 'vic', had);
  const body = `Domain,Expiration Date,Registrar\n${name},2031-05-04,Old Registrar\n${had},2031-05-04,X\n`;
  const preview = await previewList(s, 'vic', body);
  const hints = { expires_on: '2031-05-04', registrar: 'Old Registrar' };
  assert.deepEqual(
    preview.rows.map((row) => row.hints),
    [hints, undefined],
  );
  const done = await importList(s, 'vic', body);
  assert.deepEqual(done.rows[0]?.hints, hints);
  const [stored] = await domains.findMany({ accountId: 'vic', name });
  assert.ok(stored);
  const { report } = await recordOf(name);
  assert.ok(report?.registrar && report.expiresAt, 'the sandbox knows both');
  const shownTo = async (who: string) => {
    const found = await s.as(who)(
      `{ domain(id: "${stored.id}") { importHints { expiresOn registrar } } }`,
    );
    return found.data?.domain?.importHints ?? null;
  };
  const setReport = (change: object | null) =>
    diligenceRecords.raw.updateOne(
      { _id: name },
      { $set: { report: change && { ...report, ...change } } },
    );
  assert.equal(await shownTo('vic'), null, 'the report knows both');
  await setReport({ registrar: null });
  assert.deepEqual(await shownTo('vic'), { expiresOn: null, registrar: 'Old Registrar' });
  await setReport({ expiresAt: null });
  assert.deepEqual(await shownTo('vic'), { expiresOn: '2031-05-04', registrar: null });
  await setReport(null);
  assert.deepEqual(await shownTo('vic'), { expiresOn: '2031-05-04', registrar: 'Old Registrar' });
  assert.equal(await shownTo('eve'), null);
  const single = expectData(
    await s.as('vic')('{ domains { domains { importHints { registrar } } } }'),
  );
  assert.deepEqual(
    single.domains.domains.map((one: { importHints: unknown }) => one.importHints),
    [{ registrar: 'Old Registrar' }, null],
  );
});

test('the export has the expiry, registrar and age of the report, never what a file said', async () => {
  const name = freshName();
  await importList(s, 'wes', `Domain,Expires,Registrar\n${name},2031-05-04,Old Registrar\n`);
  const { report } = await recordOf(name);
  const read = async () =>
    (await (await getAs(s, 'wes', '/domains/export/csv')).text()).trimEnd().split('\r\n')[1];
  const known = [
    report?.expiresAt?.toISOString(),
    report?.registrar?.name,
    report?.registeredAt?.toISOString(),
  ];
  assert.ok((await read())?.endsWith(`,${known.join(',')}`), `${await read()} ends with ${known}`);
  await diligenceRecords.raw.updateOne({ _id: name }, { $set: { report: null } });
  assert.match((await read()) ?? '', /,,,$/);
});
