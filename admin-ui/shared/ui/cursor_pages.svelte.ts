/** Where one stands in a list paged by cursor, and the way back. */
export class CursorPages {
  #trail = $state<(string | null)[]>([null]);

  get after(): string | null {
    return this.#trail.at(-1) ?? null;
  }

  get isFirst(): boolean {
    return this.#trail.length === 1;
  }

  next(cursor: string): void {
    this.#trail.push(cursor);
  }

  previous(): void {
    if (!this.isFirst) this.#trail.pop();
  }

  reset(): void {
    this.#trail = [null];
  }
}
