/** The bar above the public screens; on the front page it is on a wine-red background. */

import { Menu } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Logo } from '../brand/logo.tsx';
import { Popover } from '../popover/popover.tsx';

const domains = { label: 'Domains', to: '/domains' };
const login = { label: 'Login', to: '/login' };
const register = { label: 'Register', to: '/register' };
const dashboard = { label: 'Dashboard', to: '/app' };

export interface PublicBarProps {
  /** Show the dashboard link instead of login and register. */
  signedIn: boolean;
  onWine?: boolean;
}

export function PublicBar({ signedIn, onWine = false }: PublicBarProps) {
  const links = signedIn ? [domains] : [domains, login];
  const mainLink = signedIn ? dashboard : register;
  const hover = onWine ? 'hover:bg-white/10' : 'hover:bg-line';
  const quiet = onWine ? 'text-wine-200' : 'text-ink-3';
  return (
    <header className="relative mx-auto flex w-full max-w-[76rem] items-center gap-2 px-5 py-5 lg:px-8">
      <Link
        to="/"
        aria-label="Nameloan home"
        className={`flex min-w-0 items-center rounded-md ${onWine ? '' : 'text-brand-ink'}`}
      >
        <Logo />
      </Link>
      <nav
        aria-label="Main"
        className="ml-auto flex items-center gap-1 font-medium text-[.9375rem]"
      >
        <Link to={domains.to} className={`hidden rounded-md px-3 py-2 sm:block ${hover}`}>
          {domains.label}
        </Link>
        <span className={`hidden px-3 py-2 sm:block ${quiet}`}>Contact Us</span>
        {!signedIn && (
          <Link to={login.to} className={`hidden rounded-md px-3 py-2 sm:block ${hover}`}>
            {login.label}
          </Link>
        )}
        <Link
          to={mainLink.to}
          className={`rounded-md border px-3.5 py-2 ${onWine ? 'border-white/50' : 'border-line-strong'} ${hover}`}
        >
          {mainLink.label}
        </Link>
        <span className={`sm:hidden ${onWine ? 'text-white' : ''}`}>
          <Popover
            name="Menu"
            width="w-56"
            trigger={<Menu size={20} aria-hidden="true" />}
            triggerClassName={`inline-flex size-10 items-center justify-center rounded-md ${hover}`}
          >
            <ul className="text-base text-ink">
              {links.map(({ label, to }) => (
                <li key={to}>
                  <Link to={to} className="flex h-11 items-center rounded-md px-3 hover:bg-sunken">
                    {label}
                  </Link>
                </li>
              ))}
              <li className="flex h-11 items-center px-3 text-ink-3">Contact Us</li>
            </ul>
          </Popover>
        </span>
      </nav>
    </header>
  );
}
