/** Starts the enrolment of an authenticator; MFA is on only once a code of it was confirmed. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { accounts } from '../account/account.model.ts';
import { commit, kit } from '../kit.ts';
import { totpKeyPurpose } from './take-code.ts';
import { newTotpKey, otpauthUri } from './totp.ts';

/** Starting again replaces a key that was not confirmed. CONFLICT while MFA is on. */
export async function enrollMfa(actor: AccountActor) {
  const key = newTotpKey();
  const email = await commit(async (tx) => {
    const account = await accounts.get(actor.accountId, tx);
    if (account.mfa) throw new DomainError('CONFLICT', 'MFA is on already.');
    const sealedKey = kit.seal(key, totpKeyPurpose(account.id));
    await accounts.move(account, { ...account, enrolment: { sealedKey } }, tx);
    return account.email;
  });
  const uri = otpauthUri(key, email);
  const { default: qrcode } = await import('qrcode');
  const svg = await qrcode.toString(uri, { type: 'svg', margin: 2 });
  const qr = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  return { key, otpauthUri: uri, qr };
}
