/** Conditions at a registrar that only staff can resolve: each is a dead letter while it lasts. */

import { letterId } from '@nameloan/persistence/events/dead-letters';
import { serviceContext } from './service-context.ts';

export interface OperatorAlert {
  /** Identifies the condition, so that it is reported once. */
  readonly letter: { readonly subject: string } & Readonly<Record<string, string>>;
  readonly why: string;
}

export const creditAlert = (connection: string): OperatorAlert => ({
  letter: { subject: 'registrar.credit', connection },
  why: 'The credit at the registrar is used up: transfers wait and renewals fail until money is added.',
});

export const accessAlert = (connection: string, attempt: string): OperatorAlert => ({
  letter: { subject: 'registrar.access', connection, attempt },
  why: `The registrar denies the account access (${attempt}): transfers wait for three days and then end, and renewals fail.`,
});

/** `state` is not needed to end it. */
export const stateAlert = (
  connection: string,
  { name, state = '' }: { name: string; state?: string },
): OperatorAlert => ({
  letter: { subject: 'registrar.state', connection, name },
  why: `The registrar reports the transfer of ${name} in the unknown state ${JSON.stringify(state.slice(0, 60))}; it counts as pending.`,
});

export const expiryAlert = (domainId: string, name: string): OperatorAlert => ({
  letter: { subject: 'registrar.expiry', domainId, name },
  why: `${name} expires within five days, or has expired, and is not renewed. The registrar’s API only renews it until about 25 days after the expiry.`,
});

export const hiddenAlert = (domainId: string, name: string): OperatorAlert => ({
  letter: { subject: 'registrar.hidden', domainId, name },
  why: `The registrar’s API does not show ${name}, which is not lost: it has expired and must be restored on the registrar’s website, or it is in another account there.`,
});

export const requestAlert = (domainId: string, name: string): OperatorAlert => ({
  letter: { subject: 'registrar.transfer-out', domainId, name },
  why: `Another registrar has requested ${name}, and the request could not be rejected.`,
});

export async function raiseAlert({ letter, why }: OperatorAlert): Promise<void> {
  serviceContext.log.error(letter, why);
  await serviceContext.store.deadLetters.add(letter, why);
}

export async function endAlert({ letter }: OperatorAlert): Promise<void> {
  await serviceContext.store.deadLetters.dismiss(letterId(letter));
}

/** Without waiting; a failure is logged. */
export function setAlert(isActive: boolean, alert: OperatorAlert): void {
  const change = isActive ? raiseAlert(alert) : endAlert(alert);
  change.catch((error: unknown) =>
    serviceContext.log.error({ err: error, ...alert.letter }, 'an alert could not be stored'),
  );
}
