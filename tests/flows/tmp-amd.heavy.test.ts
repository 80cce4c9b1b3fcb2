import { describeFlows } from './environment/describe-flows.ts';
import { startOneProcess } from './environment/one-process.ts';
import { amendments } from './journeys/amendments.ts';

describeFlows('one process, amendments', { start: startOneProcess, sequential: [amendments] });
