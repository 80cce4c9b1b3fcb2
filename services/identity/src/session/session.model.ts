/** Where sessions and the hashes of their refresh tokens are kept; both vanish after their family's life. */

import { oneOf } from '@nameloan/service/store/fields.ts';
import { defineModel } from '../service-context.ts';
import type { RefreshToken, Session } from './session.ts';

/** Rows stay a day past their end, well past the life of an access token. */
const vanish = { expireAfterSeconds: 86_400 };

export const sessions = defineModel<Session>('sessions', {
  label: 'session',
  fields: {
    version: Number,
    accountId: String,
    status: oneOf('ENDED', 'OPEN'),
    generation: Number,
    salt: String,
    ip: String,
    userAgent: String,
    createdAt: Date,
    passwordAt: Date,
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
  indexes: [[{ accountId: 1, status: 1 }], [{ endedAt: 1 }], [{ expiresAt: 1 }, vanish]],
});

export const refreshTokens = defineModel<RefreshToken>('refresh_tokens', {
  label: 'refresh token',
  fields: { version: Number, sessionId: String, generation: Number, expiresAt: Date },
  indexes: [[{ expiresAt: 1 }, vanish]],
});
