import { exampleCall } from "../../packages/client/scripts/generator/methods.ts"
import { groups, type Model, models } from "../../packages/client/scripts/generator/model.ts"
import {
  camel,
  errorClass,
  kebab,
  renderClientMentions
} from "../../packages/client/scripts/generator/names.ts"
import { inputFields, inputJsonSchema } from "../../packages/core/src/contract/index.ts"
import { acceptedValues, code, generatedNotice, table } from "./parts.ts"

/* The pages of docs/reference/client, generated from the contract and run by packages/client/test/examples.test.ts. */

/** Examples of the client that need an id of the service, and those of lists and errors. Others come from the contract. */
const clientExamples: Readonly<Record<string, string>> = {
  lists: `const { total, next_cursor } = await client.campaigns.list({ limit: 5 }).page()
console.log(total, next_cursor)
for (const campaign of await client.campaigns.list().all()) console.log(campaign.slug, campaign.budget)`,
  errors: `import { BudgetCapExceededError } from "@adwarden/client"

try {
  await client.campaigns.update("boiler-repair", { budget: 5000, dry_run: false })
} catch (error) {
  if (!(error instanceof BudgetCapExceededError)) throw error
  console.log(error.code, error.message)
}`,
  "actions.undo": `const preview = await client.campaigns.update("boiler-repair", { budget: 104 })
const done = await preview.execute()
if (done.outcome === "executed" && done.action_id !== null) console.log(await client.actions.undo(done.action_id))`,
  "campaigns.create_ad": `const { website_url } = await client.campaigns.get("boiler-repair")
console.log(await client.campaigns.createAd("boiler-repair", { url: new URL("boilers", website_url).href }))`,
  "tasks.get": `const { task_tracking_id } = await client.reports.generate("weekly")
console.log(await client.tasks.get(task_tracking_id))`,
  "queued_writes.get": `const result = await client.campaigns.update("boiler-repair", { budget: 105, dry_run: false })
if (result.outcome === "held") console.log(await client.queuedWrites.get(result.queued_recommendation_id))`,
  "queued_writes.withdraw": `const result = await client.campaigns.update("boiler-repair", { budget: 106, dry_run: false })
if (result.outcome === "held") console.log(await client.queuedWrites.withdraw(result.queued_recommendation_id))`,
  "reports.get": `const { reports } = await client.reports.list("weekly").page()
for (const { id } of reports) console.log(await client.reports.get("weekly", id))`,
  "ads.update": `const { ads } = await client.campaigns.listAds("boiler-repair").page()
const preview = await client.ads.update("boiler-repair", ads[0]!.ad_id, { state: "paused" })
console.log(preview)`,
  "recommendations.apply": `const { recommendations } = await client.recommendations.list().page()
const first = recommendations[0]
if (first !== undefined) {
  const preview = await client.recommendations.apply(first.id)
  console.log(preview)
}`,
  "recommendations.apply_several": `const { recommendations } = await client.recommendations.list().page()
const ids = recommendations.flatMap(({ id, type }) => (type === "negative_keywords" ? [id] : []))
if (ids.length > 0) console.log(await client.recommendations.applySeveral({ ids }))
else console.log("Nothing to exclude")`,
  "strategy.get": `const { strategies } = await client.strategy.list().page()
for (const { id } of strategies) console.log(await client.strategy.get(id))`
}

const methodName = ({ group, method }: Model): string => `client.${camel(group)}.${method}`

/** Returns the example of an operation: its own if it needs an id of the service, else the contract's. */
export const exampleOf = (model: Model): string => {
  const own = clientExamples[model.operation.name]
  if (own !== undefined) return own
  const call = exampleCall(model, "client")
  if (model.kind === "list" || model.kind === "download")
    return `for await (const row of ${call}) console.log(row)`
  if (model.kind === "guarded")
    return `const preview = await ${call}\nconsole.log(preview)\nconst done = await preview.execute()\nconsole.log(done.outcome)`
  return `console.log(await ${call})`
}

const returned: Readonly<Record<Model["kind"], string>> = {
  read: "Returns the response.",
  list: "Returns a list: iterate over its rows with `for await`, or call `.page()`, `.pages()` or `.all()`.",
  download: "Returns a stream: iterate over its rows with `for await`, or call `.bytes()` or `.stream()`.",
  guarded:
    "Returns a preview with `execute()`, or executes at once with `dry_run: false`. `outcome` is `executed`, or `held` if a person must approve.",
  write: "Executes at once."
}

