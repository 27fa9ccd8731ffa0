/**
 * A field of an output that is already JSON. A list can write its rows from the texts that Postgres sends: parsing them
 * into objects and writing those again took about a tenth of a read's CPU time.
 */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  toJSON(): unknown {
    return JSON.parse(this.text)
  }
}

/** An output in which any field can already be JSON. */
export type WithJsonText<Output> = { readonly [Field in keyof Output]: Output[Field] | JsonText }

const hasJsonText = (output: unknown): output is object =>
  typeof output === "object" &&
  output !== null &&
  Object.values(output).some((field) => field instanceof JsonText)

/** Returns an output as values, without fields that are JSON. */
export const parseJsonText = (output: unknown): unknown =>
  hasJsonText(output)
    ? Object.fromEntries(
        Object.entries(output).map(([name, value]) => [
          name,
          value instanceof JsonText ? value.toJSON() : value
        ])
      )
    : output

/** Writes an output as JSON. Fields that are JSON already stay as they are. */
export const writeJson = (output: unknown): string => {
  if (!hasJsonText(output)) return JSON.stringify(output)
  const fields = Object.entries(output).flatMap(([name, value]) => {
    const text = value instanceof JsonText ? value.text : JSON.stringify(value)
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`]
  })
  return `{${fields.join(",")}}`
}
