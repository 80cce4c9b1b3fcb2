/** The list of all journeys. */

import { repaidLoan } from './journeys/repaid-loan.ts';
import type { TheWorld } from './world/describe-flows.ts';

type Journey = (world: TheWorld) => void;

export const journeys: Journey[] = [repaidLoan];

/** They move the world's clock. */
export const journeysInTime: Journey[] = [];
