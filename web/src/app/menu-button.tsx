/** Opens the navigation on narrow screens. */

import { Menu } from 'lucide-react';
import { Suspense, useState } from 'react';
import { IconButton } from '../ui/button/icon-button.tsx';
import { lazyComponent } from '../ui/feedback/lazy-load.ts';
import type { MenuDrawerProps } from './menu-drawer.tsx';

const MenuDrawer = lazyComponent(async () => (await import('./menu-drawer.tsx')).MenuDrawer);

export function MenuButton(props: Omit<MenuDrawerProps, 'onClose'>) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon={Menu} name="Open menu" onClick={() => setOpen(true)} />
      {open && (
        <Suspense>
          <MenuDrawer {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
