export interface Column<Row> {
  key: string;
  label: string;
  /** What the column is sorted by; without it the column cannot be sorted. */
  sortBy?: (row: Row) => string | number | null;
  align?: 'start' | 'end';
  /** Gets room before the others, for the column one reads by. */
  wide?: boolean;
  /** Keeps the label for screen readers only, e.g. over a column of buttons. */
  hideLabel?: boolean;
}

export interface Sort {
  key: string;
  descending: boolean;
}
