/** The import of names: its preview, its job with the effects of single additions, and its limits. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { spendQuota } from '@nameloan/testkit/service/spend-quota';
import { until } from '@nameloan/testkit/until';
import { chooseAppraiser } from '../appraisal/choose-appraiser.ts';
import { domains } from '../domain/domain.model.ts';
import { serviceContext } from '../service-context.ts';
import { getAs, importList, previewList, sendList } from '../testing/portfolio.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTestDomain,
  addVerifiedDomain,
  expectData,
  freshName,
  startDomains,
} from '../testing/start-domains.ts';
import { domainImports } from './domain-import.model.ts';
import { processImport } from './process-import.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

const freshNames = (count: number) => Array.from({ length: count }, () => freshName());
const storedNames = async (accountId: string) =>
  (await domains.findMany({ accountId, active: true })).map(({ name }) => name).sort();

test('the preview has a verdict with the product’s sentence for each line, and adds nothing', async () => {
  const [fresh = '', own, rivals] = [freshName(), freshName(), freshName()];
  await addTestDomain(s, 'pia', own);
  const held = freshName();
  await addDomainInCustody(s, 'rob', held);
  // Proved by another account but not held: several accounts may add it.
  await addVerifiedDomain(s, 'rob', rivals);
  const list = [fresh, own, held, rivals, `www.${fresh}`, 'com', `${fresh.toUpperCase()}.`, 'x y'];
  const body = `Domain,Price\n${list.map((name) => `${name},1`).join('\n')}\n`;
  const { rows, ...counts } = await previewList(s, 'pia', body);
  assert.deepEqual(counts, { total: 8, accepted: 2, have: 2, refused: 4 });
  assert.deepEqual(
    rows.map(({ line, input, verdict, message = null }) => [line, input, verdict, message]),
    [
      [2, fresh, 'ADD', null],
      [3, own, 'HAVE', 'You already have this domain.'],
      [
        4,
        held,
        'REFUSED',
        'This domain backs a loan or is held for another account, so it cannot be added.',
      ],
      [5, rivals, 'ADD', null],
      [
        6,
        `www.${fresh}`,
        'REFUSED',
        `www.${fresh} is a subdomain. Use the registered name ${fresh}.`,
      ],
      [7, 'com', 'REFUSED', 'com is a domain suffix, not a domain name.'],
      [8, `${fresh.toUpperCase()}.`, 'HAVE', 'This domain is already on an earlier line.'],
      [9, 'x y', 'REFUSED', 'A domain name cannot contain spaces.'],
    ],
  );
  assert.deepEqual(await storedNames('pia'), [own]);
});

test('the job adds each name once, with the same record and events as a single addition', async () => {
  const names = freshNames(430);
  const done = await importList(s, 'kim', ['bücher.com', ...names, 'com'].join('\n'));
  assert.deepEqual(
    [done.total, done.accepted, done.have, done.refused, done.settled],
    [432, 431, 0, 1, 432],
  );
  assert.deepEqual(await storedNames('kim'), ['xn--bcher-kva.com', ...names].sort());
  await s.settle();
  const single = await s.record(await addTestDomain(s, 'sol', 'bücher.com'));
  await s.settle();
  const alone = await s.record(single.id);
  const [imported] = await domains.findMany({ accountId: 'kim', name: 'xn--bcher-kva.com' });
  assert.ok(imported?.appraisal);
  const comparable = ({ appraisal, ...record }: typeof imported) => ({
    ...record,
    appraisal: { ...appraisal, appraisedAt: null },
    ...{ id: '', accountId: '', createdAt: null, verificationRecord: '' },
  });
  assert.deepEqual(comparable(imported), comparable(alone));
  assert.match(imported.verificationRecord, /^nameloan-verification=[a-z2-7]{32}$/);
  const eventsAbout = (id: string) =>
    s.publishedEvents
      .filter(({ aggregateId }) => aggregateId === id)
      .map(({ subject, aggregateVersion }) => `${subject} ${aggregateVersion}`);
  assert.deepEqual(eventsAbout(imported.id), eventsAbout(single.id));
  assert.equal(eventsAbout(imported.id).length, 2);
});

test('a crash after any batch repeats and loses no name', async () => {
  const names = freshNames(450);
  await s.as('lou')('{ domains { total } }');
  const id = newId();
  const rows = names.map((name, at) => ({
    ...{ line: at + 1, input: name, name, unicodeName: name },
    ...({ verdict: 'ADD', message: null } as const),
  }));
  const now = new Date();
  await serviceContext.commit((tx) =>
    domainImports.add(
      {
        ...{ id, version: 1, accountId: 'lou', state: 'RUNNING', digest: id },
        ...{ rows, settledRows: 0, createdAt: now },
      },
      tx,
    ),
  );
  const job = { kind: 'import-domains', key: id, data: {}, attempt: 1, dueAt: now };
  // Two workers run the same batch, as after a lost lease, and each result is lost.
  while ((await domainImports.get(id)).state === 'RUNNING')
    await Promise.all([processImport(job), processImport(job)]);
  assert.deepEqual(await storedNames('lou'), [...names].sort());
  await s.settle();
  const added = s.publishedEvents.filter(
    ({ subject, data }) =>
      subject === 'domains.domain.added' && 'accountId' in data && data.accountId === 'lou',
  );
  assert.equal(added.length, names.length);
});

/** Its first estimates never end. */
const hangingAppraiser = `let count = 0;
export const appraiser = {
  appraise: async (_name, at) => count++ < 10
    ? new Promise(() => {})
    : { lowCents: 100, midCents: 200, highCents: 300, factors: [], at },
};`;

