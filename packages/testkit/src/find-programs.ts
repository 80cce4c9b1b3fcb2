/** Finds the programs that load tests and benchmarks need. */

import { findProgram } from './find-program.ts';

export const k6Missing =
  'k6 is not installed: set K6_BINARY, or put it on PATH or into ../shared/tools.';

type Environment = Record<string, string | undefined>;

export const findK6 = (environment: Environment) => findProgram('k6', 'K6_BINARY', environment);
export const findNats = (environment: Environment) =>
  findProgram('nats-server', 'NATS_SERVER_BINARY', environment);
