/** Signs and verifies the actor that the gateway passes on; services reject requests without one. */

import { hkdfSync } from 'node:crypto';
import type { Actor } from '@nameloan/contracts/actor';
import { actorShape } from '@nameloan/contracts/actor';
import jsonwebtoken from 'jsonwebtoken';
import type { Keyring } from './keyring.ts';

const lifeSeconds = 60;
const checked = new Map<string, { actor: Actor; untilMs: number }>();
const keys = new Map<string, Buffer>();

function keyOf(secret: string): Buffer {
  let key = keys.get(secret);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secret, '', 'nameloan signed actor', 32));
    keys.set(secret, key);
  }
  return key;
}

/** A compact JWT (HS256), valid for 60 seconds of wall time. */
export function signActor(actor: Actor, secret: string): string {
  return jsonwebtoken.sign({ actor }, keyOf(secret), {
    algorithm: 'HS256',
    expiresIn: lifeSeconds,
    issuer: 'nameloan-gateway',
  });
}

/** The actor of a token, or undefined if it is forged, expired or malformed. */
export function verifyActor(token: string | undefined, { all }: Keyring): Actor | undefined {
  if (!token) return undefined;
  for (const secret of all) {
    const actor = verifyWith(token, secret);
    if (actor) return actor;
  }
  return undefined;
}

function verifyWith(token: string, secret: string): Actor | undefined {
  const cacheKey = `${secret}\n${token}`;
  const known = checked.get(cacheKey);
  if (known && known.untilMs > Date.now()) return known.actor;
  try {
    const claims = jsonwebtoken.verify(token, keyOf(secret), {
      algorithms: ['HS256'],
      issuer: 'nameloan-gateway',
    });
    if (typeof claims === 'string' || typeof claims.exp !== 'number') return undefined;
    const actor = actorShape.parse(claims.actor);
    if (checked.size >= 2000) checked.clear();
    checked.set(cacheKey, { actor, untilMs: claims.exp * 1000 });
    return actor;
  } catch {
    return undefined;
  }
}
