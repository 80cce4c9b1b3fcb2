/** Turns off the kinds of mail that a link names, without a login. Turning them off again changes nothing. */

import { recipients } from '../recipient/recipient.model.ts';
import { commit } from '../service-context.ts';
import { readUnsubscribeToken, throwInvalidToken } from './unsubscribe-token.ts';

/** INVALID_INPUT for a damaged token, a former address, and a key of the installation that is no longer in use. */
export async function unsubscribe(token: string): Promise<void> {
  const { accountId, kinds, fits } = readUnsubscribeToken(token);
  await commit(async (tx) => {
    const recipient = await recipients.find(accountId, tx);
    if (!recipient || !fits(recipient.email)) throwInvalidToken();
    const { mailOff = [] } = recipient;
    const more = kinds.filter((kind) => !mailOff.includes(kind));
    if (more.length === 0) return;
    await recipients.update(recipient, { ...recipient, mailOff: [...mailOff, ...more] }, tx);
  });
}
