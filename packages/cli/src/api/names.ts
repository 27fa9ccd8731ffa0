/** `target_cpa` is `--target-cpa` on a command line. */
export const kebab = (name: string): string => name.replaceAll("_", "-")

/** `campaigns.set_state` is `campaigns set-state`. */
export const commandWords = (operation: string): ReadonlyArray<string> => operation.split(".").map(kebab)

export const commandLine = (operation: string): string => `adwarden ${commandWords(operation).join(" ")}`

const harmless = /^[\w.,:/@%+=-]+$/

/** A value as a shell takes it. */
export const quoted = (value: string): string =>
  harmless.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`
