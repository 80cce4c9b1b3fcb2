/** The navigation links, in the sidebar and in the mobile drawer. */

import type { LucideIcon } from 'lucide-react';
import {
  ArrowLeftRight,
  Gavel,
  Globe,
  HandCoins,
  House,
  Landmark,
  LayoutGrid,
  LogOut,
  Plus,
  Settings,
} from 'lucide-react';
import { Link, matchPath, NavLink, useLocation } from 'react-router-dom';
import { logOut } from '../graph/client.ts';
import type { Address } from './paths.ts';

interface NavItem {
  label: string;
  to: string;
  icon: LucideIcon;
  /** The path of other pages in the same section. */
  alias?: Address;
}

const sections: { heading: string; places: NavItem[] }[] = [
  {
    heading: 'Domains',
    places: [
      { label: 'Dashboard', to: '/app', icon: House },
      { label: 'My Domains', to: '/app/my-domains', icon: Globe },
    ],
  },
  { heading: 'Borrow', places: [{ label: 'My Loans', to: '/app/borrow', icon: Landmark }] },
  {
    heading: 'Lend',
    places: [
      { label: 'My Loans', to: '/app/lend', icon: HandCoins },
      { label: 'Domain Listings', to: '/app/listings', alias: '/listings/:id', icon: LayoutGrid },
    ],
  },
  {
    heading: 'Payment',
    places: [
      { label: 'Transactions', to: '/app/transactions', icon: ArrowLeftRight },
      { label: 'Add Balance', to: '/app/add-balance', icon: Plus },
    ],
  },
];

const account: NavItem = {
  label: 'Settings',
  to: '/app/settings',
  alias: '/app/payees',
  icon: Settings,
};
const disputes: NavItem = { label: 'Disputes', to: '/app/disputes', icon: Gavel };

const itemClass =
  'flex h-9 w-full items-center gap-3 rounded-md px-3 text-ink-2 hover:bg-line/60 hover:text-ink max-md:h-11';
const currentItemClass =
  'aria-[current=page]:bg-nav-active aria-[current=page]:font-semibold aria-[current=page]:text-brand-ink';

export interface NavigationProps {
  /** Prefix for element ids, because the sidebar and the drawer are both in the document. */
  id: string;
  /** Show icons only; the labels stay for screen readers. */
  narrow?: boolean;
  operator: boolean;
}

export function Navigation({ id, narrow = false, operator }: NavigationProps) {
  return (
    <>
      {sections.map(({ heading, places }) => (
        <Section key={heading} id={`${id}-${heading}`} heading={heading} narrow={narrow}>
          {places.map((place) => (
            <NavListItem key={place.to} place={place} narrow={narrow} />
          ))}
        </Section>
      ))}
      <Section id={`${id}-account`} heading="Account" narrow={narrow}>
        <NavListItem place={account} narrow={narrow} />
        <li>
          <button
            type="button"
            className={itemClass}
            title={narrow ? 'Log Out' : undefined}
            onClick={logOut}
          >
            <LogOut size={17} strokeWidth={1.75} aria-hidden className="shrink-0" />
            <span className={narrow ? 'sr-only' : ''}>Log Out</span>
          </button>
        </li>
      </Section>
      {/* The last one, because it is known only once the account is loaded. */}
      {operator && (
        <Section id={`${id}-operator`} heading="Operator" narrow={narrow}>
          <NavListItem place={disputes} narrow={narrow} />
        </Section>
      )}
    </>
  );
}

interface SectionProps {
  id: string;
  heading: string;
  narrow: boolean;
  children: React.ReactNode;
}

function Section({ id, heading, narrow, children }: SectionProps) {
  return (
    <div className="mb-5">
      <h2 id={id} className={narrow ? 'sr-only' : 'px-3 pb-1.5 font-medium text-2xs text-ink-3'}>
        {heading}
      </h2>
      <ul aria-labelledby={id} className="space-y-0.5">
        {children}
      </ul>
    </div>
  );
}

function NavListItem({ place, narrow }: { place: NavItem; narrow: boolean }) {
  const { label, to, alias, icon: Icon } = place;
  const { pathname } = useLocation();
  const link = {
    to,
    title: narrow ? label : undefined,
    className: `${itemClass} ${currentItemClass}`,
    children: (
      <>
        <Icon size={17} strokeWidth={1.75} aria-hidden className="shrink-0" />
        <span className={narrow ? 'sr-only' : ''}>{label}</span>
      </>
    ),
  };
  return (
    <li>
      {alias && matchPath(alias, pathname) ? (
        <Link {...link} aria-current="page" />
      ) : (
        <NavLink {...link} end={to === '/app'} />
      )}
    </li>
  );
}
