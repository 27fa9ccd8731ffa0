/*
 * The parameters of a request, read as OAuth requires. A parameter without a value counts as missing. None
 * can be sent twice, because two readers could use different values.
 */

export interface Parameters {
  readonly get: (name: string) => string | null
  /** The names that were sent more than once, with any value. */
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
