/** What a missed payment of a plan allows the lender: docs/product-rules.md, “Payment plans and part payments”. */

/** Of one payment there is no acceleration: after grace the lender can take the domain. */
export function describeMissedPayment(
  domain: string,
  { reader, isPlanned }: { reader: 'borrower' | 'lender'; isPlanned: boolean },
): string {
  const lends = reader === 'lender';
  const lender = lends ? 'you' : 'the lender';
  if (!isPlanned)
    return `${lends ? 'If you aren’t repaid' : 'If you don’t repay'} by the end of grace, ${lender} can take ${domain}.`;
  const missed = lends ? 'If a payment isn’t made' : 'If you don’t make a payment';
  return `${missed} by the end of grace, ${lender} can accelerate the loan, and take ${domain} if it then isn’t repaid in full. After a second miss in 12 months, or a missed last payment, ${lender} can take it without that.`;
}
