import { type AnyOperation, inputFields } from "@adwarden/core/contract"

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Renders an operation's example, or another input, as a curl command. */
export const curlOf = (
  operation: AnyOperation,
  restUrl: string,
  input: Readonly<Record<string, unknown>> = operation.example.input as Readonly<Record<string, unknown>>
): string => {
  const sent = [...inputFields(operation).values()].filter(({ name }) => input[name] !== undefined)
  const fieldsIn = (place: string) => sent.filter((field) => field.location === place)
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input[name] ?? "_"))
  )
  const query = new URLSearchParams(
    Object.fromEntries(fieldsIn("query").map(({ name }) => [name, String(input[name])]))
  ).toString()
  const url = `${restUrl}${path}${query === "" ? "" : `?${query}`}`
  const body = Object.fromEntries(fieldsIn("body").map(({ name }) => [name, input[name]]))
  return [
    `curl${operation.method === "GET" ? "" : ` -X ${operation.method}`} ${quoted(url)}`,
    '-H "Authorization: Bearer $KEY"',
    ...fieldsIn("header").map(({ name, wireName }) => `-H ${quoted(`${wireName}: ${input[name]}`)}`),
    ...(fieldsIn("body").length === 0
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`])
  ].join(" \\\n  ")
}
