/** Questions between services: checked on both sides, with a deadline; no answer is UNAVAILABLE. */

import type { ErrorDetails } from '@nameloan/contracts/errors.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import type { Answer, Asked, Question } from '@nameloan/contracts/requests.ts';
import { questions } from '@nameloan/contracts/requests.ts';
import type { Bus, Stop } from './bus/bus.ts';
import { BusUnavailable } from './bus/bus.ts';
import type { Log } from './log.ts';
import { asUnavailable } from './store/database-away.ts';
import { noteFailure, traced } from './trace.ts';

const deadlineMs = 4000;

/** Question → use case that answers it; a DomainError travels back to whoever asked. */
export type Answers = { [Q in Question]?: (asked: Answer2<Q>) => Promise<Answer<Q>> };
type Answer2<Q extends Question> = (typeof questions)[Q]['asks']['_zod']['output'];

type Reply =
  | { ok: true; data: unknown }
  | ({ ok: false; code: string; message: string } & ErrorDetails);

/** Throws the DomainError the other side threw, or UNAVAILABLE when nobody answers in time. */
export function ask<Q extends Question>(
  bus: Bus,
  question: Q,
  asked: Asked<Q>,
): Promise<Answer<Q>> {
  return traced(`ask ${question}`, { kind: 'client' }, () => askNow(bus, question, asked));
}

async function askNow<Q extends Question>(
  bus: Bus,
  question: Q,
  asked: Asked<Q>,
): Promise<Answer<Q>> {
  let reply: Reply;
  try {
    reply = (await bus.ask(question, asked, deadlineMs)) as Reply;
  } catch (error) {
    if (!(error instanceof BusUnavailable)) throw error;
    throw new DomainError('UNAVAILABLE', 'A part of Nameloan is down. Please try again shortly.', {
      retryAfterSeconds: 2,
    });
  }
  if (reply.ok) return questions[question].answers.parse(reply.data) as Answer<Q>;
  throw DomainError.read(reply);
}

/** `part` names who answers in traces. */
export async function answerAll(
  bus: Bus,
  answers: Answers,
  { log, part }: { log: Log; part: string },
): Promise<Stop> {
  const stops: Stop[] = [];
  for (const question of Object.keys(answers) as Question[]) {
    const handler = answers[question] as (asked: unknown) => Promise<unknown>;
    const answer = (payload: unknown, parent: string | undefined) =>
      traced(`answer ${question}`, { kind: 'server', part, parent: parent ?? null }, () =>
        reply({ question, handler, log }, payload),
      );
    stops.push(await bus.answer(question, answer));
  }
  return async () => {
    // All at once: while one is still at work no other takes a new question.
    await Promise.all(stops.map((stop) => stop()));
  };
}

async function reply(
  {
    question,
    handler,
    log,
  }: { question: Question; handler: (asked: unknown) => Promise<unknown>; log: Log },
  payload: unknown,
): Promise<Reply> {
  try {
    const asked = questions[question].asks.parse(payload);
    return { ok: true, data: await handler(asked) };
  } catch (thrown) {
    const error = asUnavailable(thrown);
    noteFailure(error);
    if (error instanceof DomainError) {
      return { ok: false, code: error.code, message: error.message, ...error.details };
    }
    log.error({ err: error, question }, 'a question failed');
    return { ok: false, code: 'INTERNAL', message: 'Something went wrong on our side.' };
  }
}
