import { dateAt } from '../i18n/format';

/**
 * The clock of a championship, which in a rehearsal is not that of the wall. Started from the `now` that the service
 * gave, it goes on by the time that has passed here; the device's own idea of the hour plays no part.
 */
export class ChampionshipClock {
  #given: number;
  #since: number;
  readonly #elapsed: () => number;
  #present = $state(0);

  constructor(now: string, elapsed: () => number = () => performance.now()) {
    this.#elapsed = elapsed;
    this.#given = Date.parse(now);
    this.#since = elapsed();
    this.#present = this.#given;
  }

  get now(): Date {
    return dateAt(this.#present);
  }

  set(now: string): void {
    this.#given = Date.parse(now);
    this.#since = this.#elapsed();
    this.tick();
  }

  tick(): void {
    this.#present = this.#given + this.#elapsed() - this.#since;
  }

  secondsUntil(instant: string): number {
    return (Date.parse(instant) - this.#present) / 1000;
  }

  /** Ticks every second until the returned function is called. */
  run(): () => void {
    const timer = setInterval(() => this.tick(), 1000);
    return () => clearInterval(timer);
  }
}
