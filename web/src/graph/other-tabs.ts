/** Makes other tabs refetch the queries that this tab refetches. Live updates do not cover rows that left a list. */

const channelName = 'nameloan-read-again';

/** `names`: the queries to refetch. */
export function notifyOtherTabs(names: readonly string[]): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(names);
  channel.close();
}

/** Returns a function that unsubscribes. */
export function subscribeToOtherTabs(read: (names: string[]) => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = ({ data }) => read(data);
  return () => channel.close();
}
