/*
 * The process state that a test file can change. Test files of one worker share it, so each must restore it.
 */

export interface ProcessState {
  /** By a name that occurs in the code, such as `process.env.PORT`; values are compared by identity. */
  readonly values: ReadonlyMap<string, unknown>
  /** The number of each; more than before were left behind. */
  readonly counts: ReadonlyMap<string, number>
}

const methodsOf = (name: string, object: object): ReadonlyArray<readonly [string, unknown]> =>
  Object.entries(Object.getOwnPropertyDescriptors(object)).flatMap(([key, { value }]) =>
    typeof value === "function" ? [[`${name}.${key}`, value] as const] : []
  )

/** Globals that a package replaces on its first use: @hono/node-server has faster ones. */
const replacedByPackages = new Set(["Request", "Response"])

/**
 * Node replaces some globals on their first use, which is not a test's change: only plain values are
 * compared.
 */
const globals = (): ReadonlyArray<readonly [string, unknown]> =>
  Object.entries(Object.getOwnPropertyDescriptors(globalThis)).flatMap(([name, { value }]) =>
    name.startsWith("__vitest") || replacedByPackages.has(name) || value === undefined
      ? []
      : [[`globalThis.${name}`, value] as const]
  )

/**
 * Servers, child processes and watched files, which keep a process alive. Sockets and timers can end a little
 * later.
 */
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
 * The baseline of a file. Packages add globals and listeners on their first import, which is not a test's
 * change. The file must restore everything else that changed while it was loaded.
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

/** The differences after a test file, each with its kind of change. */
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
