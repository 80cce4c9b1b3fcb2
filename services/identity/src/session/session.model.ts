/** Collections of sessions and refresh token hashes; MongoDB deletes them after their family expires. */

import { nested, oneOf } from '@nameloan/persistence/fields';
import { defineModel } from '../service-context.ts';
import type { RefreshToken, Session } from './session.ts';

/** A day after expiry, well after the last access token has expired. */
const expireAfterDay = { expireAfterSeconds: 86_400 };

export const sessions = defineModel<Session>('sessions', {
  label: 'session',
  fields: {
    version: Number,
    accountId: String,
    status: oneOf('ENDED', 'OPEN'),
    generation: Number,
    salt: String,
    firstUse: nested({ generation: Number, at: Date }),
    ip: String,
    userAgent: String,
    createdAt: Date,
    openedAt: Date,
    passwordAt: Date,
    stopLink: nested({
      hash: String,
      until: Date,
      used: Boolean,
      device: nested({ network: String, browser: String }),
      hadMfa: Boolean,
    }),
    passwordWithMfa: Boolean,
    lastUsedAt: Date,
    expiresAt: Date,
    endedAt: Date,
    endReason: oneOf(
      'LOGOUT',
      'RESET',
      'PASSWORD_CHANGED',
      'ENDED_BY_USER',
      'TOKEN_THEFT',
      'MFA_ENDED',
    ),
  },
  indexes: [
    [{ accountId: 1, status: 1 }],
    [{ endedAt: 1 }],
    [{ 'stopLink.hash': 1 }, { sparse: true }],
    [{ expiresAt: 1 }, expireAfterDay],
  ],
});

export const refreshTokens = defineModel<RefreshToken>('refresh_tokens', {
  label: 'refresh token',
  fields: { version: Number, sessionId: String, generation: Number, expiresAt: Date },
  indexes: [[{ expiresAt: 1 }, expireAfterDay]],
});
