/** The navigation on narrow screens: a drawer. Loaded when it is opened. */

import { Drawer } from '../ui/dialog/drawer.tsx';
import { ThemeSwitch } from '../ui/theme/theme-switch.tsx';
import { BalanceLink } from './balance-link.tsx';
import { Navigation } from './navigation.tsx';

export interface MenuDrawerProps {
  operator: boolean;
  /** In cents; missing while unknown. */
  balance: number | null | undefined;
  onClose: () => void;
}

export function MenuDrawer({ operator, balance, onClose }: MenuDrawerProps) {
  return (
    <Drawer name="Menu" onClose={onClose}>
      {typeof balance === 'number' && <BalanceLink labelled cents={balance} className="mb-3" />}
      <Navigation id="drawer" operator={operator} />
      <ThemeSwitch />
    </Drawer>
  );
}
