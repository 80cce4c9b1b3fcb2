/** Formats the finished loans of a user: "5 loans finished, 4 on time, 1 defaulted". */

export interface TrackRecord {
  finished: number;
  onTime: number;
  defaulted: number;
  disputed: number;
}

export function describeTrackRecord({
  finished,
  onTime,
  defaulted,
  disputed,
}: TrackRecord): string {
  if (finished === 0) return 'No finished loans yet';
  const counts = [
    `${finished} ${finished === 1 ? 'loan' : 'loans'} finished`,
    `${onTime} on time`,
    defaulted > 0 && `${defaulted} defaulted`,
    disputed > 0 && `${disputed} disputed`,
  ];
  return counts.filter(Boolean).join(', ');
}
