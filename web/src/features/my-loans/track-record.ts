/** A person's finished loans in words: "5 loans finished, 4 on time, 1 defaulted". */

export interface Record {
  finished: number;
  onTime: number;
  defaulted: number;
  disputed: number;
}

export function recordInWords({ finished, onTime, defaulted, disputed }: Record): string {
  if (finished === 0) return 'No finished loans yet';
  const parts = [
    `${finished} ${finished === 1 ? 'loan' : 'loans'} finished`,
    `${onTime} on time`,
    defaulted > 0 && `${defaulted} defaulted`,
    disputed > 0 && `${disputed} disputed`,
  ];
  return parts.filter(Boolean).join(', ');
}
