/** The deed of a sale, once a buyer accepted: its PDF and its signatures. */

import type { ReactNode } from 'react';
import { useObjectUrl } from '../../graph/use-object-url.ts';
import { TextLink } from '../../ui/button/text-link.tsx';
import { Code } from '../../ui/display/code.tsx';
import { PdfFrame } from '../../ui/display/pdf-frame.tsx';
import { Time } from '../../ui/display/time.tsx';
import { Problem } from '../../ui/feedback/problem.tsx';
import { Card } from '../../ui/layout/card.tsx';
import type { Sale } from './describe-sale.ts';

export function DeedCard({ sale }: { sale: Sale }) {
  const { deedPath, sealed, sellerName, buyerName, sellerSignedAt, buyerSignedAt, sha256 } = sale;
  if (deedPath === null) return null;
  return (
    <Card title="Deed" className="sm:p-5">
      <p className="mt-1 text-ink-2">
        {sealed
          ? 'Signed and sealed. Keep a copy.'
          : 'It names the contract, the price and what is owed.'}
      </p>
      <ul className="mt-2 space-y-1">
        <Signature name={sellerName} at={sellerSignedAt} />
        <Signature name={buyerName ?? 'Buyer'} at={buyerSignedAt} />
      </ul>
      <div className="mt-4">
        {/* The path stays the same when the deed is sealed. */}
        <Deed key={String(sealed)} path={deedPath} name={`Deed on ${sale.unicodeName}`} />
      </div>
      <p className="mt-2 text-xs text-ink-3">
        SHA-256 of the text to sign: <Code>{sha256}</Code>
      </p>
      <TextLink to="/verify-contract" className="mt-2 text-xs">
        Check a document
      </TextLink>
    </Card>
  );
}

function Deed({ path, name }: { path: string; name: string }) {
  const url = useObjectUrl(path);
  if (url === null) return <Problem message="The deed can’t be shown right now." />;
  return <PdfFrame path={url} name={name} className="h-[30rem]" />;
}

function Signature({ name, at }: { name: string; at: string | null }): ReactNode {
  return (
    <li className="flex flex-wrap justify-between gap-x-4">
      <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
      <span className="text-ink-2">
        {at === null ? 'not signed' : <Time value={at} as="day-time" />}
      </span>
    </li>
  );
}
