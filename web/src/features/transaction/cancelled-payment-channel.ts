/** A payment that was cancelled on the provider's page: its window tells the one that it was begun in. */

import { useEffect, useState } from 'react';

const channelName = 'nameloan-payment';

export function broadcastCancelledPayment(id: string): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage({ cancelled: id });
  channel.close();
}

/** The deposit that another window said was cancelled last. */
export function useCancelledPayment(): string | undefined {
  const [cancelled, setCancelled] = useState<string>();
  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }) => {
      if (typeof data?.cancelled === 'string') setCancelled(data.cancelled);
    };
    return () => channel.close();
  }, []);
  return cancelled;
}
