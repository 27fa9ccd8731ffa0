/*
 * Process state that a test file can change. Test files of one worker share the process, so each must restore
 * it.
 */

export interface ProcessState {
  /** Values by the name that code uses, such as `process.env.PORT`. They are compared by identity. */
  readonly values: ReadonlyMap<string, unknown>
  /** Counts by name. A count above the baseline means that a test left something behind. */
  readonly counts: ReadonlyMap<string, number>
}

const methodsOf = (name: string, object: object): ReadonlyArray<readonly [string, unknown]> =>
  Object.entries(Object.getOwnPropertyDescriptors(object)).flatMap(([key, { value }]) =>
    typeof value === "function" ? [[`${name}.${key}`, value] as const] : []
  )

/** Globals that a package replaces on first use: @hono/node-server has faster ones. */
const replacedByPackages = new Set(["Request", "Response"])

/**
 * Methods that graceful-fs, a part of Playwright, wraps when it is loaded. The working directory itself is
 * compared as `process.cwd()`.
 */
const wrappedByPackages = new Set(["process.cwd", "process.chdir"])

/** Compares only plain values, because Node replaces some globals on first use. */
const globals = (): ReadonlyArray<readonly [string, unknown]> =>
  Object.entries(Object.getOwnPropertyDescriptors(globalThis)).flatMap(([name, { value }]) =>
    name.startsWith("__vitest") || replacedByPackages.has(name) || value === undefined
      ? []
      : [[`globalThis.${name}`, value] as const]
  )

/**
 * Servers, child processes and file watchers, which keep a process alive. Sockets and timers may close
 * slightly later.
 */
const resources = new Set(["TCPServerWrap", "PipeServerWrap", "ProcessWrap", "FSEventWrap"])

const counted = (names: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** Returns the current state of this process. */
export const processState = (): ProcessState => ({
  values: new Map([
    ...Object.entries(process.env).map(([name, value]) => [`process.env.${name}`, value] as const),
    ["process.cwd()", process.cwd()],
    ["process.stdout.write", process.stdout.write],
    ["process.stderr.write", process.stderr.write],
    ...methodsOf("process", process).filter(([name]) => !wrappedByPackages.has(name)),
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
 * Returns the baseline of a file. Packages add globals and listeners on import, which the file need not undo.
 * It must restore everything else that changed while it was loaded.
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

/** Returns the differences after a test file, each with its kind of change. */
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
