/** Explains who holds the domain, the DNS, the money and the risk during a loan, and where to check it. */

import { KeyRound, Lock, ShieldCheck, Wallet } from 'lucide-react';
import { Link } from 'react-router-dom';
import { documentLinks } from '../../ui/layout/document-links.ts';

const holdings = [
  { Icon: Lock, what: 'The name', who: 'In escrow, until the loan is repaid or defaults.' },
  { Icon: KeyRound, what: 'The DNS', who: 'With the borrower, from the first day to the last.' },
  {
    Icon: Wallet,
    what: 'The money',
    who: 'Between borrower and lender. Nameloan never takes custody of it.',
  },
  {
    Icon: ShieldCheck,
    what: 'The risk',
    who: 'With the lender, secured by the name: it’s in escrow before they pay, and theirs on default. Loans are non-recourse, so the borrower owes nothing more.',
  },
];

export function CustodySection() {
  return (
    <section aria-labelledby="holds" className="border-b border-line bg-sunken">
      <div className="mx-auto grid max-w-[76rem] gap-8 px-5 py-12 lg:px-8 lg:py-14">
        <h2 id="holds" className="display text-2xl text-balance">
          Who holds what during a loan
        </h2>
        <dl className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
          {holdings.map(({ Icon, what, who }) => (
            <div key={what} className="border-l-2 border-wine-400 pl-4">
              <dt className="flex items-center gap-2 text-base font-semibold">
                <Icon size={17} aria-hidden="true" className="text-brand-ink" />
                {what}
              </dt>
              <dd className="mt-1 text-[.9375rem] leading-6 text-ink-2">{who}</dd>
            </div>
          ))}
        </dl>
        <ul className="flex flex-wrap gap-x-6 gap-y-1 text-[.9375rem] font-medium">
          {documentLinks.map(({ label, to, leavesApp }) => (
            <li key={to}>
              <Link
                to={to}
                reloadDocument={leavesApp}
                className="inline-flex min-h-8 items-center text-brand-ink underline underline-offset-4 hover:decoration-2"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
