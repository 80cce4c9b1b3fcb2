/** Templates of what due diligence finds about a listed or pledged domain. */

import { describeDiligence } from '@nameloan/contracts/diligence';
import type { EventData } from '@nameloan/contracts/events';
import { alertKeys } from './alert-keys.ts';
import { draftForLender, draftForOwner } from './domain-draft.ts';
import type { TemplateTable } from './template.ts';

function describeRegistration(
  { name, reasons, registrar }: EventData<'domains.domain.eligibility-lost'>,
  viewer: 'OWNER' | 'OTHER',
): string {
  const moved = registrar && `${name} moved from ${registrar.former} to ${registrar.present}.`;
  const found = reasons.map((reason) => describeDiligence(reason, viewer));
  return [moved, ...found].filter(Boolean).join(' ');
}

export const diligenceTemplates = {
  'domains.domain.eligibility-lost': {
    drafts: (domain) => [
      draftForOwner(domain, {
        title: `Your listing of ${domain.name} was closed`,
        body: `${describeRegistration(domain, 'OWNER')} Your listing of ${domain.name} was closed and its offers have ended.`,
      }),
    ],
  },
  'domains.domain.collateral-endangered': {
    drafts: (domain, context) => {
      const title = `Check ${domain.name}: its registration changed`;
      const alert = [alertKeys.loan(domain.escrowId), alertKeys.transfer(domain.domainId)] as const;
      const owner = draftForOwner(domain, {
        title,
        body: `${describeRegistration(domain, 'OWNER')} ${domain.name} secures your loan and isn’t in custody yet.`,
      });
      const lender = draftForLender(context, {
        title,
        body: `${describeRegistration(domain, 'OTHER')} ${domain.name} secures your loan and isn’t in custody yet.`,
      });
      return [owner, ...lender].map((draft) => ({ ...draft, alert: [...alert] }));
    },
  },
} as const satisfies TemplateTable;
