// Reads the protos inside google-ads-node (a dev dependency) and writes the parts that the emulator needs:
// messages, enums and error enums. The output is committed, so running the emulator does not require the 50
// MB package.
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"

interface ProtoField {
  readonly type: string
  readonly rule?: string
  readonly options?: Readonly<Record<string, unknown>>
}
interface ProtoNode {
  readonly fields?: Readonly<Record<string, ProtoField>>
  readonly oneofs?: Readonly<Record<string, { readonly oneof: readonly string[] }>>
  readonly values?: Readonly<Record<string, number>>
  readonly nested?: Readonly<Record<string, ProtoNode>>
}

const require = createRequire(import.meta.url)
const protos: ProtoNode = JSON.parse(
  readFileSync(require.resolve("google-ads-node/build/protos/protos.json"), "utf8")
)
const version = "google.ads.googleads.v25"
const scalars = new Set(["string", "bool", "int32", "int64", "uint32", "uint64", "float", "double", "bytes"])

const find = (path: string): ProtoNode | undefined =>
  path.split(".").reduce<ProtoNode | undefined>((node, part) => node?.nested?.[part], protos)

/** Resolves a name by protobuf scoping: the innermost enclosing scope that declares it wins. */
const resolve = (type: string, scope: string): string => {
  for (let parts = scope.split("."); parts.length > 0; parts = parts.slice(0, -1)) {
    const candidate = `${parts.join(".")}.${type}`
    if (find(candidate)) return candidate
  }
  if (find(type)) return type
  throw new Error(`unresolved ${type} in ${scope}`)
}

const short = (path: string) => path.replace(`${version}.`, "")
const enumName = (path: string) => path.split(".").at(-1)!

/** The request and response messages of the routes, and every resource that GAQL can select. */
const kinds = [
  "Campaign",
  "CampaignBudget",
  "AdGroup",
  "AdGroupAd",
  "Ad",
  "AdGroupCriterion",
  "CampaignCriterion",
  "Asset",
  "CampaignAsset",
  "SharedSet",
  "SharedCriterion",
  "CampaignSharedSet",
  "CustomerNegativeCriterion",
  "BiddingStrategy"
]
const views = [
  "Customer",
  "BillingSetup",
  "ConversionAction",
  "CustomerClient",
  "CustomerClientLink",
  "CustomerManagerLink",
  "ChangeEvent",
  "GeoTargetConstant",
  "LanguageConstant",
  "SearchTermView",
  "KeywordView"
]
const plural = (kind: string) =>
  kind.endsWith("Criterion")
    ? `${kind.slice(0, -2)}a`
    : kind.endsWith("Strategy")
      ? `${kind.slice(0, -1)}ies`
      : `${kind}s`
const roots = [
  ...kinds.map((kind) => `${version}.services.Mutate${plural(kind)}Request`),
  ...[...kinds, ...views].map((kind) => `${version}.resources.${kind}`),
  ...[
    "SearchGoogleAdsRequest",
    "SearchGoogleAdsStreamRequest",
    "MutateGoogleAdsRequest",
    "GenerateKeywordIdeasRequest",
    "GenerateKeywordIdeaResponse",
    "SuggestGeoTargetConstantsRequest",
    "SuggestGeoTargetConstantsResponse"
  ].map((name) => `${version}.services.${name}`),
  `${version}.common.Metrics`,
  `${version}.common.Segments`
]
const snake = (name: string) => name.replace(/(?!^)([A-Z])/g, "_$1").toLowerCase()
const supportedOperations = new Set(kinds.map((kind) => `${snake(kind)}_operation`))

const messages: Record<string, { fields: Record<string, string>; oneofs?: string[][] }> = {}
const enums: Record<string, Record<string, number>> = {}
const behaviours: Record<string, string> = { IMMUTABLE: "!I", OUTPUT_ONLY: "!O", REQUIRED: "!R" }

const visit = (path: string): void => {
  if (messages[short(path)]) return
  const node = find(path)
  if (!node?.fields) throw new Error(`no message ${path}`)
  const fields: Record<string, string> = {}
  messages[short(path)] = { fields }
  for (const [name, field] of Object.entries(node.fields)) {
    if (path.endsWith(".MutateOperation") && !supportedOperations.has(name)) continue
    const marks =
      (behaviours[String(field.options?.["(google.api.field_behavior)"])] ?? "") +
      (field.options?.["proto3_optional"] === true ? "?" : "")
    fields[name] = (field.rule === "repeated" ? "[]" : "") + typeOf(field.type, path) + marks
  }
  const oneofs = Object.entries(node.oneofs ?? {}).flatMap(([name, { oneof }]) =>
    name.startsWith("_") ? [] : [oneof.filter((field) => field in fields)]
  )
  if (oneofs.length > 0) messages[short(path)] = { fields, oneofs }
}

const typeOf = (type: string, scope: string): string => {
  if (scalars.has(type)) return type
  if (type === "google.protobuf.FieldMask") return "mask"
  if (type.startsWith("google.protobuf.") || type.startsWith("google.rpc.")) return "any"
  const path = resolve(type, scope)
  const node = find(path)
  if (node?.values) {
    enums[enumName(path)] = { ...node.values }
    return `E:${enumName(path)}`
  }
  visit(path)
  return `M:${short(path)}`
}
for (const root of roots) visit(root)

const codes = find(`${version}.errors.ErrorCode`)!.fields!
const camel = (name: string) => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
const errors = Object.entries(codes).flatMap(([name, field]) => {
  const values = find(resolve(field.type, `${version}.errors`))!.values!
  const known = Object.keys(values).filter((value) => values[value]! > 1)
  return known.length > 0 ? [[camel(name), known] as const] : []
})

const header =
  "// Generated from the protos of google-ads-node by scripts/generate-schema.ts; do not edit.\n" +
  "// biome-ignore-all format: generated\n// biome-ignore-all lint: generated\n"
const literal = (value: unknown) => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`
const outputs = {
  protos:
    `${header}export interface ProtoMessage { readonly fields: Readonly<Record<string, string>>; readonly oneofs?: readonly (readonly string[])[] }\n` +
    `export const protoMessages: Readonly<Record<string, ProtoMessage>> = ${literal(messages)}\n` +
    `export const protoEnums: Readonly<Record<string, Readonly<Record<string, number>>>> = ${literal(enums)}\n`,
  errors: `${header}export interface ErrorCodes {\n${errors.map(([name, values]) => `  readonly ${name}: ${values.map((value) => `"${value}"`).join(" | ")}`).join("\n")}\n}\n`
}

// With --check, writes nothing and only reports whether the committed files match the protos.
const check = process.argv.includes("--check")
for (const [name, text] of Object.entries(outputs)) {
  const target = new URL(`../src/schema/${name}.generated.ts`, import.meta.url)
  if (!check) writeFileSync(target, text)
  else if (readFileSync(target, "utf8") !== text) {
    console.error(`${name}.generated.ts is stale: run scripts/generate-schema.ts`)
    process.exitCode = 1
  }
}
console.log(
  `${Object.keys(messages).length} messages, ${Object.keys(enums).length} enums, ${errors.length} error enums`
)
