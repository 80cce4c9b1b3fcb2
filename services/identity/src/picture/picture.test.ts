/** Avatars through the door: what is taken, what it becomes, what is refused. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestService } from '@nameloan/service/testing/test-service.ts';
import { startTestService } from '@nameloan/service/testing/test-service.ts';
import sharp from 'sharp';
import { identityService } from '../service.ts';
import type { Person } from '../testing/register-person.ts';
import { profileCall, registerPerson } from '../testing/register-person.ts';

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

test('jpeg, png and gif become 400 by 400, and metadata is gone', async () => {
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

test('of an animated gif the first frame is kept', async () => {
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

test('its present value is unchanged, null and an empty text are the default', async () => {
  const first = (await save(url('png', await image(9, 9).png().toBuffer()))).data.updateProfile.pfp;
  assert.equal((await save(first)).data.updateProfile.pfp, first);
  const absent = await person.call(profileCall, { input: { zip: '1' } });
  assert.equal(absent.data.updateProfile.pfp, first);
  assert.equal((await person.call('{ self { pfp } }')).data.self.pfp, first);
  assert.equal((await save(null)).data.updateProfile.pfp, null);
  await save(first);
  assert.equal((await save('')).data.updateProfile.pfp, null);
});

test('anything else is refused, and the picture stays', async () => {
  const good = await image(20, 20).png().toBuffer();
  const present = (await save(url('png', good))).data.updateProfile.pfp;
  const webp = await image(20, 20).webp().toBuffer();
  const refused: Record<string, string> = {
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
  for (const [what, pfp] of Object.entries(refused)) {
    const answer = await save(pfp);
    assert.equal(answer.code, 'INVALID_INPUT', what);
    assert.deepEqual(Object.keys(answer.fields ?? {}), ['pfp'], what);
  }
  assert.equal((await person.call('{ self { pfp } }')).data.self.pfp, present);
});

test('a small file of very many pixels is refused before it is decoded', async () => {
  const bomb = await image(12_000, 12_000, '#000').png({ compressionLevel: 9 }).toBuffer();
  assert.ok(bomb.length < 1_000_000);
  const start = performance.now();
  assert.equal((await save(url('png', bomb))).code, 'INVALID_INPUT');
  assert.ok(performance.now() - start < 1000);
});

test('eight uploads at once leave one of them', async () => {
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
