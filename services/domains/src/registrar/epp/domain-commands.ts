/**
 * Domain commands as XML (RFC 5731 section 3). A check can request fees and an order can state the accepted fee
 * (RFC 8748).
 */

import type { DomainChange, Order } from '../registrar.ts';
import { EppInvalidInputError } from '../registrar-errors.ts';
import type { Command } from './commands.ts';
import { domainNamespace } from './commands.ts';
import { dsUpdateXml } from './dns-security.ts';
import type { EppProfile } from './profile.ts';
import { rfcProfile } from './profile.ts';
import { escapeXml, isXmlText } from './xml.ts';

const maxAuthCodeLength = 255;
const maxNames = 50;
const maxStatuses = 11;
const maxYears = 99;

/** With `transferYears` the check also requests the fees, for a transfer by that many years. */
export function domainCheck(
  names: readonly string[],
  transferYears?: number,
  profile: EppProfile = rfcProfile,
): Command {
  const verb = `<check><domain:check xmlns:domain="${domainNamespace}">${nameList('domain', names)}</domain:check></check>`;
  return {
    name: 'domain check',
    read: true,
    verb,
    extension: transferYears === undefined ? undefined : feeCheckXml(profile, names, transferYears),
    secrets: [],
  };
}

function feeCheckXml(
  { name: profileName, feeNamespace }: EppProfile,
  names: readonly string[],
  transferYears: number,
): string {
  const queries = [
    { command: 'transfer', period: periodXml('fee', transferYears) },
    { command: 'renew', period: periodXml('fee', 1) },
  ];
  const currency = '<fee:currency>USD</fee:currency>';
  const rfcRows = () =>
    currency +
    queries
      .map(({ command, period }) => `<fee:command name="${command}">${period}</fee:command>`)
      .join('');
  const draftRow = (name: string) =>
    queries
      .map(
        ({ command, period }) =>
          `<fee:domain><fee:name>${nameText(name)}</fee:name>${currency}<fee:command>${command}</fee:command>${period}</fee:domain>`,
      )
      .join('');
  const rows = profileName === 'rfc' ? rfcRows() : names.map(draftRow).join('');
  return `<fee:check xmlns:fee="${feeNamespace}">${rows}</fee:check>`;
}

export function domainInfo(name: string, authCode?: string): Command {
  const inner = `<domain:name hosts="del">${nameText(name)}</domain:name>${authInfo(authCode)}`;
  return {
    name: 'domain info',
    read: true,
    verb: `<info><domain:info xmlns:domain="${domainNamespace}">${inner}</domain:info></info>`,
    secrets: secretsOf(authCode),
  };
}

/** An order whose price is stated as the profile requires. */
export interface PricedOrder extends Order {
  readonly profile?: EppProfile;
}

export interface TransferOrder {
  readonly op: 'request' | 'query' | 'cancel' | 'reject';
  readonly name: string;
  readonly authCode?: string | undefined;
  /** Only for a request. */
  readonly order?: PricedOrder;
}

export function domainTransfer({ op, name, authCode, order }: TransferOrder): Command {
  const period = order === undefined ? '' : periodXml('domain', order.years);
  const inner = `<domain:name>${nameText(name)}</domain:name>${period}${authInfo(authCode)}`;
  return {
    name: `transfer ${op}`,
    read: op === 'query',
    verb: `<transfer op="${op}"><domain:transfer xmlns:domain="${domainNamespace}">${inner}</domain:transfer></transfer>`,
    ...(order && { extension: agreementXml('transfer', order), costs: true }),
    secrets: secretsOf(authCode),
  };
}

export function domainUpdate(name: string, change: DomainChange): Command {
  const add = changeXml('add', change.addNameservers ?? [], change.addStatuses ?? []);
  const remove = changeXml('rem', change.removeNameservers ?? [], change.removeStatuses ?? []);
  const values = registrantXml(change.registrant) + authInfo(change.authCode);
  const set = values && `<domain:chg>${values}</domain:chg>`;
  const extension = dsUpdateXml(change);
  if (add + remove + set === '' && extension === undefined)
    throw new EppInvalidInputError('change', 'There is nothing to change.');
  const inner = `<domain:name>${nameText(name)}</domain:name>${add}${remove}${set}`;
  return {
    name: 'domain update',
    read: false,
    verb: `<update><domain:update xmlns:domain="${domainNamespace}">${inner}</domain:update></update>`,
    ...(extension === undefined ? {} : { extension }),
    secrets: secretsOf(change.authCode),
  };
}

