/** The terms that an amendment changes, before and after it. */

import type { Loan } from '../loan-parties.ts';
import { listTermChanges } from './describe-amendment.ts';
import type { Amendment } from './find-amendment.ts';

export function TermsTable({ loan, amendment }: { loan: Loan; amendment: Amendment }) {
  const changes = listTermChanges(loan, amendment);
  if (changes.length === 0) return null;
  return (
    <table className="mt-2 w-full text-xs">
      <caption className="sr-only">What changes</caption>
      <thead>
        <tr className="text-left text-ink-3">
          <td />
          <th scope="col" className="py-1 font-medium">
            Now
          </th>
          <th scope="col" className="py-1 font-medium">
            New
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-y border-line">
        {changes.map(({ label, present, changed }) => (
          <tr key={label}>
            <th scope="row" className="py-1 pr-3 text-left font-normal text-ink-3">
              {label}
            </th>
            <td className="num py-1 pr-3">{present}</td>
            <td className="num py-1 font-semibold">{changed}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
