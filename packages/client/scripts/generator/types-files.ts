import type { JsonSchema } from "@adwarden/core/contract"
import { doc } from "./docs.ts"
import { groups, type Model } from "./model.ts"
import { declarationOf, isNamed, makeNaming } from "./named-types.ts"
import { camel, generatedNotice, kebab } from "./names.ts"
import { membersOf, type Naming } from "./schema-type.ts"

export type Files = ReadonlyMap<string, string>

const outcome = (word: string): string =>
  `/** Distinguishes the outcomes of a call. */\nreadonly outcome: "${word}"\n`

const interfaceOf = (docs: string, name: string, members: string): string =>
  `${doc(docs)}export interface ${name} {\n${members}\n}\n`

/** The type name of an operation's output, if the contract has none. */
export const responseName = (model: Model): string => {
  const known = makeNaming(new Set()).nameOf(model.answer)
  if (model.kind === "write" || model.kind === "guarded") return `${model.type}Executed`
  if (known !== undefined) return known
  return `${model.type}${model.kind === "list" ? "Page" : "Answer"}`
}

export const callName = ({ group, method }: Model): string => `\`client.${camel(group)}.${method}\``

export const casesName = ({ type }: Model): string => `${type}Cases`

/** Renders what each value of the deciding parameter makes certain. */
const casesType = (model: Model, naming: Naming): string => {
  const { cases, field } = model.cases!
  const objectOf = (properties: Readonly<Record<string, JsonSchema>>, required: ReadonlyArray<string>) =>
    Object.keys(properties).length === 0
      ? "object"
      : `{\n${membersOf({ type: "object", properties, required }, required.length === 0 ? "request" : "answer", naming)}\n}`
  const members = Object.entries(cases).map(
    ([value, { input, output }]) =>
      `readonly ${value}: { readonly params: ${objectOf(input, [])}, readonly answer: ${objectOf(output, Object.keys(output))} }`
  )
  return interfaceOf(
    `What each value of \`${field}\` makes certain about ${callName(model)}.`,
    casesName(model),
    members.join("\n")
  )
}

const typesOf = (model: Model, used: Set<string>): ReadonlyArray<string> => {
  const naming = makeNaming(used)
  const call = callName(model)
  const name = responseName(model)
  const types: Array<string> = []
  if (model.params !== null) {
    types.push(
      interfaceOf(`Parameters of ${call}.`, `${model.type}Params`, membersOf(model.params, "request", naming))
    )
  }
  if (model.preview !== null) {
    const members = outcome("previewed") + membersOf(model.preview, "answer", naming)
    types.push(interfaceOf(`Preview of ${call}.`, `${model.type}Preview`, members))
  }
  if (model.cases !== null) types.push(casesType(model, naming))
  if (isNamed(name)) naming.use(name)
  else {
    const own = model.kind === "guarded" || model.kind === "write" ? outcome("executed") : ""
    const docs =
      model.kind === "list"
        ? `A page of ${call}.`
        : own === ""
          ? `Response of ${call}.`
          : `Result of ${call}.`
    types.push(interfaceOf(docs, name, own + membersOf(model.answer, "answer", naming)))
  }
  return types
}

/** Returns the given names and all names that their types use. */
const closureOf = (names: Iterable<string>): Set<string> => {
  const all = new Set<string>()
  const add = (name: string) => {
    if (all.has(name)) return
    all.add(name)
    if (!isNamed(name)) return
    const inside = new Set<string>()
    declarationOf(name, inside)
    for (const inner of inside) add(inner)
  }
  for (const name of names) add(name)
  return all
}

const openFrom = (path: string): string => `import type { Open } from "${path}"\n`

/** Renders the types of requests and responses: a file for each group, and one for shared types. */
export const typesFiles = (): Files => {
  const written = [...groups].map(([group, models]) => {
    const used = new Set<string>()
    const types = models.flatMap((model) => typesOf(model, used))
    return { group, types, needs: closureOf(used) }
  })
  const uses = (name: string) => written.filter(({ needs }) => needs.has(name)).length
  const file = (types: ReadonlyArray<string>, homes: ReadonlyArray<string>, needs: ReadonlySet<string>) => {
    const elsewhere = [...needs].filter((name) => isNamed(name) && !homes.includes(name))
    const imports =
      elsewhere.length === 0 ? "" : `import type { ${elsewhere.join(", ")} } from "./shared.ts"\n`
    const text = [...homes.map((name) => declarationOf(name, new Set())), ...types].join("\n")
    return `${generatedNotice}${text.includes("Open<") ? openFrom("../../runtime/open.ts") : ""}${imports}\n${text}`
  }
  const shared = [...new Set(written.flatMap(({ needs }) => [...needs]))].filter(
    (name) => isNamed(name) && uses(name) > 1
  )
  return new Map([
    ["types/shared.ts", file([], shared, new Set())],
    ...written.map(({ group, needs, types }) => {
      const homes = [...needs].filter((name) => isNamed(name) && uses(name) === 1)
      const direct = new Set<string>()
      for (const name of homes) declarationOf(name, direct)
      for (const model of groups.get(group)!) typesOf(model, direct)
      return [`types/${kebab(group)}.ts`, file(types, homes, direct)] as const
    }),
    [
      "types.ts",
      `${generatedNotice}${["shared", ...written.map(({ group }) => kebab(group))]
        .map((name) => `export * from "./types/${name}.ts"\n`)
        .join("")}export type { Open } from "../runtime/open.ts"\n`
    ]
  ])
}

/** Returns the file that declares a type name. */
export const makeHomeOf =
  (files: Files) =>
  (name: string): string => {
    const declares = new RegExp(`export (interface|type) ${name}\\b`)
    const [path] = [...files].find(([, text]) => declares.test(text)) ?? []
    if (path === undefined) throw new Error(`No file declares ${name}`)
    return path
  }