const inputs = ({ operation, positional }: Model): string => {
  const { properties } = inputJsonSchema(operation) as { properties: Record<string, Record<string, unknown>> }
  const fields = [...inputFields(operation).values()].filter(
    ({ location, name }) => name !== "org" && location !== "header"
  )
  if (fields.length === 0) return "Takes no arguments."
  const first = new Set(positional.map(({ field }) => field))
  return table(
    ["Argument", "Takes", "Meaning"],
    fields.map(({ name, required }) => {
      const schema = properties[name] ?? {}
      const needed = required && schema["default"] === undefined ? ", required" : ""
      const title = first.has(name) ? `${code(camel(name))}, positional` : code(name)
      return [
        title,
        `${acceptedValues(schema)}${needed}`,
        renderClientMentions(String(schema["description"] ?? ""))
      ]
    })
  )
}

const section = (model: Model): string => {
  const { errors, kind, operation } = model
  const own = errors
    .filter((error) => operation.errors.includes(error))
    .map((error) => code(errorClass(error)))
  return [
    `## ${methodName(model)}`,
    `${operation.summary}. ${renderClientMentions(operation.description)}`,
    inputs(model),
    [
      returned[kind],
      operation.scope === null ? "" : `Requires the scope ${code(operation.scope)}.`,
      own.length === 0 ? "" : `Errors of its own: ${own.join(", ")}.`
    ]
      .filter((part) => part !== "")
      .join(" "),
    `\`\`\`ts\n${exampleOf(model)}\n\`\`\``
  ].join("\n\n")
}

export const clientPage = (): string =>
  [
    generatedNotice,
    "# The typed client",
    "Every operation is a method of `Adwarden`. The [README of the package](../../packages/client/README.md) explains changes, waiting, settings and Effect.",
    '```ts\nimport { Adwarden } from "@adwarden/client"\n\n// Reads ADWARDEN_API_KEY and ADWARDEN_URL.\nconst client = new Adwarden()\n```',
    "All examples use this client. Tests run each of them against the demo data.",
    table(
      ["Method", ""],
      models.map((model) => [
        `[${methodName(model)}](client/${kebab(model.group)}.md#${methodName(model).toLowerCase().replaceAll(".", "")})`,
        model.operation.summary
      ])
    ),
    "## Lists",
    "A list requests a page when you need it. `all()` collects every row; `page()` is one page with its total and cursor.",
    `\`\`\`ts\n${clientExamples["lists"]}\n\`\`\``,
    "## Errors",
    "Each error is a class with a `code`, a message that says what to do next, and fields of its own.",
    `\`\`\`ts\n${clientExamples["errors"]}\n\`\`\``
  ].join("\n\n")

/** A page for each resource of the client, by its file name. */
export const clientPages = (): ReadonlyArray<readonly [name: string, text: string]> =>
  [...groups].map(([group, some]) => [
    kebab(group),
    [
      generatedNotice,
      `# client.${camel(group)}`,
      "[All methods](../client.md). The examples use its `client`.",
      ...some.map(section)
    ].join("\n\n")
  ])

/** The same examples as functions, which the compiler checks and a test runs. */
export const clientExamplesModule = (): string => {
  const named: ReadonlyArray<readonly [string, string]> = [
    ["lists", clientExamples["lists"]!],
    ["errors", clientExamples["errors"]!],
    ...models.map((model) => [model.operation.name, exampleOf(model)] as const)
  ]
  const imports = [
    ...new Set(named.flatMap(([, text]) => text.match(/\b\w+Error\b(?= \{|\))/g) ?? []))
  ].sort()
  return `// Generated from the contract by \`npm run docs\`. Do not edit.
import type { Adwarden } from "../../src/index.ts"
import { ${imports.join(", ")} } from "../../src/index.ts"

type Example = (client: Adwarden, console: { readonly log: (...values: ReadonlyArray<unknown>) => void }) => Promise<void>

/** The examples of docs/reference/client, by operation. */
export const referenceExamples: Readonly<Record<string, Example>> = {
${named.map(([name, text]) => `${JSON.stringify(name)}: async (client, console) => {\n${text.replaceAll(/^import .*\n+/gm, "")}\n}`).join(",\n")}
}
`
}
