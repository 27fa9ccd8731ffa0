/** The environment variables of the runtimes that have them. */
interface Runtime {
  readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> }
}

/** Returns an environment variable without surrounding spaces; undefined in a runtime without environment. */
export const environmentVariable = (name: string): string | undefined =>
  (globalThis as Runtime).process?.env?.[name]?.trim() || undefined
