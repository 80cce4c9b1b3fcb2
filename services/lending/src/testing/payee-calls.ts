/** Calls and events about the payees of a loan, for tests. */

import type { EventData } from '@nameloan/contracts/events';
import type { TestLending, TestLoan } from './start-lending.ts';
import { expectData } from './start-lending.ts';

export const hourMs = 3_600_000;

/** Delivers the event of a change that `service.payees` already has. */
export function publishPayeeChange(
  service: TestLending,
  payeeId: string,
  change: EventData<'identity.payee.changed'>['change'],
): Promise<void> {
  const { accountId, pending, current } = service.payees.get(payeeId);
  const { version, effectiveAt } = pending ?? current;
  const data = { accountId, payeeId, version, effectiveAt, change };
  return service.deliver('identity.payee.changed', data, { aggregateId: payeeId });
}

type Call = TestLoan['borrower'];
const view =
  'kind holder masked fingerprint version acknowledged payeeId pending { masked version effectiveAt }';

export const choosePayee = (call: Call, loan: Pick<TestLoan, 'id'>, payeeId: string) =>
  call(
    `mutation ($id: ID!, $payeeId: ID!) {
      choosePayee(id: $id, payeeId: $payeeId) { id payee { ${view} } counterpartyPayee { ${view} } }
    }`,
    { id: loan.id, payeeId },
  );

export const readPayees = async (call: Call, loan: Pick<TestLoan, 'id'>) =>
  expectData(
    await call(
      `query ($id: ID!) {
        escrow(id: $id) {
          payeeBlocked paymentDue payee { ${view} } counterpartyPayee { ${view} }
          borrowerPayee { ${view} } lenderPayee { ${view} }
        }
      }`,
      { id: loan.id },
    ),
  ).escrow;

export const readInstructions = (call: Call, loan: Pick<TestLoan, 'id'>) =>
  call(
    `query ($id: ID!) {
      paymentInstructions(escrowId: $id) {
        payee { kind holder fields { iban address token chainId } fingerprint version changedAt recentChanges }
        reference creditorReference amount qr { text svg }
      }
    }`,
    { id: loan.id },
  );

export const acknowledge = (
  call: Call,
  loan: Pick<TestLoan, 'id'>,
  version: number,
  fingerprint: string | null = null,
) =>
  call(
    `mutation ($id: ID!, $version: Int!, $fingerprint: String) {
      acknowledgePayee(id: $id, version: $version, fingerprint: $fingerprint) { id }
    }`,
    { id: loan.id, version, fingerprint },
  );

export const readHistoryNotes = async (call: Call, loan: Pick<TestLoan, 'id'>, action: string) => {
  const history = await call(
    'query ($id: ID!) { escrowHistory(escrowId: $id) { action actor note } }',
    { id: loan.id },
  );
  return expectData(history)
    .escrowHistory.filter((entry: { action: string }) => entry.action === action)
    .map(({ actor, note }: { actor: string; note: string }) => `${actor}: ${note}`) as string[];
};
