/** Places a legal hold on a name, and changes the case of an existing one. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { assertValid } from '@nameloan/contracts/field-errors';
import type { LegalHoldKind } from '@nameloan/contracts/legal-hold';
import { ConcurrentUpdateError } from '@nameloan/persistence/model';
import { isDuplicate } from '@nameloan/persistence/store';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import type { Domain } from '../domain/domain.ts';
import { conflict } from '../domain/domain.ts';
import { commit } from '../service-context.ts';
import { applyHold } from './apply-hold.ts';
import { findDomainForStaff } from './find-domain.ts';
import { findActiveHold, legalHolds } from './legal-hold.model.ts';
import type { LegalHold } from './legal-hold.ts';
import { computeLockDeadline } from './legal-hold.ts';
import { readText, textError } from './text.ts';

export interface HoldInput {
  kind: LegalHoldKind;
  caseId: string;
  provider: string;
  /** Absent: now, or what the case had before. */
  receivedAt?: Date | null;
  deadline?: Date | null;
  note?: string | null;
  disclosed?: boolean | null;
}

/** After this time a record that got the title at the same moment has been committed. */
const applyAgainMs = 60_000;

/**
 * Repeating it with the same case changes the case. CONFLICT while another case holds the name; NOT_FOUND, FORBIDDEN,
 * INVALID_INPUT.
 */
export function placeHold(
  actor: AccountActor,
  domainId: string,
  input: HoldInput,
): Promise<LegalHold> {
  const details = readInput(input);
  return commit(async (tx) => {
    const domain = await findDomainForStaff(actor, domainId, tx);
    const known = await findActiveHold(domain.name, tx);
    const hold = known
      ? await changeHold(known, { ...details, by: actor.accountId }, tx)
      : await addHold(domain, { ...details, by: actor.accountId }, tx);
    await applyHold(hold, tx);
    return hold;
  });
}

type Details = ReturnType<typeof readInput>;

async function addHold(
  { name, unicodeName }: Domain,
  { by, ...details }: Details & { by: string },
  tx: Tx,
): Promise<LegalHold> {
  const placedAt = now();
  const receivedAt = details.receivedAt ?? placedAt;
  const hold: LegalHold = {
    ...{ id: newId(), version: 1, name, unicodeName, ...details, placedAt, receivedAt },
    deadline: details.deadline ?? computeLockDeadline(details.kind, receivedAt),
    note: details.note ?? null,
    disclosed: details.disclosed ?? false,
    ...{ lockedAt: null, liftRequestedBy: null, liftRequestedAt: null, liftedAt: null },
    active: true,
    log: [{ at: placedAt, by, action: 'PLACED' }],
  };
  const at = new Date(placedAt.getTime() + applyAgainMs);
  await tx.schedule({ kind: 'apply-hold', key: hold.id, at });
  try {
    return await legalHolds.add(hold, tx);
  } catch (error) {
    // Another operator has just placed one.
    if (isDuplicate(error, 'name')) throw new ConcurrentUpdateError('legal_holds', hold.id);
    throw error;
  }
}

/**
 * What the input lacks stays. Unchanged details write nothing; a change needs another request to lift the hold. A disclosure
 * cannot be taken back, because the parties have been notified.
 */
async function changeHold(
  known: LegalHold,
  { by, ...details }: Details & { by: string },
  tx: Tx,
): Promise<LegalHold> {
  if (known.caseId !== details.caseId || known.kind !== details.kind)
    throw conflict(
      'LEGAL_HOLD',
      `${known.unicodeName} is already on hold for case ${known.caseId}. Add the new case to its note, or lift it first.`,
    );
  const changed = {
    ...{ ...known, provider: details.provider, note: details.note ?? known.note },
    ...{ receivedAt: details.receivedAt ?? known.receivedAt },
    ...{ deadline: details.deadline ?? known.deadline },
    disclosed: known.disclosed || details.disclosed === true,
  };
  const { log: _log, version: _version, ...present } = changed;
  const { log: __log, version: __version, ...former } = known;
  if (JSON.stringify(present) === JSON.stringify(former)) return known;
  const log = [...known.log, { at: now(), by, action: 'CHANGED' as const }];
  const unasked = { liftRequestedBy: null, liftRequestedAt: null };
  return legalHolds.update(known, { ...changed, ...unasked, log }, tx);
}

function readInput(input: HoldInput) {
  const { kind, deadline, disclosed } = input;
  const receivedAt = input.receivedAt ?? null;
  const caseId = readText(input.caseId);
  const provider = readText(input.provider);
  const note = readText(input.note ?? '');
  assertValid({
    caseId: textError(caseId, { what: 'Case number', max: 100 }),
    provider: textError(provider, { what: 'Provider', max: 200 }),
    note: note === '' ? undefined : textError(note, { what: 'Note', max: 4000 }),
    receivedAt:
      receivedAt && receivedAt > now()
        ? 'Enter when the request arrived, not a later time.'
        : undefined,
    deadline:
      deadline && receivedAt && deadline < receivedAt
        ? 'The deadline is before the request arrived.'
        : undefined,
  });
  return {
    ...{ kind, caseId, provider, receivedAt, deadline, disclosed },
    note: note === '' ? null : note,
  };
}
