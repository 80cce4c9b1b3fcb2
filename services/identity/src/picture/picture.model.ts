/** Collection of avatars, separate from the accounts to keep those small. */

import { defineModel } from '../service-context.ts';

/** `id` is the account id. */
export interface Picture {
  id: string;
  version: number;
  /** 400 × 400, jpeg or png, as a data URL. */
  dataUrl: string;
  /** SHA-256 of the bytes, base64url; its permanent address. Absent on older pictures until the next start. */
  digest?: string;
}

export const pictures = defineModel<Picture>('pictures', {
  label: 'picture',
  fields: { version: Number, dataUrl: String, digest: String },
  indexes: [[{ digest: 1 }, { sparse: true }]],
});
