/** The signature of an agreement or an amendment to it. */

import { useAction } from '../../graph/use-action.ts';
import { showBanner } from '../../ui/feedback/banner.ts';
import { SignatureForm } from '../../ui/form/signature-form.tsx';
import type { SigningPageFragment } from './contract-page.generated.ts';
import { getParties } from './contract-parties.ts';
import { SignContractDocument } from './sign-form.generated.ts';

export interface SignFormProps {
  contract: SigningPageFragment;
  token: string;
}

export function SignForm({ contract, token }: SignFormProps) {
  const { addressNeeded, consentText, sha256 } = contract;
  const { own } = getParties(contract);
  const [sign] = useAction(SignContractDocument);
  return (
    <SignatureForm
      addressNeeded={addressNeeded}
      consentText={consentText}
      nameHint={`As in the agreement: ${own.name}`}
      onSign={async (values) => {
        const { signContract } = await sign({ token, sha256, ...values });
        showBanner('green', signContract?.next ?? 'You have signed');
      }}
    />
  );
}
