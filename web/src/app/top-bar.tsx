/** The bar above all signed-in screens: logo, balance, notification menus, profile link. */

import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { NotificationCenter } from '../features/notification/notification-center.tsx';
import { Logo } from '../ui/brand/logo.tsx';
import { Avatar } from '../ui/display/avatar.tsx';
import { BalanceLink } from './balance-link.tsx';
import type { MeFragment } from './shell.generated.ts';

export function TopBar({ self, menu }: { self: MeFragment | undefined; menu: ReactNode }) {
  return (
    <header className="sticky top-0 z-10 flex h-16 items-center gap-1 bg-bg px-2 min-[22rem]:px-3 sm:px-5">
      <span className="shrink-0 md:hidden">{menu}</span>
      <Link
        to="/app"
        className="flex min-w-0 items-center rounded-md px-1 text-brand-ink"
        aria-label="Nameloan dashboard"
      >
        <Logo />
      </Link>
      <div className="ml-auto flex shrink-0 items-center min-[22rem]:gap-1.5">
        {self && self.balance !== null && (
          <BalanceLink cents={self.balance} className="max-sm:hidden" />
        )}
        <NotificationCenter />
        {/* Of a fixed width, so that the notification menus stay in place while the name loads. */}
        <div className="ml-1 w-10 sm:w-44">{self && <Self self={self} />}</div>
      </div>
    </header>
  );
}

function Self({ self }: { self: MeFragment }) {
  const name = self.name ?? '';
  return (
    <Link
      to="/app/settings"
      title={name}
      className="flex h-10 w-fit max-w-full items-center gap-2.5 rounded-md px-1 hover:bg-line sm:pr-3"
    >
      <Avatar name={name} url={self.avatarUrl} />
      <span className="truncate font-medium max-sm:sr-only">{name}</span>
    </Link>
  );
}
