/** Draws a profile picture for an account: a rosette in pale ink on wine red, as a PNG data URL. */

import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

const side = 400;
const ground = [74, 18, 38];
const inks = [
  [240, 178, 196],
  [150, 214, 190],
] as const;

/** The same name always has the same picture. */
export function drawAvatar(name: string): string {
  const seed = createHash('sha256').update(name).digest();
  const lobes = 5 + ((seed[0] ?? 0) % 6);
  const turns = 9 + ((seed[1] ?? 0) % 8);
  const rows = Array.from({ length: side }, (_, y) => {
    const row = Buffer.alloc(1 + side * 3);
    for (let x = 0; x < side; x++) row.set(pixel(x, y, { lobes, turns }), 1 + x * 3);
    return row;
  });
  return `data:image/png;base64,${png(Buffer.concat(rows)).toString('base64')}`;
}

/** Two groups of thin rings whose radius varies with the angle. */
function pixel(x: number, y: number, shape: { lobes: number; turns: number }): number[] {
  const offset = [x - side / 2, y - side / 2] as const;
  const radius = Math.hypot(...offset) / (side / 2);
  const angle = Math.atan2(offset[1], offset[0]);
  const outer = Math.sin((radius + 0.09 * Math.cos(shape.lobes * angle)) * shape.turns * Math.PI);
  const inner = Math.sin((radius - 0.12 * Math.cos((shape.lobes - 2) * angle)) * shape.turns * 2.2);
  const ink = radius > 0.94 ? 0 : radius > 0.46 ? line(outer) : line(inner);
  const [red, green, blue] = radius > 0.46 ? inks[0] : inks[1];
  return [red, green, blue].map((channel, at) =>
    Math.round(channel * ink + (ground[at] ?? 0) * (1 - ink)),
  );
}

/** 1 on the line, 0 off it, soft at its edge. */
function line(wave: number): number {
  return Math.min(1, Math.max(0, (0.34 - Math.abs(wave)) * 8));
}

function png(pixels: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // Eight bits each for red, green and blue, without interlacing and filters.
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND')];
  return Buffer.concat([signature, ...chunks]);
}

function chunk(kind: string, data = Buffer.alloc(0)): Buffer {
  const content = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(content), 4);
  return Buffer.concat([frame.subarray(0, 4), content, frame.subarray(4)]);
}
