/** Templates of pushes: a domain in custody that is offered to another account, and its answer. */

import type { EventData } from '@nameloan/contracts/events';
import { formatDate } from '@nameloan/contracts/format-date';
import { alertKeys } from '../alert-keys.ts';
import { draftForOwner } from '../domain-draft.ts';
import { resetPasswordHint } from '../security-templates.ts';
import type { NotificationDraft, TemplateTable } from '../template.ts';

type PushEnded = EventData<'domains.domain.push-ended'>;

/** What its sender reads; a sender who withdrew it knows. */
const senderTexts: Record<PushEnded['end'], string> = {
  DECLINED: 'The other account declined it.',
  EXPIRED: 'It was not accepted within seven days.',
  WITHDRAWN: 'It was withdrawn.',
};

/** For the receiver; none if no account has the address. */
function draftForReceiver(
  push: EventData<'domains.domain.push-offered'> | PushEnded,
  text: Pick<NotificationDraft, 'title' | 'body' | 'alert'>,
): NotificationDraft[] {
  const { toAccountId } = push;
  if (toAccountId === null) return [];
  return [{ ...draftForOwner(push, text), to: toAccountId, ...text }];
}

const settlePush = ({ pushId }: { pushId: string }) => ({ settled: [alertKeys.push(pushId)] });

export const pushTemplates = {
  'domains.domain.push-offered': {
    drafts: (push, { at }) => {
      const { name, acceptableFrom, expiresAt } = push;
      const waits = acceptableFrom > at;
      const wait = waits
        ? ' Because of the domain’s value, it can be accepted 23 hours after it was offered.'
        : '';
      return [
        {
          ...draftForOwner(push, {
            title: `You offered ${name} to another account`,
            body: `You offered ${name} to another account. Once it accepts, the domain is no longer yours.${wait} Until then you can withdraw the push in My Domains. If this wasn’t you, withdraw it and ${resetPasswordHint}: that ends all sessions.`,
          }),
          kind: 'SECURITY',
        },
        ...draftForReceiver(push, {
          title: `${name} was offered to you`,
          body: `Another account offers you ${name}, which is in our custody. Accept it in My Domains by ${formatDate(expiresAt)}, or decline it.${wait} If you accept, you pay its renewals.`,
          alert: [alertKeys.push(push.pushId)],
        }),
      ];
    },
  },
  'domains.domain.push-ended': {
    drafts: (push) => [
      draftForOwner(push, {
        title: `The push of ${push.name} has ended`,
        body: `The push of ${push.name} to another account has ended, and the domain stays yours. ${senderTexts[push.end]}`,
      }),
      ...(push.end === 'WITHDRAWN'
        ? draftForReceiver(push, {
            title: `The push of ${push.name} was withdrawn`,
            body: `${push.name} is no longer offered to you.`,
            alert: false,
          })
        : []),
    ],
    settles: settlePush,
  },
  'domains.domain.pushed': {
    drafts: (push) => [
      draftForOwner(push, {
        title: `${push.name} is yours`,
        body: `You accepted ${push.name}, and it moved to your account. It’s in My Domains.`,
      }),
      {
        ...draftForOwner(push, {
          title: `${push.name} has a new owner`,
          body: `The other account accepted ${push.name}. It left your list.`,
        }),
        to: push.fromAccountId,
        kind: 'SECURITY',
      },
    ],
    settles: ({ domainId, pushId }) => {
      const { proof, contest, transfer, renewal, statuses } = alertKeys;
      const ofDomain = [proof, contest, transfer, renewal, statuses].map((key) => key(domainId));
      return { settled: [alertKeys.push(pushId), ...ofDomain] };
    },
  },
} as const satisfies TemplateTable;
