/** The navigation of wide screens. Its collapsed state is stored in the browser. */

import { PanelLeft } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../ui/button/icon-button.tsx';
import { ThemeSwitch } from '../ui/theme/theme-switch.tsx';
import { Navigation } from './navigation.tsx';

const storageKey = 'sidebar';

function readNarrow(): boolean {
  try {
    return localStorage.getItem(storageKey) === 'narrow';
  } catch {
    return false;
  }
}

function storeNarrow(narrow: boolean): void {
  try {
    localStorage.setItem(storageKey, narrow ? 'narrow' : 'wide');
  } catch {
    // Without storage it is expanded on the next visit.
  }
}

export function Sidebar({ operator }: { operator: boolean }) {
  const [narrow, setNarrow] = useState(readNarrow);
  const toggle = () => {
    storeNarrow(!narrow);
    setNarrow(!narrow);
  };
  return (
    <nav
      aria-label="Main"
      className={`sticky top-16 hidden h-[calc(100dvh-4rem)] shrink-0 flex-col overflow-y-auto px-3 pt-2 pb-4 md:flex ${narrow ? 'w-[4.25rem]' : 'w-60'}`}
    >
      <Navigation id="side" narrow={narrow} operator={operator} />
      <div className={`mt-auto flex flex-col gap-2 ${narrow ? 'items-center' : ''}`}>
        <ThemeSwitch narrow={narrow} />
        <IconButton
          icon={PanelLeft}
          iconSize={18}
          name={narrow ? 'Expand sidebar' : 'Collapse sidebar'}
          aria-expanded={!narrow}
          onClick={toggle}
        />
      </div>
    </nav>
  );
}
