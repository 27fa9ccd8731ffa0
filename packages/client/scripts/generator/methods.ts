import { doc } from "./docs.ts"
import type { Model } from "./model.ts"
import { makeNaming } from "./named-types.ts"
import { camel, errorClass, renderClientMentions } from "./names.ts"
import { typeOf } from "./schema-type.ts"
import { casesName, responseName } from "./types-files.ts"

/** How one variant of the client (promises or Effect) writes results. */
export interface Variant {
  readonly plain: (response: string, model: Model) => string
  readonly preview: (previewed: string, executed: string, model: Model) => string
  readonly list: (row: string, page: string, model: Model) => string
  readonly download: (item: string, all: string, formats: string, model: Model) => string
  readonly options: { readonly read: string; readonly write: string }
  readonly body: (model: Model) => string
  /** An example call in this variant. */
  readonly example: (call: string, model: Model) => string
}

const isWrite = ({ kind }: Model): boolean => kind === "guarded" || kind === "write"

export const rowName = (model: Model, used: Set<string>): string =>
  typeOf(model.rows!.schema, "answer", makeNaming(used))

const positionals = (model: Model, used: Set<string>): ReadonlyArray<string> =>
  model.positional.map(({ name, required, schema }) => {
    const type = typeOf(
      { ...schema, anyOf: undefined, type: schema["type"] ?? "string" },
      "request",
      makeNaming(used)
    )
    return required ? `${name}: ${type}` : `${name} = ${JSON.stringify(schema["default"])}`
  })

const literal = (value: unknown): string =>
  JSON.stringify(value, null, 1)
    .replaceAll(/"(\w+)":/g, "$1:")
    .replaceAll(/\s*\n\s*/g, " ")

/** Renders the call of the contract's example. */
export const exampleCall = (model: Model, client: string): string => {
  const input = model.operation.example.input as Readonly<Record<string, unknown>>
  const first = model.positional
    .filter(({ field }) => input[field] !== undefined)
    .map(({ field }) => literal(input[field]))
  const inPath = ["org", ...model.positional.map(({ field }) => field)]
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name)))
  const args = [...first, ...(Object.keys(rest).length === 0 ? [] : [literal(rest)])]
  return `${client}.${camel(model.group)}.${model.method}(${args.join(", ")})`
}

const docOf = (model: Model, variant: Variant): string => {
  const { operation } = model
  const own = operation.errors.filter((code) => code !== "approval_required")
  const needs = [
    operation.scope === null ? "" : `Requires the scope \`${operation.scope}\``,
    operation.role === null
      ? ""
      : `${operation.scope === null ? "Requires" : "and"} the role ${operation.role}`
  ].filter((part) => part !== "")
  return doc(
    `${operation.summary}.`,
    renderClientMentions(operation.description),
    needs.length === 0 ? "" : `${needs.join(" ")}.`,
    own.length === 0 ? "" : `Specific errors: ${own.map((code) => `\`${errorClass(code)}\``).join(", ")}.`,
    `\`\`\`ts\n${variant.example(exampleCall(model, "client"), model)}\n\`\`\``
  )
}

/** Renders a method of a resource with its overloads. */
export const methodOf = (model: Model, variant: Variant, used: Set<string>): string => {
  const docs = docOf(model, variant)
  const { kind, method, type } = model
  const first = positionals(model, used)
  const options = `options?: ${isWrite(model) ? variant.options.write : variant.options.read}`
  const params = model.params === null ? [] : [`${type}Params`]
  const optional = model.paramsRequired ? "" : "?"
  if (params.length > 0) used.add(`${type}Params`)
  const answer = responseName(model)
  used.add(answer)
  if (model.cases !== null) return methodWithCases(model, variant, used, [...first], options)
  if (kind !== "guarded") {
    const returned = returnedBy(model, variant, answer, used)
    const args = [...first, ...params.map((name) => `params${optional}: ${name}`), options]
    return `${docs}${method}(${args.join(", ")}): ${returned} {\n${variant.body(model)}\n}\n`
  }
  const previewed = `${type}Preview`
  used.add(previewed)
  for (const name of ["Executing", "Previewing", "Held"]) used.add(name)
  const executed = variant.plain(`${answer} | Held`, model)
  const preview = variant.preview(previewed, answer, model)
  const signature = (more: string, returned: string, mark: string) =>
    `${method}(${[...first, `params${mark}: ${[...params, more].join(" & ")}`, options].join(", ")}): ${returned}\n`
  const either = "{ readonly dry_run?: boolean | undefined }"
  return [
    docs,
    signature("Previewing", variant.plain(preview, model), optional),
    doc(`Executes at once, without a preview: ${model.operation.summary.toLowerCase()}.`),
    signature("Executing", executed, ""),
    doc("Previews or executes, depending on `dry_run`. `outcome` states which."),
    signature(either, variant.plain(`${preview} | ${answer} | Held`, model), optional),
    signature(either, variant.plain("object", model), optional).trimEnd(),
    ` {\n${variant.body(model)}\n}\n`
  ].join("")
}

/** A method whose types follow from the value of one parameter. */
const methodWithCases = (
  model: Model,
  variant: Variant,
  used: Set<string>,
  first: ReadonlyArray<string>,
  options: string
): string => {
  const { byDefault, cases, field } = model.cases!
  const all = casesName(model)
  used.add(all)
  const replaced = [field, ...new Set(Object.values(cases).flatMap(({ input }) => Object.keys(input)))]
  const omitted = replaced.map((name) => JSON.stringify(name)).join(" | ")
  const given = byDefault === null ? `${field}: Case` : `${field}?: Case | undefined`
  const params = `Omit<${model.type}Params, ${omitted}> & { readonly ${given} } & ${all}[Case]["params"]`
  const answer = `Omit<${responseName(model)}, keyof ${all}[Case]["answer"]> & ${all}[Case]["answer"]`
  const parameter = `Case extends keyof ${all}${byDefault === null ? "" : ` = ${JSON.stringify(byDefault)}`}`
  const args = [...first, `params${model.paramsRequired ? "" : "?"}: ${params}`, options]
  return `${docOf(model, variant)}${model.method}<${parameter}>(${args.join(", ")}): ${variant.plain(answer, model)} {\n${variant.body(model)}\n}\n`
}

const returnedBy = (model: Model, variant: Variant, answer: string, used: Set<string>): string => {
  if (model.kind === "list") return variant.list(rowName(model, used), answer, model)
  if (model.kind === "download") {
    const formats = Object.keys(model.operation.media!.forms).map((form) => JSON.stringify(form))
    return variant.download(rowName(model, used), answer, formats.join(" | "), model)
  }
  if (model.kind === "write" && model.operation.held) {
    used.add("Held")
    return variant.plain(`${answer} | Held`, model)
  }
  return variant.plain(answer, model)
}
