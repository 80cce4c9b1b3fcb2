/** The programs that load runs and benches need, and what to say where one is missing. */

import { findProgram } from './find-program.ts';

export const k6Missing =
  'k6 is not on this machine: name it by K6_BINARY, put it on PATH or into ../shared/tools.';

type Environment = Record<string, string | undefined>;

export const findK6 = (environment: Environment) => findProgram('k6', 'K6_BINARY', environment);
export const findNats = (environment: Environment) =>
  findProgram('nats-server', 'NATS_SERVER_BINARY', environment);
