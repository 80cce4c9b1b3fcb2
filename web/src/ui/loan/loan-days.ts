/** Days of a loan’s schedule, from "Schedule" in docs/product-rules.md. */

/** For the lender, once both have signed and the domain is in custody. */
export const fundingDays = 5;

/** After a due date, before the lender can take the domain. */
export const graceDays = 7;
