/** Reads the registry's fees for a name from the fee extension of a check response (RFC 8748). */

import type { RegistryFees } from '../registrar.ts';
import { ResponseError } from './responses.ts';
import type { XmlElement } from './xml.ts';
import { find, findElements, findText } from './xml.ts';

/**
 * Undefined when the registry gives no usable price in US dollars; the suffix's standard fee applies then. Throws
 * ResponseError when the name is premium, because a premium price is never guessed.
 */
export function readFees(
  extension: XmlElement | undefined,
  name: string,
): RegistryFees | undefined {
  // Other extensions also use chkData; only the fee extension has a currency.
  const data = findElements(extension, 'chkData').find((each) => find(each, 'currency'));
  const row = findElements(data, 'cd').find(
    (each) => findText(each, 'objID')?.toLowerCase() === name,
  );
  if (!row) return undefined;
  const transfer = commandOf(row, 'transfer');
  const renew = commandOf(row, 'renew');
  const premium = isPremium(row, [transfer, renew]);
  const inDollars = findText(data, 'currency')?.toUpperCase() === 'USD';
  const usable = inDollars && !isFalse(row.attributes.avail);
  return toFees(
    usable ? centsOf(transfer) : undefined,
    usable ? centsOf(renew) : undefined,
    premium,
  );
}

/** As readFees, for version 0.7 of the extension, which has a row for each command of a name. */
export function readDraftFees(
  extension: XmlElement | undefined,
  name: string,
): RegistryFees | undefined {
  const rows = findElements(extension, 'chkData')
    .flatMap((data) => findElements(data, 'cd'))
    .filter((row) => find(row, 'currency') && findText(row, 'name')?.toLowerCase() === name);
  const centsFor = (command: string) => {
    const row = rows.find((each) => findText(each, 'command') === command);
    return findText(row, 'currency')?.toUpperCase() === 'USD' ? centsOf(row) : undefined;
  };
  const classes = rows.map((row) => findText(row, 'class')?.toLowerCase() ?? 'standard');
  return toFees(
    centsFor('transfer'),
    centsFor('renew'),
    classes.some((one) => one !== 'standard'),
  );
}

function toFees(
  transferCents: number | undefined,
  renewCents: number | undefined,
  premium: boolean,
): RegistryFees | undefined {
  if (transferCents !== undefined && renewCents !== undefined)
    return { transferCents, renewCents, premium };
  if (premium) throw new ResponseError('The registry gives no usable price for a premium name.');
  return undefined;
}

function commandOf(row: XmlElement, name: string): XmlElement | undefined {
  return findElements(row, 'command').find((each) => each.attributes.name === name);
}

/**
 * Every class other than "standard" is premium (section 3.7). Without a class, a price that is marked as not
 * standard counts as premium.
 */
function isPremium(row: XmlElement, commands: readonly (XmlElement | undefined)[]): boolean {
  const feeClass = findText(row, 'class')?.toLowerCase();
  if (feeClass !== undefined) return feeClass !== 'standard';
  return commands.some((command) => isFalse(command?.attributes.standard));
}

/** Sum of a command's fees and credits (section 3.4), rounded up to whole cents. */
function centsOf(command: XmlElement | undefined): number | undefined {
  const amounts = [...findElements(command, 'fee'), ...findElements(command, 'credit')];
  if (findElements(command, 'fee').length === 0) return undefined;
  let cents = 0;
  for (const amount of amounts) {
    const match = /^([+-]?)(\d{1,9})(?:\.(\d{1,9}))?$/.exec(amount.text);
    if (!match) return undefined;
    const [, sign, whole, fraction = ''] = match;
    const rest = /[1-9]/.test(fraction.slice(2)) && sign !== '-' ? 1 : 0;
    const value = Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0')) + rest;
    cents += sign === '-' ? -value : value;
  }
  return cents >= 0 ? cents : undefined;
}

function isFalse(text: string | undefined): boolean {
  return text === '0' || text === 'false';
}
