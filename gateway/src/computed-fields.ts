/** Root fields of queries that compute for milliseconds what their arguments say, as the services declare them. */

export { computedFields } from './rest/declarations.ts';