export function domainRenew(name: string, currentExpiry: Date, order: PricedOrder): Command {
  if (Number.isNaN(currentExpiry.getTime())) {
    throw new EppInvalidInputError('currentExpiry', 'The current expiry is not a valid date.');
  }
  const inner =
    `<domain:name>${nameText(name)}</domain:name>` +
    `<domain:curExpDate>${currentExpiry.toISOString().slice(0, 10)}</domain:curExpDate>${periodXml('domain', order.years)}`;
  return {
    name: 'domain renew',
    read: false,
    verb: `<renew><domain:renew xmlns:domain="${domainNamespace}">${inner}</domain:renew></renew>`,
    extension: agreementXml('renew', order),
    costs: true,
    secrets: [],
  };
}

/** Name elements with this prefix. */
export function nameList(prefix: 'domain' | 'host', names: readonly string[]): string {
  if (names.length === 0 || names.length > maxNames) {
    throw new EppInvalidInputError('names', `A check takes 1 to ${maxNames} names.`);
  }
  return names.map((name) => `<${prefix}:name>${nameText(name)}</${prefix}:name>`).join('');
}

/** Validates a name in lower-case A-labels, so that a name element contains nothing else. */
export function nameText(name: string): string {
  const labels = name.split('.');
  const fits = name.length <= 253 && labels.length >= 2;
  if (fits && labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label))) return name;
  throw new EppInvalidInputError('name', 'This is not a domain name in lower-case A-labels.');
}

function changeXml(
  kind: 'add' | 'rem',
  nameservers: readonly string[],
  statuses: readonly string[],
): string {
  if (statuses.length > maxStatuses)
    throw new EppInvalidInputError('statuses', 'There are too many statuses.');
  const hosts = nameservers
    .map((host) => `<domain:hostObj>${nameText(host)}</domain:hostObj>`)
    .join('');
  const ns = hosts && `<domain:ns>${hosts}</domain:ns>`;
  const set = statuses.map((status) => `<domain:status s="${escapeXml(status)}"/>`).join('');
  return ns + set && `<domain:${kind}>${ns}${set}</domain:${kind}>`;
}

/** Only premium names need a price: the contract covers the registry's standard prices. */
function agreementXml(
  verb: 'transfer' | 'renew',
  { agreedCents, profile = rfcProfile }: PricedOrder,
): string | undefined {
  if (agreedCents === undefined) return undefined;
  if (!Number.isSafeInteger(agreedCents) || agreedCents < 0)
    throw new EppInvalidInputError('agreedCents', 'A price is a whole number of cents.');
  const cents = String(agreedCents).padStart(3, '0');
  const amount = `${cents.slice(0, -2)}.${cents.slice(-2)}`;
  const price = `<fee:currency>USD</fee:currency><fee:fee>${amount}</fee:fee>`;
  return `<fee:${verb} xmlns:fee="${profile.feeNamespace}">${price}</fee:${verb}>`;
}

function periodXml(prefix: 'domain' | 'fee', years: number): string {
  if (!Number.isInteger(years) || years < 1 || years > maxYears) {
    throw new EppInvalidInputError('years', `A period is 1 to ${maxYears} whole years.`);
  }
  return `<${prefix}:period unit="y">${years}</${prefix}:period>`;
}

function registrantXml(id: string | undefined): string {
  return id === undefined ? '' : `<domain:registrant>${escapeXml(id)}</domain:registrant>`;
}

/** xs:normalizedString turns tabs and line breaks into spaces, which would change the code. */
function authInfo(authCode: string | undefined): string {
  if (authCode === undefined) return '';
  const valid = authCode.length >= 1 && authCode.length <= maxAuthCodeLength && isXmlText(authCode);
  if (!valid || /[\t\n\r]/.test(authCode)) {
    throw new EppInvalidInputError(
      'authCode',
      `A transfer code has 1 to ${maxAuthCodeLength} characters and no line breaks or control characters.`,
    );
  }
  return `<domain:authInfo><domain:pw>${escapeXml(authCode)}</domain:pw></domain:authInfo>`;
}

function secretsOf(authCode: string | undefined): string[] {
  return authCode === undefined ? [] : [authCode];
}
