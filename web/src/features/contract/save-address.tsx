/** Offers to save the signed address to the account when they differ. Only the account's owner sees it. */

import { nameSubdivision } from '@nameloan/countries/subdivisions';
import { useState } from 'react';
import { toErrorDetails } from '../../graph/api-error.ts';
import { useAction } from '../../graph/use-action.ts';
import { Button } from '../../ui/button/button.tsx';
import { showBanner } from '../../ui/feedback/banner.ts';
import type { SigningPageFragment } from './contract-page.generated.ts';
import { SaveSignedAddressDocument } from './save-address.generated.ts';

export function SaveAddress({ contract }: { contract: SigningPageFragment }) {
  const [save, busy] = useAction(SaveSignedAddressDocument, { refetch: ['ContractPage'] });
  const [saved, setSaved] = useState(false);
  const { addressDiffers, signedAddress } = contract;
  if (!addressDiffers || !signedAddress || saved) return null;
  const { address1, address2, city, zip, country, countryCode, subdivision } = signedAddress;
  const place = { country: countryCode ?? country, subdivision };
  const saveAddress = async () => {
    try {
      await save({ input: { address1, address2, city, zip, ...place } });
      setSaved(true);
      showBanner('green', 'Profile saved');
    } catch (error) {
      showBanner('red', toErrorDetails(error).message);
    }
  };
  return (
    <div className="mt-5 border-t border-line pt-4">
      <p className="text-ink-2">
        You signed with an address that differs from your account’s:{' '}
        <span className="text-ink wrap-anywhere">
          {[address1, address2, `${zip} ${city}`.trim(), nameSubdivision(subdivision), country]
            .filter(Boolean)
            .join(', ')}
        </span>
      </p>
      <Button size="row" busy={busy} onClick={saveAddress} className="mt-3">
        Save to my account
      </Button>
    </div>
  );
}
