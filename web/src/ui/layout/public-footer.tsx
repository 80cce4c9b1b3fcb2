/** The footer of every public screen. Its pages do not exist yet, so nothing is a link. */

import { Logo } from '../brand/logo.tsx';

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
      <div className="mx-auto flex max-w-[76rem] flex-col gap-8 px-5 py-12 sm:flex-row sm:justify-between lg:px-8">
        <div className="text-white">
          <Logo />
        </div>
        <ul className="grid grid-cols-2 gap-x-12 gap-y-2.5 text-[.9375rem] sm:grid-cols-4">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </div>
    </footer>
  );
}
