/** The navigation on narrow screens: a button that opens a drawer. */

import { Menu } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../ui/button/icon-button.tsx';
import { Drawer } from '../ui/dialog/drawer.tsx';
import { ThemeSwitch } from '../ui/theme/theme-switch.tsx';
import { Navigation } from './navigation.tsx';

export function MenuDrawer({ operator }: { operator: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon={Menu} name="Open menu" onClick={() => setOpen(true)} />
      {open && (
        <Drawer name="Menu" onClose={() => setOpen(false)}>
          <Navigation id="drawer" operator={operator} />
          <ThemeSwitch />
        </Drawer>
      )}
    </>
  );
}
