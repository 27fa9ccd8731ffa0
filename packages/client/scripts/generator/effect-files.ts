import type { ErrorCode } from "@adwarden/core/contract"
import { methodOf, type Variant } from "./methods.ts"
import { groups, type Model, models } from "./model.ts"
import { camel, errorClass, generatedNotice, kebab, resourceClass, withoutDocs } from "./names.ts"
import { importsFor } from "./resource-files.ts"
import { type Files, makeHomeOf, responseName } from "./types-files.ts"

/** The errors that every operation can fail with. */
const commonErrors: ReadonlyArray<ErrorCode> = models[0]!.errors.filter((code) =>
  models.every(({ errors }) => errors.includes(code))
)

const errorOf = ({ type }: Model): string => `${type}Error`

const errorType = (model: Model): string => {
  const own = model.errors.filter((code) => !commonErrors.includes(code)).map(errorClass)
  return `export type ${errorOf(model)} = ${["RequestError", ...own].join(" | ")}\n`
}

const body = (model: Model): string => {
  const { kind, method, positional, params } = model
  const first = positional.map(({ name }) => name)
  const args = params !== null || kind === "guarded" ? ["params"] : []
  const call = `this.#client.${method}(${[...first, ...args, "{ ...options, signal }"].join(", ")})`
  switch (kind) {
    case "list":
      return `return rows((signal) => ${call})`
    case "download":
      return `return items((signal) => ${call})`
    case "guarded":
      return `return guarded<${model.type}Preview, ${responseName(model)}, ${errorOf(model)}>((signal) => ${call})`
    default:
      return `return attempt((signal) => ${call})`
  }
}

const effects: Variant = {
  plain: (response, model) => `Effect.Effect<${response}, ${errorOf(model)}>`,
  preview: (previewed, executed, model) => `EffectPreview<${previewed}, ${executed}, ${errorOf(model)}>`,
  list: (row, page, model) => `RowStream<${row}, ${page}, ${errorOf(model)}>`,
  download: (item, all, formats, model) => `ItemStream<${item}, ${all}, ${formats}, ${errorOf(model)}>`,
  options: { read: "CallOptions", write: "WriteCallOptions" },
  body,
  example: (call, { kind }) =>
    kind === "list" || kind === "download"
      ? `yield* Stream.runForEach(${call}, Console.log)`
      : kind === "guarded"
        ? `const preview = yield* ${call}\nconst done = yield* preview.execute()`
        : `yield* ${call}`
}

const effectRuntimeNames = {
  values: ["attempt", "rows", "items", "guarded"],
  types: ["EffectPreview", "RowStream", "ItemStream", "CallOptions", "WriteCallOptions"]
}
const namesIn = (names: ReadonlyArray<string>, text: string) =>
  names.filter((name) => new RegExp(`\\b${name}\\b`).test(text))

const file = (group: string, groupModels: ReadonlyArray<Model>, homeOf: (name: string) => string): string => {
  const used = new Set<string>()
  const methods = groupModels.map((model) => methodOf(model, effects, used))
  const text = `export class ${resourceClass(group)} {
  readonly #client: Promised

  constructor(client: Promised) {
    this.#client = client
  }

  ${methods.join("\n")}
}
`
  const runtimeImports = [
    ...namesIn(effectRuntimeNames.values, withoutDocs(text)),
    ...namesIn(effectRuntimeNames.types, text).map((name) => `type ${name}`)
  ]
  return [
    generatedNotice,
    text.includes("Effect.Effect") ? 'import type { Effect } from "effect"\n' : "",
    `import { ${runtimeImports.join(", ")} } from "../../effect/variant.ts"\n`,
    `import type { ${resourceClass(group)} as Promised } from "../resources/${kebab(group)}.ts"\n`,
    `import type { ${groupModels.map(errorOf).join(", ")} } from "./errors.ts"\n`,
    importsFor(used, withoutDocs(text), homeOf, "../"),
    `\n${text}`
  ].join("")
}

/** The exact errors of each operation, for the error channels of the effects. */
const errorsFile = (): string => {
  const classes = [...new Set(models.flatMap(({ errors }) => errors))].filter(
    (code) => !commonErrors.includes(code)
  )
  return `${generatedNotice}import type { RequestError } from "../../effect/variant.ts"
import type { ${classes.map(errorClass).join(", ")} } from "../errors.ts"

${models.map(errorType).join("\n")}`
}

/** Groups that have hand-written methods. */
const extended: ReadonlyArray<string> = ["tasks", "queued_writes"]

const clientFile = (): string => {
  const names = [...groups.keys()]
  const from = (group: string) =>
    extended.includes(group) ? `../effect/${kebab(group)}.ts` : `./effect/${kebab(group)}.ts`
  return `${generatedNotice}import type { Adwarden } from "../adwarden.ts"
${names.map((group) => `import { ${resourceClass(group)} } from "${from(group)}"\n`).join("")}
/** Every operation as an effect, grouped by resource. */
export abstract class EffectResources {
${names.map((group) => `readonly ${camel(group)}: ${resourceClass(group)}\n`).join("")}
  constructor(client: Adwarden) {
${names.map((group) => `this.${camel(group)} = new ${resourceClass(group)}(client.${camel(group)})\n`).join("")}
  }
}
`
}

export const effectFiles = (types: Files): Files => {
  const homeOf = makeHomeOf(types)
  return new Map([
    ...[...groups].map(([group, of]) => [`effect/${kebab(group)}.ts`, file(group, of, homeOf)] as const),
    ["effect/errors.ts", errorsFile()],
    [
      "effect.ts",
      `${generatedNotice}${["errors", ...groups.keys()].map((group) => `export * from "./effect/${kebab(group)}.ts"\n`).join("")}`
    ],
    ["effect-resources.ts", clientFile()]
  ])
}

/** The errors that all operations share, for comparison with the hand-written part. */
export const sharedErrorCodes = commonErrors
