/**
 * What a transfer of a domain depends on, as items with a sentence for its owner, from its record, its diligence report and
 * the suffix rules. The data may have any age, and nothing here blocks an action. Pure.
 */

import { formatDate } from '@nameloan/contracts/format-date';
import type { DiligenceReport } from '../diligence/report.ts';
import { inCustody } from '../domain/domain.ts';
import { findSuffix, transferRuleAt } from '../suffix/suffixes.ts';
import type {
  CheckedDomain,
  ChecklistContext,
  ChecklistItem,
  Finding,
} from './checklist-context.ts';
import { finding, formatDays, isKnown } from './checklist-context.ts';
import { findDnsHosting } from './dns-hosting.ts';
import { checkExpiry, checkYearAdded } from './registration-items.ts';

export type { ChecklistItem } from './checklist-context.ts';

export interface TransferChecklist {
  items: ChecklistItem[];
  /** Null for a suffix that the platform cannot hold. */
  canLeaveOn: Date | null;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const inProgress = finding('OK', 'The transfer into custody is in progress.');

/** `report`: the last one, of any age; null if there is none. */
export function buildChecklist(
  domain: CheckedDomain,
  { report, at }: { report: DiligenceReport | null; at: Date },
): TransferChecklist {
  const row = findSuffix(domain.suffix);
  const place = placeOf(domain);
  const rule = transferRuleAt(domain.suffix, at);
  const canLeaveOn = row ? findLeaveDay(domain, { place, rule, at }) : null;
  const hosting = findDnsHosting(report);
  const context = { domain, place, report, row, rule, hosting, canLeaveOn, at } as const;
  const isOutside = place === 'OUTSIDE';
  const items: ChecklistItem[] = [
    { code: 'UNLOCK', ...checkUnlock(context) },
    ...(isOutside ? [{ code: 'TRANSFER_LOCK' as const, ...checkTransferLock(context) }] : []),
    { code: 'CODE', ...checkCode(context) },
    { code: 'DNS_HOSTING', ...checkDnsHosting(context) },
    { code: 'DNSSEC', ...checkDnssec(context) },
    { code: 'EXPIRY', ...checkExpiry(context) },
    { code: 'YEAR_ADDED', ...checkYearAdded(context) },
    { code: 'LEAVE_LOCK', ...checkLeaveLock(context) },
  ];
  return { items: isOutside ? items.map((item) => withAge(item, report, at)) : items, canLeaveOn };
}

function placeOf(domain: CheckedDomain): ChecklistContext['place'] {
  if (inCustody(domain)) return 'CUSTODY';
  return domain.pendingTransfer === 'IN' ? 'ARRIVING' : 'OUTSIDE';
}

function findLeaveDay(
  { suffix, transferIn, transferOutAvailableAt }: CheckedDomain,
  { place, rule, at }: Pick<ChecklistContext, 'place' | 'rule' | 'at'>,
): Date {
  if (place === 'CUSTODY')
    return transferOutAvailableAt && transferOutAvailableAt > at ? transferOutAvailableAt : at;
  const { approvedAt, requestedAt } = transferIn ?? {};
  const silenceMs = rule.silenceHours * hourMs;
  const arrival = approvedAt ?? new Date((requestedAt ?? at).getTime() + silenceMs);
  const { postTransferLockHours } = transferRuleAt(suffix, arrival);
  return new Date(arrival.getTime() + postTransferLockHours * hourMs);
}

/** Items that rely on the report, with its day when it is older than a day. */
function withAge(item: ChecklistItem, report: DiligenceReport | null, at: Date): ChecklistItem {
  const fromReport = ['UNLOCK', 'TRANSFER_LOCK', 'DNS_HOSTING', 'DNSSEC', 'EXPIRY'];
  if (!report || item.state === 'UNKNOWN' || !fromReport.includes(item.code)) return item;
  if (at.getTime() - report.asOf.getTime() <= dayMs) return item;
  return { ...item, message: `${item.message} (As of ${formatDate(report.asOf)}.)` };
}

function checkUnlock({ place, report }: ChecklistContext): Finding {
  if (place === 'CUSTODY')
    return finding('OK', 'We keep this domain locked and unlock it when you transfer it out.');
  if (place === 'ARRIVING') return inProgress;
  if (!report || !isKnown(report, 'statuses'))
    return finding(
      'UNKNOWN',
      'We don’t know whether this domain is locked. Check its transfer lock at your current registrar.',
    );
  const { statuses } = report;
  if (statuses.includes('pendingTransfer') && !report.ownTransfer)
    return finding(
      'WARN',
      'Another transfer of this domain is pending. Wait until it has ended, or cancel it at your current registrar.',
    );
  if (statuses.includes('serverTransferProhibited'))
    return finding(
      'WARN',
      'The registry has locked this domain against transfers. Ask your current registrar to have the lock removed.',
    );
  return statuses.includes('clientTransferProhibited')
    ? finding('TODO', 'Unlock this domain at your current registrar.')
    : finding('OK', 'This domain isn’t locked at your current registrar.');
}

/** The lock after the registration or the last transfer, by the rule that was in force on that day. */
function checkTransferLock({ domain: { suffix }, report, rule, at }: ChecklistContext): Finding {
  const { registeredAt = null, lastTransferAt = null } = report ?? {};
  const hours = Math.max(rule.postCreationLockHours, rule.postTransferLockHours);
  const ends = [
    registeredAt &&
      addHours(registeredAt, transferRuleAt(suffix, registeredAt).postCreationLockHours),
    lastTransferAt &&
      addHours(lastTransferAt, transferRuleAt(suffix, lastTransferAt).postTransferLockHours),
  ].filter((end) => end !== null);
  const end = ends.length > 0 ? new Date(Math.max(...ends.map((one) => one.getTime()))) : null;
  if (end && end > at)
    return finding(
      'WARN',
      `This domain was registered or transferred recently. Your current registrar ${rule.lockIsMandatory ? 'must' : 'may'} reject a transfer until ${formatDate(end)}.`,
    );
  if (!end || !isKnown(report, 'last_transfer_at'))
    return finding(
      'UNKNOWN',
      `We don’t know when this domain was last transferred. Registrars can reject a transfer for ${formatDays(hours)} after that.`,
    );
  return finding('OK', 'No registration or transfer lock applies.');
}

const addHours = (at: Date, hours: number) => new Date(at.getTime() + hours * hourMs);

function checkCode({ place, rule }: ChecklistContext): Finding {
  if (place === 'ARRIVING') return inProgress;
  if (place === 'OUTSIDE')
    return finding(
      'TODO',
      'Ask your current registrar for the transfer code (EPP code) once you’re ready: some codes expire after a few days.',
    );
  const life =
    rule.codeTtlHours === null ? '' : ` It can be used for ${formatDays(rule.codeTtlHours)}.`;
  return finding('OK', `We email you the transfer code when you transfer this domain out.${life}`);
}

function checkDnsHosting({ place, hosting }: ChecklistContext): Finding {
  if (place === 'CUSTODY')
    return finding(
      'OK',
      'A transfer keeps the nameservers. You can change them in My Domains while the domain is here.',
    );
  switch (hosting) {
    case 'NONE':
      return finding('OK', 'This domain has no nameservers, so no DNS depends on your registrar.');
    case 'OTHER':
      return finding(
        'OK',
        'A transfer keeps the nameservers, and they don’t look like your registrar’s.',
      );
    case 'REGISTRAR':
      return finding(
        'WARN',
        'Your current registrar hosts the DNS. A transfer keeps the nameservers, but free DNS may stop after it. Move your records to another DNS provider first.',
      );
    case 'UNKNOWN':
      return finding(
        'UNKNOWN',
        'We don’t know who hosts the DNS. If it’s your current registrar, free DNS may stop after the transfer.',
      );
  }
}

function checkDnssec({ place, report, hosting }: ChecklistContext): Finding {
  if (!report || report.dnssec === 'UNKNOWN')
    return finding('UNKNOWN', 'We don’t know whether this domain is signed with DNSSEC.');
  if (report.dnssec === 'UNSIGNED')
    return finding('OK', 'This domain isn’t signed with DNSSEC, so nothing has to be done.');
  const isHostedThere = place !== 'CUSTODY' && hosting === 'REGISTRAR';
  if (isHostedThere)
    return finding(
      'TODO',
      'Your current registrar signs this domain with DNSSEC. Turn DNSSEC off there two days before the transfer: if its DNS stops while the DS records remain, the domain no longer resolves.',
    );
  return finding(
    'OK',
    'This domain is signed with DNSSEC. A transfer keeps its DS records, so keep the nameservers that sign it.',
  );
}

function checkLeaveLock({ domain, place, rule, canLeaveOn, at }: ChecklistContext): Finding {
  if (!canLeaveOn) return finding('UNKNOWN', `We can’t hold domains under .${domain.suffix} yet.`);
  const day = formatDate(canLeaveOn);
  const lock =
    place === 'CUSTODY'
      ? canLeaveOn > at
        ? `This domain can be transferred out from ${day}.`
        : 'The lock after its transfer has ended.'
      : `After the transfer this domain is locked for ${formatDays(rule.postTransferLockHours)}. It can be transferred out again from ${day}.`;
  const dueBy = domain.reservation?.dueBy;
  if (!dueBy) return finding('OK', lock);
  const due = formatDate(dueBy);
  return canLeaveOn > dueBy
    ? finding(
        'WARN',
        `${lock} Its loan is due by ${due}, before that day, so you can’t transfer it out right after repaying.`,
      )
    : finding('OK', `${lock} Its loan is due by ${due}, and it stays here until then.`);
}
