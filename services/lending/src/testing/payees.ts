/** Identity's payees in tests: its replies, and the event of each change. */

import type { PayeeFields, PayeeKind } from '@nameloan/contracts/payee';
import { payeeDetailsPurpose } from '@nameloan/contracts/payee';
import type { ReplyPayload } from '@nameloan/contracts/requests';
import { accountNow } from '@nameloan/runtime/clock';
import { encrypt } from '@nameloan/security/encryption';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { testSecret } from '@nameloan/testkit/service/test-service';

type PayeeReply = ReplyPayload<'identity.payee'>;
type Version = PayeeReply['current'];

/** What distinguishes two payees in tests: "A" is DE •••• 000A with a fingerprint of A's. */
const buildVersion = (mark: string, version: number, effectiveAt = accountNow()): Version => ({
  version,
  holder: `Holder ${mark}`,
  masked: `DE •••• 000${mark}`,
  fingerprint: mark.charCodeAt(0).toString(16).padStart(8, '0'),
  effectiveAt: effectiveAt.toISOString(),
  changedAt: accountNow().toISOString(),
});

interface StoredPayee extends PayeeReply {
  accountId: string;
  fields: PayeeFields;
}

export class TestPayees {
  readonly #payees = new Map<string, StoredPayee>();

  add(
    accountId: string,
    mark: string,
    { kind = 'IBAN', fields = { iban: 'DE89370400440532013000' } }: Partial<Details> = {},
  ): string {
    const payeeId = `payee-${mark}-of-${accountId}`;
    const rest = { label: null, deleted: false, pending: null, recentChanges: 0 };
    this.#payees.set(payeeId, {
      ...{ payeeId, kind, accountId, fields },
      ...rest,
      current: buildVersion(mark, 1),
    });
    return payeeId;
  }

  /** The owner changes the details; `waitsMs`: until the change is valid. */
  change(payeeId: string, mark: string, waitsMs = 0): void {
    const payee = this.get(payeeId);
    const next = buildVersion(mark, payee.current.version + 1, new Date(+accountNow() + waitsMs));
    const recentChanges = payee.recentChanges + 1;
    this.#payees.set(payeeId, { ...payee, pending: next, recentChanges });
  }

  stop(payeeId: string): void {
    this.#payees.set(payeeId, { ...this.get(payeeId), pending: null });
  }

  remove(payeeId: string): void {
    this.#payees.set(payeeId, { ...this.get(payeeId), deleted: true });
  }

  get(payeeId: string): StoredPayee {
    const payee = this.#payees.get(payeeId);
    if (!payee) throw new Error(`${payeeId} was not added`);
    return payee;
  }

  /** As identity computes it: a change is the present version from its `effectiveAt` on. */
  find(accountId: string, payeeId: string): StoredPayee | undefined {
    const payee = this.#payees.get(payeeId);
    if (payee?.accountId !== accountId) return undefined;
    const { pending } = payee;
    const isValid = pending && new Date(pending.effectiveAt) <= accountNow();
    return isValid ? { ...payee, current: pending, pending: null } : payee;
  }
}

interface Details {
  kind: PayeeKind;
  fields: PayeeFields;
}

export async function answerPayees(bus: TestService['bus']): Promise<TestPayees> {
  const payees = new TestPayees();
  const notFound = { ok: false, code: 'NOT_FOUND', message: 'There is no such payee.' } as const;
  await bus.handleRequests('identity.payee', async (requested) => {
    const { accountId, payeeId } = requested as { accountId: string; payeeId: string };
    const found = payees.find(accountId, payeeId);
    if (!found) return notFound;
    const { accountId: _, fields: __, ...data } = found;
    return { ok: true, data };
  });
  await bus.handleRequests('identity.payee-details', async (requested) => {
    const { accountId, payeeId, version } = requested as {
      accountId: string;
      payeeId: string;
      version: number;
    };
    const found = payees.find(accountId, payeeId);
    if (!found || found.deleted || version > found.current.version) return notFound;
    const sealedFields = encrypt(JSON.stringify(found.fields), payeeDetailsPurpose, testSecret);
    return { ok: true, data: { holder: found.current.holder, sealedFields } };
  });
  return payees;
}
