/** Where avatars are kept: beside the accounts, so that reading those stays light. */

import { defineModel } from '../service-context.ts';

/** `id` is the account's. */
export interface Picture {
  id: string;
  version: number;
  /** 400 × 400, jpeg or png, as a data URL. */
  dataUrl: string;
  /** SHA-256 of its bytes, base64url: its address for ever. Absent on pictures from before they had one, until the next start. */
  digest?: string;
}

export const pictures = defineModel<Picture>('pictures', {
  label: 'picture',
  fields: { version: Number, dataUrl: String, digest: String },
  indexes: [[{ digest: 1 }, { sparse: true }]],
});
