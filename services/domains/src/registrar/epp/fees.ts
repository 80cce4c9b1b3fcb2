// What the registry charges for a name, from the fee extension of a check's answer (RFC 8748).
import type { RegistryFees } from '../registrar.ts';
import { find, findAll, textAt, type XmlElement } from './xml.ts';

/** Undefined where the registry told no usable price in US dollars; a price is never guessed. */
export function readFees(
  extension: XmlElement | undefined,
  name: string,
): RegistryFees | undefined {
  // Other extensions call their data chkData too; only this one has a currency.
  const data = findAll(extension, 'chkData').find((each) => find(each, 'currency'));
  if (textAt(data, 'currency')?.toUpperCase() !== 'USD') return undefined;
  const row = findAll(data, 'cd').find((each) => textAt(each, 'objID')?.toLowerCase() === name);
  if (!row || isFalse(row.attributes.avail)) return undefined;
  const transfer = commandOf(row, 'transfer');
  const renew = commandOf(row, 'renew');
  const transferCents = centsOf(transfer);
  const renewCents = centsOf(renew);
  if (transferCents === undefined || renewCents === undefined) return undefined;
  return { transferCents, renewCents, premium: isPremium(row, [transfer, renew]) };
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
