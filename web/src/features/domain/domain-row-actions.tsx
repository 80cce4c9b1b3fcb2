/** The actions of a domain's row: the main one as a button, the others in a "..." menu. */

import { useNavigate } from 'react-router-dom';
import { Button } from '../../ui/button/button.tsx';
import { Menu } from '../../ui/popover/menu.tsx';
import { RowActions } from '../../ui/table/row-actions.tsx';
import { useDeadlines } from './deadlines.ts';
import type { DialogName } from './dialog/dialog-url.ts';
import type { RowAction } from './dialog/domain-actions.ts';
import { actionLabels, getRowActions } from './dialog/domain-actions.ts';
import type { DomainRowFragment } from './dialog/domain-row.generated.ts';
import type { Dialogs } from './dialog/use-dialogs.ts';

const dialogNames: Record<Exclude<RowAction, 'VIEW_LOAN' | 'REVIEW_OFFERS'>, DialogName> = {
  VERIFY: 'verify',
  LIST: 'list',
  UNLIST: 'unlist',
  LABEL: 'labels',
  TRANSFER_IN: 'transfer-in',
  CANCEL_TRANSFER_IN: 'cancel-transfer',
  TRANSFER_OUT: 'transfer-out',
  CANCEL_TRANSFER_OUT: 'cancel-transfer',
  PUSH: 'push',
  SET_NAMESERVERS: 'edit-ns',
  RENEW: 'renew',
  REMOVE: 'remove',
  VIEW_DILIGENCE: 'diligence',
};

export interface DomainRowActionsProps {
  domain: DomainRowFragment;
  show: Dialogs['show'];
}

export function DomainRowActions({ domain, show }: DomainRowActionsProps) {
  const navigate = useNavigate();
  const { loan, complete } = useDeadlines(domain.id);
  const waitsForTransfer = complete ? loan?.waitingFor.action === 'TRANSFER_IN' : undefined;
  const { main, more } = getRowActions(domain, waitsForTransfer);
  const start = (action: RowAction) => {
    if (action === 'REVIEW_OFFERS') navigate('/app/borrow#offers');
    else if (action === 'VIEW_LOAN') navigate(`/app/escrow/${domain.escrow?.id}`);
    else show(dialogNames[action], domain.id);
  };
  const label = (action: RowAction) =>
    action === 'VERIFY' && domain.status === 'EXTERNAL_VERIFIED'
      ? 'Verify Again'
      : actionLabels[action];
  const items = more.map(({ action, disabledReason }) => ({
    label: label(action),
    disabledReason,
    danger: action === 'REMOVE',
    onSelect: () => start(action),
  }));
  const menu =
    items.length > 0 ? (
      <Menu name={`More actions for ${domain.unicodeName}`} items={items} />
    ) : undefined;
  return (
    <RowActions menu={menu}>
      {main && (
        <Button
          size="row"
          className="stacked:-my-1.5 stacked:h-10 stacked:border-transparent stacked:px-0 stacked:text-brand-ink"
          aria-label={`${actionLabels[main]}: ${domain.unicodeName}`}
          onClick={() => start(main)}
        >
          {actionLabels[main]}
        </Button>
      )}
    </RowActions>
  );
}
