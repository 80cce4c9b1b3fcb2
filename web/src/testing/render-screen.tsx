/** Renders a screen at an address, with a fake server that replies to each operation as the test defines. */

import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, configure, render } from '@testing-library/react';
import type { DocumentNode } from 'graphql';
import type { ReactElement } from 'react';
import type { Location, NavigateFunction } from 'react-router-dom';
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { Banners } from '../ui/feedback/banners.tsx';
import { completeReply } from './complete-reply.ts';
import { addSampleError } from './sample-errors.ts';

/** Generous, so that tests pass on a busy machine. */
configure({ asyncUtilTimeout: 20_000 });

/** A reply of the server. `undefined`: it never replies. */
export type Reply = ApolloLink.Result | Error | undefined;
// biome-ignore lint/suspicious/noExplicitAny: each test knows the variables of its operations
export type Replies = Record<string, Reply | ((variables: any) => Reply)>;

export const replyWith = (data: Record<string, unknown>): Reply => ({ data });

function completeSample(
  query: DocumentNode,
  data: Record<string, unknown>,
): Record<string, unknown> {
  try {
    return completeReply(query, data);
  } catch (error) {
    addSampleError(error);
    throw error;
  }
}

/** An error in the gateway's format. */
export function replyWithError(code: string, message: string, more: object = {}): Reply {
  return { errors: [{ message, extensions: { code, ...more } }] } as unknown as Reply;
}

export interface RenderedScreen {
  /** All sent operations, in order. */
  sent: { name: string; variables: Record<string, unknown> }[];
  /** The variables of each call of an operation. */
  calls(name: string): Record<string, unknown>[];
  /** Pushes data to a subscription, now or as soon as it exists. */
  push(subscription: string, data: Record<string, unknown>): void;
  /** The current path and query. */
  at(): string;
  go(to: string | number): Promise<void>;
}

type Watchers = Map<string, (data: Record<string, unknown>) => void>;

interface Server {
  replies: Replies;
  sent: RenderedScreen['sent'];
  watchers: Watchers;
  /** Pushed before the subscription existed. */
  early: Map<string, Record<string, unknown>[]>;
}

function serve({ replies, sent, watchers, early }: Server): ApolloClient {
  const link = new ApolloLink(({ operationName = '', operationType, variables, query }) => {
    sent.push({ name: operationName, variables });
    return new Observable((observer) => {
      if (operationType === 'subscription') {
        const push = (data: Record<string, unknown>) =>
          observer.next({ data: completeSample(query, data) });
        watchers.set(operationName, push);
        for (const data of early.get(operationName) ?? []) push(data);
        early.delete(operationName);
        return () => watchers.delete(operationName);
      }
      const given = replies[operationName];
      const reply = typeof given === 'function' ? given(variables) : given;
      queueMicrotask(() => {
        if (reply === undefined) return;
        if (reply instanceof Error) return observer.error(reply);
        const { data } = reply;
        try {
          observer.next(data ? { ...reply, data: completeSample(query, data) } : reply);
          observer.complete();
        } catch (error) {
          observer.error(error);
        }
      });
      return undefined;
    });
  });
  return new ApolloClient({ link, cache: new InMemoryCache() });
}

export interface RenderScreenOptions {
  /** Screens by path. Any other path renders "Now at …". */
  screens: Record<string, ReactElement>;
  at: string;
  answers?: Replies;
}

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>{`Now at ${pathname}${search}`}</p>;
}

interface RouterHandle {
  location?: Location;
  navigate?: NavigateFunction;
}

function RouterProbe({ handle }: { handle: RouterHandle }) {
  handle.location = useLocation();
  handle.navigate = useNavigate();
  return null;
}

export function renderScreen({ screens, at, answers = {} }: RenderScreenOptions): RenderedScreen {
  const sent: RenderedScreen['sent'] = [];
  const watchers: Watchers = new Map();
  const early: Server['early'] = new Map();
  const router: RouterHandle = {};
  render(
    <MemoryRouter initialEntries={[at]}>
      <RouterProbe handle={router} />
      <Banners />
      <ApolloProvider client={serve({ replies: answers, sent, watchers, early })}>
        <Routes>
          {Object.entries(screens).map(([path, element]) => (
            <Route key={path} path={path} element={element} />
          ))}
          <Route path="*" element={<Elsewhere />} />
        </Routes>
      </ApolloProvider>
    </MemoryRouter>,
  );
  return {
    sent,
    calls: (name) => sent.filter((one) => one.name === name).map(({ variables }) => variables),
    push: (subscription, data) => {
      const watcher = watchers.get(subscription);
      if (watcher) watcher(data);
      else early.set(subscription, [...(early.get(subscription) ?? []), data]);
    },
    at: () => `${router.location?.pathname}${router.location?.search}`,
    go: (to) => act(async () => router.navigate?.(to as number)),
  };
}
