/** Proposes an amendment, or other terms for one that waits for an answer. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { assertValid } from '@nameloan/contracts/field-errors';
import type { PlanTerms } from '@nameloan/loan-math/plan-terms';
import { isLongerThan } from '@nameloan/runtime/text-length';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { loadViewer, requireParticipant } from '../escrow/participant.ts';
import { amendments } from '../escrow/transition/amendment/amendment.model.ts';
import { applyTransition } from '../escrow/transition/apply-transition.ts';
import type { PlanInput } from '../graphql.generated.ts';
import { parsePlan } from '../listing/read-terms.ts';
import type { Amendment, AmendmentDraft, AmendmentTerms } from '../loan/amendment.ts';
import { buildAmendmentId, maxMessageLength } from '../loan/amendment.ts';
import { commit, quotas } from '../service-context.ts';
import { validateText } from '../text.ts';
import { checkAmendment, readRegistration } from './check-amendment.ts';
import { assertLive, requireAmendment } from './find-amendment.ts';
import { readPresentTerms } from './present-terms.ts';

/** What a party proposes; a counter-proposal has the kind of the amendment that it replaces. */
export interface Proposal extends Omit<AmendmentDraft, 'kind' | 'terms'> {
  kind: AmendmentDraft['kind'] | { counterOf: number };
  terms: Omit<AmendmentTerms, 'plan'>;
  /** PLAN: charges that are left out stay as they are. */
  plan: PlanInput | null;
  message: string | null;
}

/**
 * Throws NOT_FOUND for an outsider and for the number of no amendment, FORBIDDEN for an operator, INVALID_INPUT, CONFLICT
 * as the rules of the loan, of the countries and of the domain's registration do, TOO_MANY_REQUESTS.
 */
export async function proposeAmendment(
  actor: AccountActor,
  escrowId: string,
  { kind: of, message: text, plan, terms, ...more }: Proposal,
): Promise<Amendment> {
  const message = readMessage(text);
  const viewer = await loadViewer(actor);
  const { escrow: seen } = requireParticipant(await escrows.find(escrowId), viewer);
  const kind = typeof of === 'string' ? of : (await requireAmendment(seen, of.counterOf)).kind;
  const draft = { ...more, kind, terms: { ...terms, plan: readPlan(seen, plan) } };
  const registration = await readRegistration(seen, draft);
  return commit(async (tx) => {
    const { escrow, by } = requireParticipant(await escrows.find(escrowId, tx), viewer);
    await quotas.take('loanActions', actor.accountId, tx);
    await quotas.take('proposals', `${actor.accountId} ${escrowId}`, tx);
    if (typeof of !== 'string')
      assertLive(escrow, await requireAmendment(escrow, of.counterOf, tx));
    const transition = typeof of === 'string' ? 'PROPOSE_AMENDMENT' : 'COUNTER_AMENDMENT';
    const input = { transition, ...draft, message } as const;
    const after = await applyTransition(escrow, { input, by }, tx);
    // After the transition, whose errors about the caller and the loan come first.
    await checkAmendment(escrow, draft, registration);
    return amendments.get(buildAmendmentId(escrowId, after.lastAmendment ?? 0), tx);
  });
}

/** Throws INVALID_INPUT for a plan without its number of payments. */
export function readPlan(escrow: Escrow, input: PlanInput | null): PlanTerms | null {
  if (input === null) return null;
  const errors: Record<string, string> = {};
  const plan = parsePlan(input, errors);
  assertValid(
    Object.fromEntries(
      Object.entries(errors).map(([field, text]) => [field.replace('plan.', 'terms.'), text]),
    ),
  );
  const { plan: present } = readPresentTerms(escrow);
  return {
    ...plan,
    early: input.early ?? present.early,
    lateFeeBps: input.lateFee ?? present.lateFeeBps,
    lateFeeCapCents: input.lateFeeCap ?? present.lateFeeCapCents,
    defaultRateBps: input.defaultRate ?? present.defaultRateBps,
  };
}

function readMessage(text: string | null): string | null {
  const message = text?.trim() ?? '';
  if (message === '') return null;
  const error = isLongerThan(message, maxMessageLength)
    ? 'The message has at most 1,000 characters.'
    : validateText(message);
  assertValid({ message: error ?? undefined });
  return message;
}
