/*
 * What a test file can change in its process. Test files of one worker share it, so each leaves it as it found it.
 */

export interface ProcessState {
  /** By a name that a reader finds in the code, such as `process.env.PORT`; the value is compared by identity. */
  readonly values: ReadonlyMap<string, unknown>
  /** How many there are of each; more than before were left behind. */
  readonly counts: ReadonlyMap<string, number>
}

const methodsOf = (name: string, object: object): ReadonlyArray<readonly [string, unknown]> =>
  Object.entries(Object.getOwnPropertyDescriptors(object)).flatMap(([key, { value }]) =>
    typeof value === "function" ? [[`${name}.${key}`, value] as const] : []
  )

/** Globals that a package replaces for good on its first use: @hono/node-server has faster ones. */
const replacedByPackages = new Set(["Request", "Response"])

/** Node replaces some globals on their first use, which is no change of a test's: only plain values are compared. */
const globals = (): ReadonlyArray<readonly [string, unknown]> =>
  Object.entries(Object.getOwnPropertyDescriptors(globalThis)).flatMap(([name, { value }]) =>
    name.startsWith("__vitest") || replacedByPackages.has(name) || value === undefined
      ? []
      : [[`globalThis.${name}`, value] as const]
  )

/** Servers, child processes and watched files that keep a process alive. Sockets and timers may end a little later. */
const resources = new Set(["TCPServerWrap", "PipeServerWrap", "ProcessWrap", "FSEventWrap"])

const counted = (names: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** The state of this process now. */
export const processState = (): ProcessState => ({
  values: new Map([
    ...Object.entries(process.env).map(([name, value]) => [`process.env.${name}`, value] as const),
    ["process.cwd()", process.cwd()],
    ["process.stdout.write", process.stdout.write],
    ["process.stderr.write", process.stderr.write],
    ...methodsOf("process", process),
    ...methodsOf("console", console),
    ...methodsOf("Math", Math),
    ...methodsOf("Date", Date),
    ...globals()
  ]),
  counts: counted([
    ...process.getActiveResourcesInfo().filter((name) => resources.has(name)),
    ...process
      .eventNames()
      .flatMap((event) => process.listeners(event as "exit").map(() => `listener of ${String(event)}`))
  ])
})

/**
 * What a file is compared with. Packages add globals and listeners of their own when they are first imported, which is no
 * test's doing. Whatever else changed while the file was loaded, it has to restore.
 */
export const withImports = (before: ProcessState, loaded: ProcessState): ProcessState => ({
  values: new Map([
    ...[...loaded.values].filter(([name]) => name.startsWith("globalThis.")),
    ...before.values
  ]),
  counts: new Map([
    ...before.counts,
    ...[...loaded.counts].filter(([name]) => name.startsWith("listener of "))
  ])
})

/** What differs after a test file from what was before it, each with what happened to it. */
export const leftBehind = (before: ProcessState, after: ProcessState): ReadonlyArray<string> => {
  const names = new Set([...before.values.keys(), ...after.values.keys()])
  const changed = [...names].flatMap((name) => {
    if (!after.values.has(name)) return [`${name} is gone`]
    if (!before.values.has(name)) return [`${name} is new`]
    return Object.is(before.values.get(name), after.values.get(name)) ? [] : [`${name} was replaced`]
  })
  const more = [...after.counts].flatMap(([name, count]) => {
    const added = count - (before.counts.get(name) ?? 0)
    return added > 0 ? [`${added} × ${name} left open`] : []
  })
  return [...changed, ...more]
}
