/** Avatars: accepted formats, conversion, rejected files and addresses. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { actorHeader } from '@nameloan/contracts/actor';
import { signActor } from '@nameloan/security/actor';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService, testActor, testSecret } from '@nameloan/testkit/service/test-service';
import sharp from 'sharp';
import { jobs } from '../jobs.ts';
import { identityService } from '../service.ts';
import type { Person } from '../testing/register-person.ts';
import { profileCall, registerPerson } from '../testing/register-person.ts';
import { pictures } from './picture.model.ts';

let service: TestService;
let person: Person;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
  person = await registerPerson(service);
});
after(() => service.stop());

const save = (pfp: string | null) => person.call(profileCall, { input: { pfp } });
const url = (kind: string, bytes: Buffer) =>
  `data:image/${kind};base64,${bytes.toString('base64')}`;
const bytesOf = (pfp: string) => Buffer.from(pfp.slice(pfp.indexOf(',') + 1), 'base64');
const image = (width: number, height: number, background = '#800020') =>
  sharp({ create: { width, height, channels: 3, background } });

test('jpeg, png and gif become 400 by 400 without metadata', async () => {
  const secret = 'Taken at home';
  const jpeg = await image(1000, 600)
    .withExif({ IFD0: { ImageDescription: secret } })
    .jpeg()
    .toBuffer();
  assert.ok(jpeg.includes(secret));
  const files = {
    jpeg,
    png: await image(30, 90).png().toBuffer(),
    gif: await image(500, 500).gif().toBuffer(),
  };
  for (const [kind, bytes] of Object.entries(files)) {
    const answer = await save(url(kind, bytes));
    assert.equal(answer.code, undefined, answer.message);
    const { pfp } = answer.data.updateProfile;
    assert.match(pfp, /^data:image\/jpeg;base64,/);
    const made = await sharp(bytesOf(pfp)).metadata();
    assert.deepEqual([made.width, made.height, made.exif], [400, 400, undefined]);
    assert.ok(!bytesOf(pfp).includes(secret));
  }
});

test('a transparent picture stays transparent', async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0 };
  const bytes = await sharp({ create: { width: 10, height: 10, channels: 4, background: clear } })
    .png()
    .toBuffer();
  const { pfp } = (await save(url('png', bytes))).data.updateProfile;
  assert.match(pfp, /^data:image\/png;base64,/);
});

test('the first frame of an animated gif is kept', async () => {
  const frames = await Promise.all(
    ['#ff0000', '#0000ff'].map((color) => image(50, 50, color).png().toBuffer()),
  );
  const animated = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  assert.equal((await sharp(animated, { pages: -1 }).metadata()).pages, 2);
  const { pfp } = (await save(url('gif', animated))).data.updateProfile;
  const { dominant } = await sharp(bytesOf(pfp)).stats();
  assert.ok(dominant.r > 200 && dominant.b < 60);
});

test('the current value changes nothing; null and an empty text reset to the default', async () => {
  const first = (await save(url('png', await image(9, 9).png().toBuffer()))).data.updateProfile.pfp;
  assert.equal((await save(first)).data.updateProfile.pfp, first);
  const absent = await person.call(profileCall, { input: { zip: '1' } });
  assert.equal(absent.data.updateProfile.pfp, first);
  assert.equal((await person.call('{ self { pfp } }')).data.self.pfp, first);
  assert.equal((await save(null)).data.updateProfile.pfp, null);
  await save(first);
  assert.equal((await save('')).data.updateProfile.pfp, null);
});

test('anything else is rejected, and the picture stays', async () => {
  const good = await image(20, 20).png().toBuffer();
  const present = (await save(url('png', good))).data.updateProfile.pfp;
  const webp = await image(20, 20).webp().toBuffer();
  const rejected: Record<string, string> = {
    text: 'hello',
    link: 'https://example.com/a.png',
    svg: url('svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    'svg called png': url('png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    'html called gif': url('gif', Buffer.from('<html><script>alert(1)</script>')),
    'webp called jpeg': url('jpeg', webp),
    webp: url('webp', webp),
    damaged: url('png', good.subarray(0, good.length / 2)),
    'only a head': url('gif', Buffer.from('GIF89a')),
    'no base64': 'data:image/png;base64,@@@@',
    'no content': 'data:image/png;base64,',
    'over 2 MB': url('png', Buffer.concat([good, Buffer.alloc(2 * 1024 * 1024)])),
  };
  for (const [what, pfp] of Object.entries(rejected)) {
    const answer = await save(pfp);
    assert.equal(answer.code, 'INVALID_INPUT', what);
    assert.deepEqual(Object.keys(answer.fields ?? {}), ['pfp'], what);
  }
  assert.equal((await person.call('{ self { pfp } }')).data.self.pfp, present);
});

test('a small file with very many pixels is rejected, and the message says so', async () => {
  const bomb = await image(12_000, 12_000, '#000').png({ compressionLevel: 9 }).toBuffer();
  assert.ok(bomb.length < 1_000_000);
  const { code, fields } = await save(url('png', bomb));
  assert.equal(code, 'INVALID_INPUT');
  assert.match(fields?.pfp ?? '', /more than 25 megapixels/);
});

test('eight concurrent uploads leave one of them', async () => {
  const files = await Promise.all(
    Array.from({ length: 8 }, async (_, i) =>
      url(
        'png',
        await image(40 + i, 40, `#${i}0${i}0${i}0`)
          .png()
          .toBuffer(),
      ),
    ),
  );
  const answers = await Promise.all(files.map((file) => save(file)));
  assert.deepEqual(new Set(answers.map((answer) => answer.code)), new Set([undefined]));
  const { pfp } = (await person.call('{ self { pfp } }')).data.self;
  assert.match(pfp, /^data:image\/jpeg;base64,/);
});

const avatar = '{ self { avatarUrl } }';
const internalPath = (avatarUrl: string) => avatarUrl.replace(/^\/api/, '');
const fetchInternal = (
  path: string,
  headers: Record<string, string> = {},
  by: string | null = null,
) =>
  fetch(service.url + path, {
    headers: { [actorHeader]: signActor(testActor(by), testSecret), ...headers },
  });

test('an avatar’s address permanently serves the same bytes to anyone who has it', async () => {
  const bytes = await image(400, 400, '#00ff00').png().toBuffer();
  const { pfp } = (await save(url('png', bytes))).data.updateProfile;
  const { avatarUrl } = (await person.call(avatar)).data.self;
  assert.match(avatarUrl, /^\/api\/avatars\/[\w-]{43}$/);
  const response = await fetchInternal(internalPath(avatarUrl));
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'image/jpeg');
  assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.deepEqual(Buffer.from(await response.arrayBuffer()), bytesOf(pfp));
  const etag = response.headers.get('etag') ?? '';
  assert.equal(
    (await fetchInternal(internalPath(avatarUrl), { 'if-none-match': etag })).status,
    304,
  );
  assert.equal(
    (await fetch(service.url + internalPath(avatarUrl))).status,
    401,
    'requires the gateway’s signature',
  );
});

test('a new picture has a new address, and a deleted one is not found', async () => {
  const urls: string[] = [];
  for (const background of ['#000001', '#000002']) {
    await save(url('png', await image(20, 20, background).png().toBuffer()));
    urls.push((await person.call(avatar)).data.self.avatarUrl);
  }
  const [old = '', present = ''] = urls;
  assert.notEqual(old, present);
  assert.equal((await fetchInternal(internalPath(old))).status, 404);
  assert.equal((await fetchInternal(internalPath(present))).status, 200);
  const answer = await person.call(
    'mutation { updateProfile(input: { pfp: null }) { avatarUrl pfp } }',
  );
  assert.deepEqual(answer.data.updateProfile, { avatarUrl: null, pfp: null });
  assert.equal((await fetchInternal(internalPath(present))).status, 404);
});

test('signed-in users see the addresses of others but not the pictures; anonymous callers see neither', async () => {
  await save(url('png', await image(20, 20, '#000003').png().toBuffer()));
  const entity = `query ($of: [_Any!]!) { _entities(representations: $of) { ... on User { avatarUrl pfp } } }`;
  const of = [{ __typename: 'User', id: person.accountId }];
  const other = await registerPerson(service);
  const visible = (await other.call(entity, { of })).data._entities[0];
  assert.match(visible.avatarUrl, /^\/api\/avatars\//);
  assert.equal(visible.pfp, null);
  const visitor = (await service.as(null)(entity, { of })).data._entities[0];
  assert.deepEqual(visitor, { avatarUrl: null, pfp: null });
});

test('an older picture without an address gets one at the next start', async () => {
  await save(url('png', await image(20, 20, '#000004').png().toBuffer()));
  const { avatarUrl } = (await person.call(avatar)).data.self;
  await pictures.raw.updateOne({ _id: person.accountId }, { $unset: { digest: '' } });
  assert.equal((await person.call(avatar)).data.self.avatarUrl, null);
  assert.ok(jobs.recurring.includes('address-pictures'), 'at each start');
  await Promise.all([1, 2].map(() => jobs.handlers['address-pictures']()));
  assert.equal((await person.call(avatar)).data.self.avatarUrl, avatarUrl);
  assert.equal((await fetchInternal(internalPath(avatarUrl))).status, 200);
  const { version } = await pictures.get(person.accountId);
  await jobs.handlers['address-pictures']();
  assert.equal((await pictures.get(person.accountId)).version, version, 'once');
});

test('invalid addresses are not found', async () => {
  for (const path of ['x', '..', '%00', 'x'.repeat(5000), '[$ne]=1']) {
    const status = (await fetchInternal(`/avatars/${path}`)).status;
    assert.ok([404, 414].includes(status), `${path.slice(0, 20)}: ${status}`);
  }
});
