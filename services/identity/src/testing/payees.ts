/** Test helper: payees of a person, and a lending that answers how loans use them. */

import assert from 'node:assert/strict';
import type { ReplyPayload } from '@nameloan/contracts/requests';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { readLinks } from './read-links.ts';
import type { TestSession } from './register-person.ts';

const shown = `id kind label holder masked fingerprint version effectiveAt changedAt warnings
  options { chainId accountType wire token } pending { version holder masked fingerprint effectiveAt }`;
export const addCall = `mutation ($kind: PayeeKind!, $holder: String!, $label: String, $fields: PayeeFieldsInput!) {
  result: addPayee(kind: $kind, holder: $holder, label: $label, fields: $fields) { ${shown} }
}`;
export const changeCall = `mutation ($id: ID!, $holder: String, $label: String, $fields: PayeeFieldsInput!) {
  result: changePayee(id: $id, holder: $holder, label: $label, fields: $fields) { ${shown} }
}`;
export const withdrawCall = `mutation ($id: ID!) { result: withdrawPayeeChange(id: $id) { ${shown} } }`;
export const deleteCall = 'mutation ($id: ID!) { result: deletePayee(id: $id) { id } }';
export const stopCall = 'mutation ($token: String!) { stopPayeeChange(token: $token) }';
const listCall = `{ payees { ${shown} } }`;
export const stepUpCall =
  'mutation ($curPassword: String!, $mfa: String) { stepUp(curPassword: $curPassword, mfa: $mfa) }';

/** IBANs of one bank, by their last digits. */
export const ibans = {
  first: 'DE89370400440532013000',
  second: 'DE62370400440532013001',
  third: 'DE35370400440532013002',
} as const;
export const ibanInput = {
  kind: 'IBAN',
  holder: 'Grace Hopper',
  fields: { iban: ibans.first },
} as const;

type Use = ReplyPayload<'lending.payee-use'>;

export class PayeeUse {
  /** By payee. */
  readonly uses = new Map<string, Use>();
  /** Runs while lending answers. */
  onRequest = async (_payeeId: string): Promise<void> => {};

  async listen({ bus }: TestService): Promise<void> {
    await bus.handleRequests('lending.payee-use', async (payload) => {
      const { payeeId } = payload as { payeeId: string };
      await this.onRequest(payeeId);
      const data = this.uses.get(payeeId) ?? { named: false, claimOpen: false };
      return { ok: true, data };
    });
  }
}

/** Adds a payee; fails unless it is accepted. */
export async function addPayee(person: TestSession, input: object = ibanInput) {
  const answer = await person.call(addCall, { ...input });
  assert.equal(answer.code, undefined, answer.message);
  return answer.data.result;
}

export async function listPayees(person: TestSession) {
  return (await person.call(listCall)).data.payees;
}

/** Tokens of the mailed stop links, oldest first. */
export async function readStopTokens(service: TestService, accountId: string): Promise<string[]> {
  return (await readLinks(service, accountId, 'STOP_PAYEE_CHANGE')).map(({ token }) => token);
}
