/** Links to the cards of Settings, next to them on wide screens. */

import { Link, useLocation } from 'react-router-dom';

export interface SettingsNavigationProps {
  items: readonly { id: string; title: string }[];
}

export function SettingsNavigation({ items }: SettingsNavigationProps) {
  const { hash } = useLocation();
  return (
    <nav aria-label="Settings" className="max-lg:hidden">
      <ul className="sticky top-20 space-y-0.5">
        {items.map(({ id, title }) => (
          <li key={id}>
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
