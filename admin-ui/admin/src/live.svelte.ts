import { EventStream, type StreamState } from '$shared/api/event_stream';
import { client, queries, session } from './session.svelte';

let state = $state<StreamState>('off');

/**
 * The staff's event stream. An event's type is the first word of the query keys it makes stale, so a page need
 * not know about the stream at all.
 */
const stream = new EventStream({
  client,
  path: '/staff/live',
  onState: (next) => (state = next),
  // The service ends the stream when its reader's rights change, so a gap may be about them as well.
  onGap: () => {
    void session.reload();
    void queries.invalidateQueries();
  },
  onEvent: (event) => {
    if (event.type === 'me') void session.reload();
    else void queries.invalidateQueries({ queryKey: [event.type] });
  },
});

addEventListener('online', () => stream.tryNow());

export const live = {
  get state(): StreamState {
    return state;
  },
  start: () => stream.start(),
  stop: () => stream.stop(),
};
