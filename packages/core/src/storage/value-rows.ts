/**
 * SQL: rows for `values`. Each row starts with the same text, continues with parameters of its own, and may end with
 * further text. Plain rows of one organization go to its shard, where `insert … select` collects rows first.
 *
 * @example valueRows(2, { before: ["$1"], parameters: 2, first: 2 }) // ($1, $2, $3), ($1, $4, $5)
 */
export const valueRows = (
  rows: number,
  row: {
    readonly before: ReadonlyArray<string>
    readonly parameters: number
    /** The number of the first parameter. */
    readonly first: number
    readonly after?: ReadonlyArray<string>
  }
): string =>
  Array.from({ length: rows }, (_, index) => {
    const start = row.first + index * row.parameters
    const own = Array.from({ length: row.parameters }, (_, n) => `$${start + n}`)
    return `(${[...row.before, ...own, ...(row.after ?? [])].join(", ")})`
  }).join(", ")
