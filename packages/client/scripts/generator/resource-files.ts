import { methodOf, rowName, type Variant } from "./methods.ts"
import { groups, type Model } from "./model.ts"
import { camel, generatedNotice, kebab, resourceClass, withoutDocs } from "./names.ts"
import { type Files, makeHomeOf, responseName } from "./types-files.ts"

const pathOf = ({ operation, positional }: Model): string => {
  const text = operation.path.replaceAll(
    /\{(\w+)\}/g,
    (_, field: string) =>
      `\${${field === "org" ? "this.#calls.org" : positional.find((one) => one.field === field)!.name}}`
  )
  return text.includes("$") ? `path\`${text}\`` : JSON.stringify(text)
}

const body = (model: Model): string => {
  const params = model.params === null && model.kind !== "guarded" ? "undefined" : "params"
  const quoted = JSON.stringify(model.operation.method)
  const path = pathOf(model)
  switch (model.kind) {
    case "list":
      return `return this.#calls.list(${path}, ${JSON.stringify(model.rows!.field)}, ${params}, options)`
    case "download":
      return `return this.#calls.download(${path}, ${JSON.stringify(model.rows!.field)}, ${params}, options)`
    case "guarded":
      return `return this.#calls.guarded<${model.type}Preview, ${responseName(model)}>(${quoted}, ${path}, params, options)`
    default:
      return `return this.#calls.${model.kind}(${quoted}, ${path}, ${params}, options)`
  }
}

const promises: Variant = {
  plain: (answer) => `Promise<${answer}>`,
  preview: (previewed, executed) => `Preview<${previewed}, ${executed}>`,
  list: (row, page) => `List<${row}, ${page}>`,
  download: (item, whole, formats) => `Download<${item}, ${whole}, ${formats}>`,
  options: { read: "RequestOptions", write: "WriteOptions" },
  body,
  example: (call, { kind }) =>
    kind === "list" || kind === "download"
      ? `for await (const row of ${call}) console.log(row)`
      : kind === "guarded"
        ? `const preview = await ${call}\nconst done = await preview.execute()`
        : `await ${call}`
}

/** The modules that declare the client's hand-written types. */
const runtimeTypes: Readonly<Record<string, string>> = {
  Executing: "outcomes",
  Previewing: "outcomes",
  Held: "outcomes",
  Preview: "outcomes",
  List: "list",
  Download: "download",
  RequestOptions: "options",
  WriteOptions: "options",
  Open: "open"
}

/** Renders import lines for every name that a text uses. */
export const importsFor = (
  names: Iterable<string>,
  text: string,
  homeOf: (name: string) => string,
  up: string
) => {
  const byFile = new Map<string, Set<string>>()
  for (const name of [...names, ...Object.keys(runtimeTypes)]) {
    if (!new RegExp(`\\b${name}\\b`).test(text)) continue
    const own = runtimeTypes[name]
    const file = own === undefined ? `${up}${homeOf(name)}` : `${up}../runtime/${own}.ts`
    byFile.set(file, (byFile.get(file) ?? new Set()).add(name))
  }
  return [...byFile]
    .map(([file, used]) => `import type { ${[...used].join(", ")} } from "${file}"\n`)
    .join("")
}

const resourceFile = (
  group: string,
  models: ReadonlyArray<Model>,
  homeOf: (name: string) => string
): string => {
  const used = new Set<string>()
  const methods = models.map((model) => methodOf(model, promises, used))
  for (const model of models) if (model.rows !== null) rowName(model, used)
  const text = `export class ${resourceClass(group)} {
  readonly #calls: Calls

  constructor(calls: Calls) {
    this.#calls = calls
  }

  ${methods.join("\n")}
}
`
  const imports = [
    'import type { Calls } from "../../runtime/calls.ts"\n',
    text.includes("path`") ? 'import { path } from "../../runtime/path.ts"\n' : "",
    importsFor(used, withoutDocs(text), homeOf, "../")
  ]
  return `${generatedNotice}${imports.join("")}\n${text}`
}

/** Groups that have hand-written methods. Their files are above the generated ones. */
const extended: ReadonlyArray<string> = ["tasks", "queued_writes"]

const resourcesFile = (): string => {
  const names = [...groups.keys()]
  const from = (group: string) =>
    extended.includes(group) ? `../${kebab(group)}.ts` : `./resources/${kebab(group)}.ts`
  return `${generatedNotice}import type { Calls } from "../runtime/calls.ts"
${names.map((group) => `import { ${resourceClass(group)} } from "${from(group)}"\n`).join("")}
/** Every operation, grouped by resource. */
export abstract class Resources {
${names.map((group) => `readonly ${camel(group)}: ${resourceClass(group)}\n`).join("")}
  constructor(calls: Calls) {
${names.map((group) => `this.${camel(group)} = new ${resourceClass(group)}(calls)\n`).join("")}
  }
}
`
}

export const resourceFiles = (types: Files): Files => {
  const homeOf = makeHomeOf(types)
  return new Map([
    ...[...groups].map(
      ([group, models]) => [`resources/${kebab(group)}.ts`, resourceFile(group, models, homeOf)] as const
    ),
    ["resources.ts", resourcesFile()]
  ])
}
