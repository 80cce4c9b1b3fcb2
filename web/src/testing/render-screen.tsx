/** Puts a screen on stage: at an address, with a server that answers each operation as a test says. */

import { ApolloClient, ApolloLink, InMemoryCache, Observable } from '@apollo/client';
import { ApolloProvider } from '@apollo/client/react';
import { act, configure, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import type { Location, NavigateFunction } from 'react-router-dom';
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { Banners } from '../ui/feedback/banners.tsx';

/** No measure of speed: a machine that does other things too is no fault of a screen. */
configure({ asyncUtilTimeout: 20_000 });

/** What the server answers; a function sees the variables. Nothing: it never answers. */
export type Reply = ApolloLink.Result | Error | undefined;
// biome-ignore lint/suspicious/noExplicitAny: a test knows what its screen sends
export type Replies = Record<string, Reply | ((variables: any) => Reply)>;

export const replyWith = (data: Record<string, unknown>): Reply => ({ data });

/** One refusal, as the gateway writes it. */
export function replyWithError(code: string, message: string, more: object = {}): Reply {
  return { errors: [{ message, extensions: { code, ...more } }] } as unknown as Reply;
}

export interface RenderedScreen {
  /** Operations that were sent, in order. */
  sent: { name: string; variables: Record<string, unknown> }[];
  /** Variables of each call of an operation. */
  calls(name: string): Record<string, unknown>[];
  /** Sends something to whoever watches, as soon as somebody does. */
  push(subscription: string, data: Record<string, unknown>): void;
  /** Where the reader is now. */
  at(): string;
  go(to: string | number): Promise<void>;
}

type Watchers = Map<string, (data: Record<string, unknown>) => void>;

interface Server {
  replies: Replies;
  sent: RenderedScreen['sent'];
  watchers: Watchers;
  /** Sent before somebody watched. */
  early: Map<string, Record<string, unknown>[]>;
}

function serve({ replies, sent, watchers, early }: Server): ApolloClient {
  const link = new ApolloLink(({ operationName = '', operationType, variables }) => {
    sent.push({ name: operationName, variables });
    return new Observable((observer) => {
      if (operationType === 'subscription') {
        watchers.set(operationName, (data) => observer.next({ data }));
        for (const data of early.get(operationName) ?? []) observer.next({ data });
        early.delete(operationName);
        return () => watchers.delete(operationName);
      }
      const given = replies[operationName];
      const answer = typeof given === 'function' ? given(variables) : given;
      queueMicrotask(() => {
        if (answer === undefined) return;
        if (answer instanceof Error) return observer.error(answer);
        observer.next(answer);
        observer.complete();
      });
      return undefined;
    });
  });
  return new ApolloClient({ link, cache: new InMemoryCache() });
}

export interface RenderScreenOptions {
  /** Screens by their paths; what is at no other path shows where the reader went. */
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

function RouterProbe({ seen }: { seen: RouterHandle }) {
  seen.location = useLocation();
  seen.navigate = useNavigate();
  return null;
}

export function renderScreen({ screens, at, answers = {} }: RenderScreenOptions): RenderedScreen {
  const sent: RenderedScreen['sent'] = [];
  const watchers: Watchers = new Map();
  const early: Server['early'] = new Map();
  const seen: RouterHandle = {};
  render(
    <MemoryRouter initialEntries={[at]}>
      <RouterProbe seen={seen} />
      <Banners />
      <ApolloProvider client={serve({ replies, sent, watchers, early })}>
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
    at: () => `${seen.location?.pathname}${seen.location?.search}`,
    go: (to) => act(async () => seen.navigate?.(to as number)),
  };
}
