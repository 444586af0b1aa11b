import type { Outcome } from '$shared/api/client';
import type { Championship, HeatState } from '$shared/api/types';
import { championships } from './acts';

export interface Whole {
  championship: Championship;
  /** Empty when only this could not be had: the rest of a page still stands. */
  states: HeatState[];
}

/** A championship and how full its heats are. */
export async function loadWhole(slug: string): Promise<Outcome<Whole>> {
  const [championship, heats] = await Promise.all([championships.get(slug), championships.heats(slug)]);
  if (!championship.ok) return championship;
  return {
    ...championship,
    data: { championship: championship.data, states: heats.ok ? heats.data.items : [] },
  };
}
