/** The order in which the real server sorts the conditions of a filter by kind (MatchExpression::MatchType). */
export const rankOf = {
  $and: 0,
  $or: 1,
  $elemMatch: 2,
  $elemMatchValue: 3,
  $size: 4,
  $eq: 5,
  $lte: 6,
  $lt: 7,
  $gt: 8,
  $gte: 9,
  $regex: 10,
  $mod: 11,
  $exists: 12,
  $in: 13,
  $bitsAllSet: 14,
  $bitsAllClear: 15,
  $bitsAnySet: 16,
  $bitsAnyClear: 17,
  $not: 18,
  $ne: 18,
  $nin: 18,
  $nor: 19,
  $type: 20,
  $expr: 21,
  $alwaysTrue: 22,
} as const;

export function rankOfOperator(name: string): number {
  return Object.hasOwn(rankOf, name) ? rankOf[name as keyof typeof rankOf] : rankOf.$eq;
}
