/** A row of ours that may be one of the platform's. */
export interface LocalRow {
  readonly id: number
  readonly ref: string | null
  /** What makes it the same thing to a person, for rows whose name in the platform is not known. */
  readonly identityKey: string
  readonly removed: boolean
}

interface Matched<Remote, Local extends LocalRow> {
  readonly both: ReadonlyArray<readonly [Remote, Local]>
  readonly remoteOnly: ReadonlyArray<Remote>
  /** Ours that were in the platform and are not any more. */
  readonly removedRemotely: ReadonlyArray<Local>
}

/**
 * Which of our rows is which of the platform's: by its name there, or else by likeness. So a row whose name we
 * never learned, because an answer was lost, finds itself again.
 */
export const matchRows = <Remote, Local extends LocalRow>(
  remote: ReadonlyArray<Remote>,
  localRows: ReadonlyArray<Local>,
  refOf: (item: Remote) => string,
  identityKeyOf: (item: Remote) => string
): Matched<Remote, Local> => {
  const byRef = new Map<string, Local>()
  const byIdentityKey = new Map<string, Local>()
  // Later rows win, and rows that are still there win over removed ones.
  for (const row of [...localRows].sort((a, b) => Number(b.removed) - Number(a.removed) || a.id - b.id)) {
    if (row.ref !== null) byRef.set(row.ref, row)
    if (!row.removed) byIdentityKey.set(row.identityKey, row)
  }
  const matched = new Set<Local>()
  const both: Array<readonly [Remote, Local]> = []
  const unmatched: Array<Remote> = []
  const pair = (item: Remote, row: Local | undefined): boolean => {
    if (row === undefined || matched.has(row)) return false
    matched.add(row)
    both.push([item, row])
    return true
  }
  for (const item of remote) if (!pair(item, byRef.get(refOf(item)))) unmatched.push(item)
  const remoteOnly = unmatched.filter((item) => !pair(item, byIdentityKey.get(identityKeyOf(item))))
  const removedRemotely = localRows.filter((row) => row.ref !== null && !row.removed && !matched.has(row))
  return { both, remoteOnly, removedRemotely }
}

/** A word on an ad or a campaign; campaigns count negatively, so that no ad is taken for one. */
export const criterionIdentityKey = (owner: number | undefined, match: string, text: string): string =>
  `${owner} ${match} ${text.toLowerCase()}`
