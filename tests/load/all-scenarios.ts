/** All scenarios at once, as on a working day. */

import { optionsOf, scenarioNames } from './profiles.ts';
import { summarize } from './summary.ts';
import { setUpMarket } from './visitors.ts';

export { borrowers } from './borrowers.ts';
export { chat } from './chat.ts';
export { lenders } from './lenders.ts';
export { visitors } from './visitors.ts';
export { loans } from './whole-loan.ts';

export const options = optionsOf(scenarioNames);
export const handleSummary = summarize;
export const setup = setUpMarket;
