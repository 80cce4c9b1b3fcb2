/** The kinds of legal cases, in words. */

import type { LegalHoldKind } from './schema.generated.ts';

export const holdKinds: readonly { value: LegalHoldKind; label: string }[] = [
  { value: 'UDRP', label: 'UDRP complaint' },
  { value: 'URS', label: 'URS complaint' },
  { value: 'COURT', label: 'Court or authority' },
  { value: 'TDRP', label: 'Transfer dispute' },
  { value: 'REGISTRY', label: 'Registry or registrar' },
];

export const describeHoldKind = (kind: LegalHoldKind): string =>
  holdKinds.find(({ value }) => value === kind)?.label ?? kind;
