/** Templates of transfers to another registrar: their wait, code, request and cancellation. */

import type { EventData } from '@nameloan/contracts/events';
import { formatDateTime } from '@nameloan/contracts/format-date';
import { describeOrderFailure } from '@nameloan/contracts/order-failures';
import { draftForOwner } from '../domain-draft.ts';
import type { TemplateTable } from '../template.ts';
import { quote } from '../template.ts';

function describeCodeLife({
  codeExpiresAt,
}: EventData<'domains.domain.transfer-out-started'>): string {
  return codeExpiresAt === null ? '' : ` It can be used until ${formatDateTime(codeExpiresAt)}.`;
}

function describeEnd({
  name,
  reason,
  waited,
  codeExpired,
}: EventData<'domains.domain.transfer-out-cancelled'>): string {
  if (codeExpired)
    return `The time for the transfer of ${name} to another registrar has ended. The domain is locked again, so the transfer code can’t be used. Start the transfer again to have a code emailed.`;
  if (waited)
    return `The transfer of ${name} to another registrar was cancelled before it started. The domain stays locked.`;
  return `The transfer of ${name} to another registrar was cancelled, and the domain is locked again.${quote('Reason', reason && describeOrderFailure(reason))}`;
}

export const transferOutTemplates = {
  'domains.domain.transfer-out-waiting': {
    drafts: (domain) => [
      {
        ...draftForOwner(domain, {
          title: `The transfer of ${domain.name} waits for 23 hours`,
          body: `The transfer of ${domain.name} to another registrar starts in 23 hours because of the domain’s value. Until then nothing changes, and you can cancel it in My Domains.`,
        }),
        // The mail with the stop link says the same.
        mailed: false,
      },
    ],
  },
  'domains.domain.transfer-out-stopped': {
    drafts: (domain) => [
      {
        ...draftForOwner(domain, {
          title: `The transfer of ${domain.name} was stopped`,
          body: `The transfer of ${domain.name} to another registrar was stopped with the emailed link before it started. All sessions have ended, and we emailed you a link to set a new password.${domain.requestedAt === null ? '' : ' Anything set up since the request (MFA, payees, a new email) was removed.'}`,
        }),
        kind: 'SECURITY',
      },
    ],
  },
  'domains.domain.transfer-out-started': {
    drafts: (domain) => [
      {
        ...draftForOwner(domain, {
          title: `A transfer code for ${domain.name} was emailed`,
          body: `The code lets another registrar take ${domain.name}.${describeCodeLife(domain)} If this wasn’t you, cancel the transfer in My Domains right away: the domain is then locked again, so the code can’t be used.`,
        }),
        kind: 'SECURITY',
        // The mail with the code says the same; this is the second channel.
        mailed: false,
      },
    ],
  },
  'domains.domain.transfer-out-requested': {
    drafts: (domain) => [
      {
        ...draftForOwner(domain, {
          title: `Another registrar requested ${domain.name}`,
          body: `Another registrar requested ${domain.name} with your transfer code. It moves by ${formatDateTime(domain.approvedBy)} unless you cancel the transfer in My Domains.`,
        }),
        kind: 'SECURITY',
      },
    ],
  },
  'domains.domain.transfer-out-cancelled': {
    drafts: (domain) => [
      draftForOwner(domain, {
        title: `The transfer of ${domain.name} was cancelled`,
        body: describeEnd(domain),
      }),
    ],
  },
} as const satisfies TemplateTable;
