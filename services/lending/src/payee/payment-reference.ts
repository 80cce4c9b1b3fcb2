/** The reference of a loan's payment, by which its receiver recognises it; stable and unique for each direction. */

import { createHash } from 'node:crypto';
import type { Entity } from '@nameloan/persistence/entity';
import { oneOf } from '@nameloan/persistence/fields';
import { ConcurrentUpdateError } from '@nameloan/persistence/model';
import { isDuplicate } from '@nameloan/persistence/store';
import type { Tx } from '@nameloan/persistence/tx';
import type { Party } from '../loan/roles.ts';
import { defineModel } from '../service-context.ts';

interface Direction {
  escrowId: string;
  /** The party that is paid. */
  party: Party;
}

/** A reference that is taken; its id is the reference. */
type TakenReference = Entity & Direction;

const collection = 'payment_references';
const references = defineModel<TakenReference>(collection, {
  label: 'payment reference',
  fields: { version: Number, escrowId: String, party: oneOf('BORROWER', 'LENDER') },
});

/** Crockford's base32: no I, L, O and U, which look like others. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const letters = 8;

/** "NL" and eight letters or digits; `attempt` avoids a reference that another payment has. */
export function deriveReference({ escrowId, party }: Direction, attempt = 0): string {
  const hash = createHash('sha256').update(`payment ${escrowId} ${party} ${attempt}`).digest();
  const digits = [...hash.subarray(0, letters)].map((byte) => alphabet[byte % alphabet.length]);
  return `NL${digits.join('')}`;
}

/** The payment's reference, the same at each call. */
export async function takeReference(direction: Direction, tx: Tx): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const id = deriveReference(direction, attempt);
    const taken = await references.find(id, tx);
    if (taken?.escrowId === direction.escrowId && taken.party === direction.party) return id;
    if (taken) continue;
    await addReference({ id, version: 1, ...direction }, tx);
    return id;
  }
}

async function addReference(reference: TakenReference, tx: Tx): Promise<void> {
  try {
    await references.add(reference, tx);
  } catch (error) {
    // A concurrent request has taken it.
    if (isDuplicate(error, '_id')) throw new ConcurrentUpdateError(collection, reference.id);
    throw error;
  }
}

/**
 * The creditor reference by ISO 11649: "RF", check digits, and the reference, which has at most 21 capital letters and
 * digits.
 */
export function toCreditorReference(reference: string): string {
  const check = 98 - modulo97(`${reference}RF00`);
  return `RF${String(check).padStart(2, '0')}${reference}`;
}

/** Of the number in which A is 10 and Z is 35. */
function modulo97(text: string): number {
  let rest = 0;
  for (const digit of text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55)))
    rest = (rest * 10 + Number(digit)) % 97;
  return rest;
}
