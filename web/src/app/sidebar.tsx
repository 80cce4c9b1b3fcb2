/**
 * The navigation of wide screens: a rail of icons on windows under 1280 pixels, unless the reader chose otherwise. The
 * choice is stored in the browser.
 */

import { PanelLeft } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { IconButton } from '../ui/button/icon-button.tsx';
import { ThemeSwitch } from '../ui/theme/theme-switch.tsx';
import { Navigation } from './navigation.tsx';

const storageKey = 'sidebar';

/** Undefined until the reader chooses. */
function readChoice(): boolean | undefined {
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === null ? undefined : stored === 'narrow';
  } catch {
    return undefined;
  }
}

const smallWindow = '(width < 1280px)';

function watchWindow(onChange: () => void): () => void {
  const query = matchMedia(smallWindow);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

function storeNarrow(narrow: boolean): void {
  try {
    localStorage.setItem(storageKey, narrow ? 'narrow' : 'wide');
  } catch {
    // Without storage the choice lasts until the page is left.
  }
}

export function Sidebar({ operator }: { operator: boolean }) {
  const isSmall = useSyncExternalStore(watchWindow, () => matchMedia(smallWindow).matches);
  const [choice, choose] = useState(readChoice);
  const narrow = choice ?? isSmall;
  const toggle = () => {
    storeNarrow(!narrow);
    choose(!narrow);
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
