import { operations } from "@adwarden/client/operations"

/** `target_cpa` is `--target-cpa` on a command line. */
export const kebab = (name: string): string => name.replaceAll("_", "-")

/** `campaigns.set_state` is `campaigns set-state`. */
export const commandWords = (operation: string): ReadonlyArray<string> => operation.split(".").map(kebab)

export const commandLine = (operation: string): string => `adwarden ${commandWords(operation).join(" ")}`

const harmless = /^[\w.,:/@%+=-]+$/

/** A value as a shell takes it. */
export const quoted = (value: string): string =>
  harmless.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`

/** How texts of the contract name an operation: `{campaigns.get}`, with values after its name or without. */
const mention = /\{([a-z_]+\.[a-z_]+)((?: [a-z_]+=[^\s{}=]+)*)\}/g

/** How the service's answers do over REST: by a method and a path. */
const request = /\b(GET|POST|PUT|PATCH) (\/[\w\-./{}~%]*[\w}~%])/g

const templates = operations.map(({ http, name }) => ({
  name,
  method: http.method,
  parts: http.path.split("/")
}))

/** The values that stand in a path where the template has names; null where it is another's path. */
const valuesIn = (
  parts: ReadonlyArray<string>,
  template: ReadonlyArray<string>
): ReadonlyArray<string> | null => {
  if (parts.length !== template.length) return null
  const values: Array<string> = []
  for (const [at, part] of template.entries()) {
    if (!part.startsWith("{")) {
      if (part !== parts[at]) return null
    } else if (part !== "{org}" && !parts[at]!.startsWith("{")) values.push(decodeURIComponent(parts[at]!))
  }
  return values
}

const commandFor = (method: string, path: string): string | null => {
  const parts = path.split("/")
  for (const template of templates) {
    if (template.method !== method) continue
    const values = valuesIn(parts, template.parts)
    if (values !== null) return [commandLine(template.name), ...values.map(quoted)].join(" ")
  }
  return null
}

/**
 * A text in which operations and requests are told as the commands that do the same. Where the text will be broken into
 * lines, `between` keeps the words of a command together: it is there to be copied.
 */
export const inCommands = (text: string, between = " "): string => {
  const whole = (command: string) => command.replaceAll(" ", between)
  return text
    .replaceAll(mention, (_, name: string, given: string) =>
      whole(
        [commandLine(name), ...[...given.matchAll(/=(\S+)/g)].map((match) => quoted(match[1]!))].join(" ")
      )
    )
    .replaceAll(request, (said, method: string, path: string) => {
      const command = commandFor(method, path)
      return command === null ? said : whole(command)
    })
}
