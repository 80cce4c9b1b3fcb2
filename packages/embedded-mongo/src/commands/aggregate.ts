/** aggregate. */
import type { CommandTable } from './request.ts';

export const AGGREGATE_COMMANDS: CommandTable = {};
