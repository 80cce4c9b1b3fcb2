/** Links to the cards of Settings: next to them on wide screens, in a row above them that scrolls on others. */

import { Link, useLocation } from 'react-router-dom';

export interface SettingsNavigationProps {
  items: readonly { id: string; title: string }[];
}

export function SettingsNavigation({ items }: SettingsNavigationProps) {
  const { hash } = useLocation();
  return (
    <nav aria-label="Settings" className="min-w-0">
      <ul className="sticky top-20 flex overflow-x-auto px-1 py-1 lg:block">
        {items.map(({ id, title }) => (
          <li key={id} className="shrink-0">
            <Link
              to={`#${id}`}
              aria-current={hash === `#${id}` ? 'true' : undefined}
              className="flex h-10 items-center rounded-md px-3 font-semibold text-ink-2 hover:bg-sunken hover:text-ink aria-[current]:bg-nav-active aria-[current]:text-ink"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
