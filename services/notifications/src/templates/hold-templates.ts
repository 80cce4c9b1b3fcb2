/** Templates about legal holds and the requests that lead to them. */

import { alertKeys } from './alert-keys.ts';
import { draftForLender, draftForOwner } from './domain-draft.ts';
import type { TemplateTable } from './template.ts';
import { legalHolds } from './template.ts';

export const holdTemplates = {
  'domains.domain.legal-hold-changed': {
    drafts: (domain, context) => {
      if (!domain.disclosed) return [];
      const { name } = domain;
      if (domain.since === null) {
        const title = `The legal hold of ${name} was lifted`;
        return [
          draftForOwner(domain, {
            title,
            body: `${name} is no longer on legal hold. What waited for it continues now.`,
          }),
          ...draftForLender(context, {
            title,
            body: `${name}, which secures your loan, is no longer on legal hold. What waited for it continues now.`,
          }),
        ];
      }
      const title = `${name} is on legal hold`;
      const cause = 'because of a complaint, a dispute or an order about it';
      return [
        draftForOwner(domain, {
          title,
          body: `We placed ${name} on legal hold ${cause}. It can’t be listed, transferred or changed until the hold is lifted, and an open listing was closed. We renew it in any case.`,
        }),
        ...draftForLender(context, {
          title,
          body: `We placed ${name} on legal hold ${cause}. The loan goes on, but the domain stays where it is until the hold is lifted. Don’t send money for it before.`,
        }),
      ];
    },
  },
  'domains.legal-request.received': {
    drafts: ({ requestId, kind, name }, { operatorIds }) =>
      operatorIds.map((to) => ({
        to,
        kind: 'DOMAIN',
        subject: { type: 'ACCOUNT', id: to },
        title: `Legal request about ${name} (${kind})`,
        body: `A dispute provider, a court or a registry sent a request about ${name}. Read it, and place a hold if it is genuine.`,
        link: legalHolds,
        alert: [alertKeys.legalRequest(requestId)] as const,
      })),
  },
  'domains.legal-request.closed': {
    without: 'only settles the alert about the request',
    settles: ({ requestId }) => ({ settled: [alertKeys.legalRequest(requestId)] }),
  },
} as const satisfies TemplateTable;
