/*
 * The parameters of a request, as OAuth wants them read: one that is sent without a value counts as left out, and
 * none may be sent twice, because two readers would believe two different ones.
 */

export interface Parameters {
  readonly get: (name: string) => string | null
  /** The names that were sent more than once, whatever with. */
  readonly repeated: ReadonlyArray<string>
}

export const parametersOf = (pairs: Iterable<readonly [string, string]>): Parameters => {
  const values = new Map<string, string>()
  const repeated = new Set<string>()
  for (const [name, value] of pairs) {
    if (values.has(name)) repeated.add(name)
    else values.set(name, value)
  }
  return {
    get: (name) => (repeated.has(name) ? null : values.get(name) || null),
    repeated: [...repeated]
  }
}
