/** The signature of a deed. */

import { SignatureForm } from '../../ui/form/signature-form.tsx';
import { SignDeedDocument } from './assignment-page.generated.ts';
import type { Sale } from './describe-sale.ts';
import { useSaleAction } from './use-sale-action.ts';

export function SignDeed({ sale, token }: { sale: Sale; token: string }) {
  const { addressNeeded, consentText, sha256, role, sellerName, buyerName } = sale;
  const [sign] = useSaleAction(SignDeedDocument);
  const name = role === 'SELLER' ? sellerName : (buyerName ?? '');
  return (
    <SignatureForm
      addressNeeded={addressNeeded}
      consentText={consentText}
      nameHint={`As in the deed: ${name}`}
      onSign={(values) => sign({ token, sha256, ...values }, 'You have signed')}
    />
  );
}
