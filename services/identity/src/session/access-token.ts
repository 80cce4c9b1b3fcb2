/** Access tokens: JWTs signed with ES256, valid for 15 minutes of wall time (RFC 7519, RFC 7518 section 3.4). */

import jsonwebtoken from 'jsonwebtoken';
import { signingKeys } from '../signing-key/signing-keys.ts';
import { accessTokenLifeSeconds } from './session.ts';

/** Claims: iss, sub (account), sid (session), iat and exp in seconds. Header: kid. */
export async function signAccessToken(accountId: string, sessionId: string): Promise<string> {
  const { kid, privateKey } = await signingKeys.current();
  return jsonwebtoken.sign({ sid: sessionId }, privateKey, {
    algorithm: 'ES256',
    keyid: kid,
    issuer: 'nameloan',
    subject: accountId,
    expiresIn: accessTokenLifeSeconds,
  });
}
