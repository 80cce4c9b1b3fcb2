/** What the registry charges for a name, from the fee extension of a check's answer (RFC 8748). */

import type { RegistryFees } from '../registrar.ts';
import { ResponseError } from './responses.ts';
import type { XmlElement } from './xml.ts';
import { find, findAll, textAt } from './xml.ts';

/**
 * Undefined where the registry told no usable price in US dollars, so that the suffix's own holds. Throws
 * AnswerError where it calls the name premium all the same: a premium price is never guessed.
 */
export function readFees(
  extension: XmlElement | undefined,
  name: string,
): RegistryFees | undefined {
  // Other extensions call their data chkData too; only this one has a currency.
  const data = findAll(extension, 'chkData').find((each) => find(each, 'currency'));
  const row = findAll(data, 'cd').find((each) => textAt(each, 'objID')?.toLowerCase() === name);
  if (!row) return undefined;
  const transfer = commandOf(row, 'transfer');
  const renew = commandOf(row, 'renew');
  const premium = isPremium(row, [transfer, renew]);
  const inDollars = textAt(data, 'currency')?.toUpperCase() === 'USD';
  const usable = inDollars && !isFalse(row.attributes.avail);
  const transferCents = usable ? centsOf(transfer) : undefined;
  const renewCents = usable ? centsOf(renew) : undefined;
  if (transferCents !== undefined && renewCents !== undefined)
    return { transferCents, renewCents, premium };
  if (premium) throw new ResponseError('The registry tells no usable price of a premium name.');
  return undefined;
}

function commandOf(row: XmlElement, name: string): XmlElement | undefined {
  return findAll(row, 'command').find((each) => each.attributes.name === name);
}

/**
 * A class other than "standard" is a premium one (section 3.7). Where the registry names no class, a
 * price that it marks as not standard is taken for premium too.
 */
function isPremium(row: XmlElement, commands: readonly (XmlElement | undefined)[]): boolean {
  const found = textAt(row, 'class')?.toLowerCase();
  if (found !== undefined) return found !== 'standard';
  return commands.some((command) => isFalse(command?.attributes.standard));
}

/** All fees and credits of one command (section 3.4), rounded up to whole cents. */
function centsOf(command: XmlElement | undefined): number | undefined {
  const amounts = [...findAll(command, 'fee'), ...findAll(command, 'credit')];
  if (findAll(command, 'fee').length === 0) return undefined;
  let cents = 0;
  for (const amount of amounts) {
    const parts = /^([+-]?)(\d{1,9})(?:\.(\d{1,9}))?$/.exec(amount.text);
    if (!parts) return undefined;
    const [, sign, whole, fraction = ''] = parts;
    const rest = /[1-9]/.test(fraction.slice(2)) && sign !== '-' ? 1 : 0;
    const value = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0')) + rest;
    cents += sign === '-' ? -value : value;
  }
  return cents >= 0 ? cents : undefined;
}

function isFalse(text: string | undefined): boolean {
  return text === '0' || text === 'false';
}
