/** Test helper: events of stopped transfers out, and what owner and thief do to the account. */

import assert from 'node:assert/strict';
import { accountNow, moveAccountClock } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { accounts } from '../account/account.model.ts';
import { resets } from '../reset/reset.model.ts';
import { serviceContext } from '../service-context.ts';
import { changeCall } from './payees.ts';
import { readLinks } from './read-links.ts';
import type { Person, TestSession } from './register-person.ts';
import { loginCall, verifyCall } from './register-person.ts';

export const newPassword = 'a new long enough secret';
const resetSubject = 'identity.reset.requested';

interface Moments {
  requestedAt?: Date;
  stoppedAt?: Date;
}

/** Lets a second of account time pass. */
export const pause = () => moveAccountClock(accountNow().getTime() - Date.now() + 1000);
export const expectDone = ({ code, message }: { code: string | undefined; message?: string }) =>
  assert.equal(code, undefined, message);

export const changePayee = (session: Pick<TestSession, 'call'>, id: string, iban: string) =>
  session.call(changeCall, { id, fields: { iban } });

export function stoppedTransfers(service: () => TestService) {
  async function stopped(accountId: string, moments: Moments = {}, id = newId()): Promise<void> {
    const { requestedAt, stoppedAt } = moments;
    const data = {
      ...{ domainId: 'd1', accountId, name: 'example.com' },
      requestedAt: requestedAt?.toISOString() ?? null,
      stoppedAt: stoppedAt?.toISOString() ?? null,
    };
    await service().deliver('domains.domain.transfer-out-stopped', data, { id });
    await service().settle();
  }

  const openResets = (accountId: string) => resets.findMany({ accountId, status: 'OPEN' });
  const mailedResets = (accountId: string) =>
    service().publishedEvents.filter(
      ({ subject, data }) =>
        subject === resetSubject && (data as { accountId: string }).accountId === accountId,
    );
  const requestReset = async (email: string) => {
    await service().as(null)('mutation ($email: String!) { requestReset(email: $email) }', {
      email,
    });
    await service().settle();
  };
  /** Uses the newest mailed link; resolves to the session that the owner opens with the new password. */
  async function resetPassword({ accountId, email }: Pick<Person, 'accountId' | 'email'>) {
    const data = mailedResets(accountId).at(-1)?.data as { sealedToken: string };
    const token = serviceContext.decrypt(data.sealedToken, resetSubject);
    expectDone(
      await service().as(null)(
        'mutation ($token: String!, $to: String!) { resetPassword(token: $token, newPassword: $to) }',
        { token, to: newPassword },
      ),
    );
    return service().as(null)(loginCall, { email, password: newPassword });
  }

  async function changeEmail(person: Person): Promise<string> {
    const newEmail = `new-${newId()}@example.com`;
    const call =
      'mutation ($newEmail: String!, $curPassword: String!) { changeEmail(newEmail: $newEmail, curPassword: $curPassword) { id } }';
    expectDone(await person.call(call, { newEmail, curPassword: person.password }));
    const [link] = await readLinks(service(), person.accountId, 'CONFIRM_EMAIL');
    expectDone(await service().as(null)(verifyCall, { token: link?.token }));
    assert.equal((await accounts.get(person.accountId)).email, newEmail);
    return newEmail;
  }

  return { stopped, openResets, mailedResets, requestReset, resetPassword, changeEmail };
}
