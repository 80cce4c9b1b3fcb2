/** The footer of every public screen: our own pages as links, and the customer's items, which have no pages yet. */

import { Link } from 'react-router-dom';
import { Logo } from '../brand/logo.tsx';
import { documentLinks } from './document-links.ts';

const links = [
  { label: 'Domains', to: '/domains', leavesApp: false },
  ...documentLinks,
  { label: 'Legal request', to: '/legal-request', leavesApp: false },
];

const items = [
  'Contact Us',
  'FAQ',
  'TOS',
  'Law Enforcement',
  'PGP',
  'Manifesto',
  'Source Code',
  'Registrar',
];

export function PublicFooter() {
  return (
    <footer className="bg-wine-950 text-wine-200 [--focus:#fff]">
      <div className="mx-auto grid max-w-[76rem] gap-8 px-5 py-12 lg:px-8">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5">
          <div className="text-white">
            <Logo />
          </div>
          <nav aria-label="Footer">
            <ul className="flex flex-wrap gap-x-6 text-[.9375rem] font-medium text-white">
              {links.map(({ label, to, leavesApp }) => (
                <li key={to}>
                  <Link
                    to={to}
                    reloadDocument={leavesApp}
                    className="inline-flex min-h-10 items-center underline-offset-4 hover:underline"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <ul className="flex flex-wrap gap-x-6 gap-y-1 border-t border-wine-800 pt-5 text-xs text-wine-300">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </div>
    </footer>
  );
}
