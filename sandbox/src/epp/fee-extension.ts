/**
 * The registry fee extension (RFC 8748): what a transfer or a renewal of a name costs, told in a check and
 * agreed to in the order itself.
 */

import { isDomainName } from '../registry/domain.ts';
import { feeCents } from '../registry/fees.ts';
import { getRecord } from '../registry/registry.ts';
import { RegistryError } from '../registry/registry-error.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { feeNamespace } from './names.ts';
import type { XmlElement } from './xml.ts';
import { escapeXml, sequence, syntaxError } from './xml.ts';

const dollars = 'USD';
const priced = ['transfer', 'renew'];
const maxFeeYears = 10;
/** xs:decimal that is no negative number, as far as a price goes. */
const amountPattern = /^(\d{1,9})(?:\.(\d{1,4}))?$/;

interface FeeQuery {
  readonly command: string;
  readonly years: number;
}

/** The content of chkData for the names of a check whose extension asks for fees. */
export function feeData(
  world: SandboxContext,
  names: readonly string[],
  extension: XmlElement,
): string {
  if (extension.namespace !== feeNamespace || extension.name !== 'check') {
    throw new RegistryError(2103, 'A check takes the fee extension only.');
  }
  const parts = sequence(extension, ['currency', 'command']);
  const currency = parts.one('currency')?.text ?? dollars;
  if (currency !== dollars) throw new RegistryError(2004, `Fees are in ${dollars}.`);
  const questions = parts.all('command').map(readFeeQuery);
  if (questions.length === 0) throw new RegistryError(2003, 'The parameter command is missing.');
  const results = names.map((name) => resultXml(world, name, questions));
  return `<fee:chkData xmlns:fee="${feeNamespace}"><fee:currency>${dollars}</fee:currency>${results.join('')}</fee:chkData>`;
}

function readFeeQuery(command: XmlElement): FeeQuery {
  const name = command.attributes.name;
  if (!name) throw syntaxError('A fee command has an attribute name.');
  const period = sequence(command, ['period']).one('period');
  const years = period ? Number(period.text) : 1;
  if (period && period.attributes.unit !== 'y')
    throw new RegistryError(2004, 'Periods are in years here.');
  if (!Number.isInteger(years) || years < 1 || years > maxFeeYears) {
    throw new RegistryError(2004, `A period is 1 to ${maxFeeYears} years.`);
  }
  return { command: name, years };
}

function resultXml(world: SandboxContext, name: string, questions: readonly FeeQuery[]): string {
  const id = `<fee:objID>${escapeXml(name)}</fee:objID>`;
  if (!isDomainName(name))
    return `<fee:cd avail="0">${id}<fee:reason>Invalid name</fee:reason></fee:cd>`;
  const { premium } = getRecord(world, name);
  const answers = questions.map((question) => feeXml(name, premium, question));
  return `<fee:cd>${id}<fee:class>${premium ? 'premium' : 'standard'}</fee:class>${answers.join('')}</fee:cd>`;
}

function feeXml(name: string, premium: boolean, { command, years }: FeeQuery): string {
  const period = `<fee:period unit="y">${years}</fee:period>`;
  const open = `<fee:command name="${escapeXml(command)}"${premium ? '' : ' standard="1"'}>`;
  if (!priced.includes(command)) return `${open}<fee:reason>Not offered</fee:reason></fee:command>`;
  const amount = (feeCents(name, premium, years) / 100).toFixed(2);
  return `${open}${period}<fee:fee>${amount}</fee:fee></fee:command>`;
}

/** What an order agrees to pay in all, in cents; null without the extension. */
export function agreedCents(
  extension: XmlElement | undefined,
  verb: 'transfer' | 'renew',
): number | null {
  if (!extension) return null;
  if (extension.namespace !== feeNamespace || extension.name !== verb) {
    throw new RegistryError(2103, `A ${verb} takes the fee extension only.`);
  }
  const parts = sequence(extension, ['currency', 'fee', 'credit']);
  if ((parts.one('currency')?.text ?? dollars) !== dollars)
    throw new RegistryError(2004, `Fees are in ${dollars}.`);
  if (parts.all('credit').length > 0) throw new RegistryError(2004, 'There are no credits here.');
  const fees = parts.all('fee');
  if (fees.length === 0) throw new RegistryError(2003, 'The parameter fee is missing.');
  return fees.reduce((sum, { text }) => sum + centsOf(text), 0);
}

/** Parts of a cent stay, so that no such sum is ever the right one. */
function centsOf(text: string): number {
  const [, whole, fraction = ''] = amountPattern.exec(text) ?? [];
  if (whole === undefined) throw new RegistryError(2005, 'A fee is an amount of money.');
  return Number(`${whole}${fraction.padEnd(4, '0')}`) / 100;
}

/** The extension of the answer to an order that carried one: what was agreed to is what is charged. */
export function chargedXml(cents: number | null, name: 'trnData' | 'renData'): string | undefined {
  if (cents === null) return undefined;
  const amount = `<fee:currency>${dollars}</fee:currency><fee:fee>${(cents / 100).toFixed(2)}</fee:fee>`;
  return `<fee:${name} xmlns:fee="${feeNamespace}">${amount}</fee:${name}>`;
}
