/** Sizes of request bodies. */

export const kilobyte = 1024;
/** Where a route declares no other limit. */
export const standardBodyLimitBytes = 100 * kilobyte;
/** Of a GraphQL request with a token. */
export const memberBodyLimitBytes = 2 * kilobyte * kilobyte;
