/** Stores a version of a payee in the caller's transaction, and mails the link that stops it. */

import type { EventData } from '@nameloan/contracts/events';
import type { PayeeFields } from '@nameloan/contracts/payee';
import { maskPayee } from '@nameloan/payee-details/display';
import { computeFingerprint } from '@nameloan/payee-details/fingerprint';
import { findSymbol } from '@nameloan/payee-details/tokens';
import type { Tx } from '@nameloan/persistence/tx';
import type { Account } from '../account/account.ts';
import { emitAccountLink } from '../security/emit-account-link.ts';
import { serviceContext } from '../service-context.ts';
import { hashToken, newToken } from '../session/refresh-token.ts';
import type { ParsedPayee } from './parse-payee.ts';
import { decryptSalt, fieldsPurpose, payeeDetails } from './payee.model.ts';
import type { Payee, PayeeOptions, PayeeVersion } from './payee.ts';
import { addVersion, findCurrent, stopLinkMs, toDetailsId } from './payee.ts';

interface NewVersion {
  parsed: ParsedPayee;
  /** One reading of the clock: a change is valid in the moment in which its link ends. */
  changedAt: Date;
  delayMs: number;
}

/** The payee with the version; its details are stored and its link is mailed. The caller stores the payee. */
export async function withNewVersion(
  { account, payee }: { account: Account; payee: Payee },
  { parsed, changedAt, delayMs }: NewVersion,
  tx: Tx,
): Promise<{ payee: Payee; added: PayeeVersion }> {
  const effectiveAt = new Date(changedAt.getTime() + delayMs);
  const token = newToken();
  const { holder, fields, warnings } = parsed;
  const added: PayeeVersion = {
    number: (payee.versions.at(-1)?.number ?? 0) + 1,
    holder,
    masked: maskPayee(payee.kind, fields),
    fingerprint: computeFingerprint({ kind: payee.kind, holder, fields, salt: decryptSalt(payee) }),
    warnings,
    options: toOptions(fields),
    ...{ changedAt, effectiveAt, endedAs: null },
    stopHash: hashToken(token),
    stopUntil: new Date(changedAt.getTime() + stopLinkMs),
    hadMfa: account.mfa !== null,
  };
  await storeDetails({ payee, number: added.number }, fields, tx);
  const link = {
    accountId: account.id,
    kind: 'STOP_PAYEE_CHANGE',
    expiresAt: added.stopUntil,
  } as const;
  const described = {
    ...{ kind: payee.kind, holder, masked: added.masked },
    formerMasked: findCurrent(payee, changedAt)?.masked ?? null,
    effectiveAt: effectiveAt.toISOString(),
  };
  emitAccountLink(link, { token, email: account.email, payee: described }, tx);
  return { payee: addVersion(payee, added), added };
}

function toOptions({ chainId, accountType, wire, token, mint }: PayeeFields): PayeeOptions {
  const contract = token ?? mint;
  return {
    chainId: chainId ?? null,
    accountType: accountType ?? null,
    wire: wire ?? null,
    token: contract ? (findSymbol(contract, chainId) ?? contract) : null,
  };
}

async function storeDetails(
  { payee, number }: { payee: Payee; number: number },
  fields: PayeeFields,
  tx: Tx,
): Promise<void> {
  const id = toDetailsId(payee.id, number);
  const encryptedFields = serviceContext.encrypt(JSON.stringify(fields), fieldsPurpose(id));
  const { accountId } = payee;
  await payeeDetails.add({ id, version: 1, accountId, payeeId: payee.id, encryptedFields }, tx);
}

interface PayeeEvent {
  /** The version that the event is about. */
  version: PayeeVersion;
  change: EventData<'identity.payee.changed'>['change'];
}

export function emitPayeeChanged(payee: Payee, { version, change }: PayeeEvent, tx: Tx): void {
  tx.emit('identity.payee.changed', payee, {
    accountId: payee.accountId,
    payeeId: payee.id,
    version: version.number,
    effectiveAt: version.effectiveAt.toISOString(),
    change,
  });
}

/** Erases the details of all versions. */
export async function eraseDetails(payeeId: string, tx: Tx): Promise<void> {
  for (const details of await payeeDetails.findMany({ payeeId }, { tx }))
    await payeeDetails.remove(details, tx);
}
