/** At the end of a domain's row: the one main move, and the further ones behind "...". */

import { useNavigate } from 'react-router-dom';
import { Button } from '../../ui/button/button.tsx';
import { Menu } from '../../ui/popover/menu.tsx';
import { RowActions } from '../../ui/table/row-actions.tsx';
import type { DialogName } from './shared/dialog-address.ts';
import type { Move } from './shared/domain-actions.ts';
import { moveLabels, movesOf } from './shared/domain-actions.ts';
import type { DomainRowFragment } from './shared/domain-row.generated.ts';
import type { Dialogs } from './shared/use-dialogs.ts';

const dialogOf: Record<Exclude<Move, 'VIEW_LOAN'>, DialogName> = {
  VERIFY: 'verify',
  LIST: 'list',
  UNLIST: 'unlist',
  TRANSFER_IN: 'transfer-in',
  CANCEL_TRANSFER_IN: 'cancel-transfer',
  TRANSFER_OUT: 'transfer-out',
  CANCEL_TRANSFER_OUT: 'cancel-transfer',
  SET_NAMESERVERS: 'edit-ns',
  RENEW: 'renew',
  REMOVE: 'remove',
};

export interface DomainMovesProps {
  domain: DomainRowFragment;
  show: Dialogs['show'];
}

export function DomainMoves({ domain, show }: DomainMovesProps) {
  const navigate = useNavigate();
  const { main, more } = movesOf(domain);
  const begin = (move: Move) => {
    if (move === 'VIEW_LOAN') navigate(`/app/escrow/${domain.escrow?.id}`);
    else show(dialogOf[move], domain.id);
  };
  const label = (move: Move) =>
    move === 'VERIFY' && domain.status === 'EXTERNAL_VERIFIED' ? 'Verify Again' : moveLabels[move];
  const items = more.map(({ move, offBecause }) => ({
    label: label(move),
    offBecause,
    danger: move === 'REMOVE',
    onSelect: () => begin(move),
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
          aria-label={`${moveLabels[main]}: ${domain.unicodeName}`}
          onClick={() => begin(main)}
        >
          {moveLabels[main]}
        </Button>
      )}
    </RowActions>
  );
}