test('an appraiser that hangs does not stop an import, and its estimates are repeated', async (t) => {
  t.after(() => chooseAppraiser('built-in'));
  await chooseAppraiser(`data:text/javascript,${encodeURIComponent(hangingAppraiser)}`);
  const names = freshNames(12);
  const done = await importList(s, 'abe', names.join('\n'));
  assert.deepEqual([done.accepted, done.settled], [12, 12]);
  const appraised = async () =>
    (await domains.findMany({ accountId: 'abe', active: true })).filter(
      ({ appraisal }) => appraisal?.midCents === 200,
    ).length;
  await until(async () => (await appraised()) === names.length);
});

test('names that the account adds during the import are reported as had, and the same list at once is one import', async () => {
  const names = freshNames(220);
  const body = names.join('\n');
  const [first, second] = await Promise.all([
    sendList(s, 'max', { body }),
    sendList(s, 'max', { body }),
    ...names.slice(-5).map((name) => addTestDomain(s, 'max', name).catch(() => undefined)),
  ]);
  const ids = [await first.json(), await second.json()].map((one) => (one as { id: string }).id);
  assert.equal(new Set(ids).size, 1);
  await s.settle();
  assert.deepEqual(await storedNames('max'), [...names].sort());
  const again = await importList(s, 'max', body);
  assert.deepEqual([again.accepted, again.have, again.state], [0, names.length, 'DONE']);
});

test('too many names, a wrong type, another account and a visitor are rejected with a stable code', async () => {
  const statusOf = async (answer: Response) => [
    answer.status,
    ((await answer.json()) as { code: string }).code,
  ];
  const send = async (accountId: string | null, body: string, type?: string) =>
    statusOf(await sendList(s, accountId, { body, ...(type ? { type } : {}) }));
  const many = Array.from({ length: 2001 }, (_, i) => `n${i}.com`);
  assert.deepEqual(await send('ned', many.join('\n')), [413, 'TOO_LARGE']);
  assert.deepEqual(await send('ned', JSON.stringify({ names: many }), 'application/json'), [
    413,
    'TOO_LARGE',
  ]);
  assert.deepEqual(await send('ned', `a.com,${'x'.repeat(5 * 1024 * 1024)}`), [413, 'TOO_LARGE']);
  for (const body of ['{', '[]', '{"names":[1]}', '{"names":[]}', '{"names":["a.com"],"x":1}'])
    assert.deepEqual(await send('ned', body, 'application/json'), [400, 'INVALID_INPUT'], body);
  assert.deepEqual(await send('ned', 'a.com', 'image/png'), [415, 'UNSUPPORTED_TYPE']);
  assert.deepEqual(await send(null, 'a.com'), [401, 'UNAUTHENTICATED']);
  assert.deepEqual(
    await statusOf(await sendList(s, 'ned', { body: 'a.com', query: '?commit=maybe' })),
    [400, 'INVALID_INPUT'],
  );
  const mine = await importList(s, 'ned', freshName());
  for (const [accountId, id] of [
    ['eve', mine.id],
    ['ned', 'none'],
  ] as const)
    assert.equal((await getAs(s, accountId, `/domains/imports/${id}`)).status, 404);
  assert.deepEqual(await storedNames('eve'), []);
});

