/**
 * A pure function that runs in its own thread, where it can neither block the process nor exhaust its memory.
 * The function is named by its module and export. Input and output are copied between threads, so both must
 * be plain data. `F` is the function's type, which TypeScript checks callers against.
 */
export interface IsolatedJob<F extends (input: never) => unknown> {
  readonly module: string
  readonly name: string
  /** Exists only for the type checker. */
  readonly type?: F
}

/**
 * Declares an isolated job.
 *
 * @example
 * const parsing = isolatedJob<typeof parsePage>(import.meta.url, "./parse-page.ts", "parsePage")
 */
export const isolatedJob = <F extends (input: never) => unknown>(
  from: string,
  path: `./${string}.ts`,
  name: string
): IsolatedJob<F> => {
  // A build changes the extension of imports, but not of paths in strings.
  const extension = /\.[a-z]+$/.exec(from)?.[0] ?? ".js"
  return { module: new URL(path.replace(/\.ts$/, extension), from).href, name }
}

/** Why a job failed. */
export type IsolatedReason =
  /** It took longer than its deadline. */
  | "deadline"
  /** It used more memory than its limit. */
  | "memory"
  /** It called itself deeper than its stack allows. */
  | "stack"
  /** It threw, or its thread ended. */
  | "defect"
  /** No thread could be started. Only this is retryable. */
  | "unavailable"
