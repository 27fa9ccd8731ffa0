/** A local row that may match one of the platform's. */
export interface LocalRow {
  readonly id: number
  readonly ref: string | null
  /** The identity for a person, for rows whose resource name is unknown. */
  readonly identityKey: string
  readonly removed: boolean
}

interface Matched<Remote, Local extends LocalRow> {
  readonly both: ReadonlyArray<readonly [Remote, Local]>
  readonly remoteOnly: ReadonlyArray<Remote>
  /** Local rows that were in the platform and no longer are. */
  readonly removedRemotely: ReadonlyArray<Local>
}

/**
 * Matches local rows with the platform's: by resource name, else by identity. So a row whose name was lost
 * with a response is found again.
 */
export const matchRows = <Remote, Local extends LocalRow>(
  remote: ReadonlyArray<Remote>,
  localRows: ReadonlyArray<Local>,
  refOf: (item: Remote) => string,
  identityKeyOf: (item: Remote) => string
): Matched<Remote, Local> => {
  const byRef = new Map<string, Local>()
  const byIdentityKey = new Map<string, Local>()
  // Later rows win, and present rows win over removed ones.
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

/** The identity of a keyword of an ad or a campaign. Campaign ids are negated, so no ad has the same. */
export const criterionIdentityKey = (owner: number | undefined, match: string, text: string): string =>
  `${owner} ${match} ${text.toLowerCase()}`