test('JSON counts lines by position; the quota counts names, and an import beyond it adds none', async () => {
  const names = freshNames(3);
  await spendQuota(serviceContext, 'domainsAdded', { key: 'zoe', left: 3 });
  const list = JSON.stringify({ names: [...names, 'com'] });
  const preview = await sendList(s, 'zoe', {
    ...{ body: list, type: 'application/json', query: '?commit=false' },
  });
  const { rows } = (await preview.json()) as { rows: { line: number }[] };
  assert.deepEqual(
    rows.map(({ line }) => line),
    [1, 2, 3, 4],
  );
  const over = await sendList(s, 'zoe', { body: [...names, freshName()].join('\n') });
  assert.deepEqual([over.status, over.headers.has('retry-after')], [429, true]);
  await s.settle();
  assert.deepEqual(await storedNames('zoe'), []);
  await importList(s, 'zoe', names.join('\n'));
  assert.deepEqual(await storedNames('zoe'), [...names].sort());
  const single = await s.as('zoe')(`mutation { addDomain(domain: "${freshName()}") { id } }`);
  assert.equal(single.code, 'TOO_MANY_REQUESTS');
});

test('a list takes the quota of files before it is read, also when it is rejected', async () => {
  await spendQuota(serviceContext, 'portfolioFiles', { key: 'kai', left: 1 });
  const statuses: number[] = [];
  for (const body of ['Nom;Email\na.com;a@b.fr', freshName()])
    statuses.push((await sendList(s, 'kai', { body })).status);
  assert.deepEqual(statuses, [400, 429]);
  assert.deepEqual(await storedNames('kai'), []);
});

test('the export has all own names by name, escapes formulas, and the import reads it again', async () => {
  const names = freshNames(3);
  await importList(s, 'tom', [...names, 'bücher.com'].join('\n'));
  const [labelled] = await domains.findMany({ accountId: 'tom', name: names[0] ?? '' });
  await domains.raw.updateOne({ _id: labelled?.id }, { $set: { labels: ['=1+1', 'best'] } });
  const answer = await getAs(s, 'tom', '/domains/export/csv');
  assert.match(answer.headers.get('content-disposition') ?? '', /nameloan-domains\.csv/);
  const text = Buffer.from(await answer.arrayBuffer()).toString('utf8');
  const [header, ...lines] = text.trimEnd().split('\r\n');
  assert.equal(
    header,
    '\uFEFFdomain,domain_unicode,status,labels,estimated_value,expires_at,registrar,registered_at',
  );
  assert.deepEqual(
    lines.map((line) => line.split(',')[0]),
    [...names, 'xn--bcher-kva.com'].sort(),
  );
  const found = lines.find((line) => line.startsWith(names[0] ?? '-')) ?? '';
  assert.match(found, /,EXTERNAL_UNVERIFIED,"'=1\+1; best",\d+\.00,/);
  assert.ok(lines.some((line) => line.includes('bücher.com')));
  const back = await previewList(s, 'tom', text);
  assert.deepEqual([back.total, back.have], [4, 4]);
  const none = await getAs(s, 'una', '/domains/export/csv');
  assert.equal((await none.text()).trimEnd().split('\r\n').length, 1);
  assert.equal((await getAs(s, null, '/domains/export/csv')).status, 401);
  expectData(await s.as('tom')('{ domains { total } }'));
});
