import type { RawInput } from "@adwarden/core"
import {
  type AnyOperation,
  inputFromTool,
  NotFound,
  nearestName,
  operations,
  PayloadTooLarge,
  renderMentions,
  toolInputSchema,
  toolOutputSchema,
  ValidationError
} from "@adwarden/core/contract"
import { CLIENT_CAPABILITIES_META_KEY } from "@modelcontextprotocol/server"
import {
  type Id,
  invalidMessage,
  isId,
  isObject,
  jsonRpcErrorCodes,
  type Message,
  rejected
} from "./message.ts"

const toolDescription = ({ description, scope, summary }: AnyOperation): string =>
  renderMentions("mcp", `${summary}. ${description}${scope === null ? "" : ` [${scope}]`}`)

const toolOf = (operation: AnyOperation, name: string) => ({
  name,
  title: operation.summary,
  description: toolDescription(operation),
  inputSchema: toolInputSchema(operation),
  outputSchema: toolOutputSchema(operation),
  annotations: {
    readOnlyHint: operation.hints.readOnly,
    destructiveHint: operation.hints.overwrites,
    idempotentHint: operation.hints.idempotent,
    openWorldHint: operation.hints.openWorld
  }
})

/** The operations that agents can call, by tool name. It is a Map because `constructor` is no tool. */
export const operationByTool: ReadonlyMap<string, AnyOperation> = new Map(
  operations.flatMap((operation) => (operation.tool === null ? [] : [[operation.tool, operation]]))
)

/** The contract does not change while the process runs, so each tool is described once. */
const toolByOperation = new Map(
  [...operationByTool].map(([name, operation]) => [operation, toolOf(operation, name)])
)

/** The result of tools/list with the tools of these operations, always in the order of the contract. */
export const toolList = (listed: ReadonlyArray<AnyOperation>) => ({
  tools: listed.flatMap((operation) => toolByOperation.get(operation) ?? [])
})

/** Verbs. The noun in a tool's name weighs more than its verb. */
const readVerbs = new Set(["get", "list", "read", "show", "fetch", "find", "view", "search", "query"])
const writeVerbs = new Set(["set", "update", "change", "edit", "modify", "create", "add", "apply", "make"])
const stopWords = new Set([
  "svc",
  "a",
  "an",
  "and",
  "by",
  "for",
  "from",
  "of",
  "on",
  "or",
  "the",
  "to",
  "with"
])

/** "campaigns" and "campaign's" are the same word as "campaign". */
const stem = (word: string): string => (word.length > 3 ? word.replace(/(?<=[^s])s$/, "") : word)

const wordsIn = (text: string): ReadonlyArray<string> =>
  (text.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => word !== "s" && !stopWords.has(word)).map(stem)

interface ToolWords {
  readonly operation: AnyOperation
  /** The words of its names, and those of its summary. */
  readonly nameWords: ReadonlySet<string>
  readonly summaryWords: ReadonlySet<string>
}

const toolWords: ReadonlyArray<ToolWords> = operations.map((operation) => ({
  operation,
  nameWords: new Set(wordsIn(`${operation.tool ?? ""} ${operation.name}`)),
  summaryWords: new Set(wordsIn(operation.summary))
}))

/** Returns whether a set contains a word, or one that starts with it: "detect" matches "detector". */
const containsWord = (words: ReadonlySet<string>, word: string): boolean =>
  words.has(word) || (word.length > 3 && [...words].some((one) => one.length > 3 && one.startsWith(word)))

/** A word that only one operation has identifies it. A word that all have carries no information. */
const weightOf = (word: string): number =>
  1 /
  Math.max(
    1,
    toolWords.filter(
      ({ nameWords, summaryWords }) => containsWord(nameWords, word) || containsWord(summaryWords, word)
    ).length
  )

const isKnown = (word: string): boolean =>
  toolWords.some(
    ({ nameWords, summaryWords }) => containsWord(nameWords, word) || containsWord(summaryWords, word)
  )

/** Among operations on the same resource the verb decides: an exact match first, then one of the same kind. */
const verbScore = (verb: string | undefined, { nameWords, operation: { effect } }: ToolWords): number => {
  if (verb === undefined) return 0
  if (nameWords.has(verb)) return 0.02
  return (effect === "read" ? readVerbs : writeVerbs).has(verb) ? 0.01 : 0
}

const splitVerb = (name: string) => {
  const words = wordsIn(name)
  const verb = words.find((word) => readVerbs.has(word) || writeVerbs.has(word))
  return { verb, objects: words.filter((word) => word !== verb) }
}

const bestOf = (name: string, among: ReadonlyArray<ToolWords>): AnyOperation | null => {
  const { objects, verb } = splitVerb(name)
  let best: AnyOperation | null = null
  let bestScore = 0
  for (const one of among) {
    const score = objects.reduce(
      (sum, word) =>
        sum +
        weightOf(word) *
          (containsWord(one.nameWords, word) ? 1 : containsWord(one.summaryWords, word) ? 0.9 : 0),
      0
    )
    const total = score === 0 ? 0 : score + verbScore(verb, one)
    if (total > bestScore) [best, bestScore] = [one.operation, total]
  }
  return best
}

/** Operations with a tool come first, because an agent can call only tools. */
const byWords = (name: string): AnyOperation | null =>
  bestOf(
    name,
    toolWords.filter(({ operation }) => operation.tool !== null)
  ) ?? bestOf(name, toolWords)

/** Returns whether all words of a name are known. Then words match better than spelling. */
const hasOnlyKnownWords = (name: string): boolean => {
  const { objects } = splitVerb(name)
  return objects.length > 0 && objects.every(isKnown)
}

/** The names that a caller might guess for each operation: its tool, or its name in the API. */
const spellings: ReadonlyMap<string, AnyOperation> = new Map(
  operations.flatMap((operation) => [
    [operation.name.replaceAll(".", "_"), operation] as const,
    ...(operation.tool === null
      ? []
      : ([
          [operation.tool, operation],
          [operation.tool.replace(/^svc_/, ""), operation]
        ] as const))
  ])
)

const exactMatch = (name: string): AnyOperation | undefined =>
  spellings.get(
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[.\-\s]+/g, "_")
  )

const byLetters = (name: string): AnyOperation | null => {
  const near = nearestName(name, spellings.keys())
  return near === null ? byWords(name) : spellings.get(near)!
}

/** A name longer than any tool's gets no suggestion. */
const maxNameLength = 100

/**
 * Returns the tool that a caller of an unknown one probably meant, or null if none is close. An operation without a
 * tool is named by its REST request.
 */
export const nearestTool = (name: string): string | null => {
  if (name.length > maxNameLength) return null
  const operation = exactMatch(name) ?? (hasOnlyKnownWords(name) ? byWords(name) : byLetters(name))
  return operation === null ? null : renderMentions("mcp", `{${operation.name}}`)
}

/** The size of a message without the arguments of its tool. */
const overhead = 4 * 1024

/** No tool accepts a larger message. */
export const maxMessageBytes = Math.max(...operations.map((operation) => operation.maxBodyBytes)) + overhead

/** Passes the arguments on unchecked. The pipeline validates them, the same way on every surface. */
const inputOf = (operation: AnyOperation, args: unknown, bytes: number): RawInput => {
  if (!isObject(args)) {
    const fields = [{ path: "arguments", message: "must be a JSON object" }]
    return { values: {}, unreadable: new ValidationError({ fields }) }
  }
  const { problems, values } = inputFromTool(operation, args)
  if (bytes > operation.maxBodyBytes + overhead)
    return { values, unreadable: new PayloadTooLarge({ limit: operation.maxBodyBytes }) }
  return { values, unreadable: problems.length === 0 ? null : new ValidationError({ fields: problems }) }
}

const progressTokenOf = (meta: unknown): Id | null => {
  const token = isObject(meta) ? meta["progressToken"] : undefined
  return isId(token) ? token : null
}

/** Returns whether a client shows links to its person. Only modern messages state what their client can do. */
const showsLinks = (meta: unknown): boolean => {
  const capabilities = isObject(meta) ? meta[CLIENT_CAPABILITIES_META_KEY] : undefined
  const elicitation = isObject(capabilities) ? capabilities["elicitation"] : undefined
  return isObject(elicitation) && isObject(elicitation["url"])
}

/** Reads a tool call; `bytes` is the size of the message. */
export const toolCallOf = (id: Id, params: unknown, bytes: number): Message => {
  if (!isObject(params))
    return invalidMessage("params", "must be an object", jsonRpcErrorCodes.invalidParams, id)
  const { arguments: args = {}, name } = params
  if (typeof name !== "string")
    return invalidMessage("params.name", "must be a string", jsonRpcErrorCodes.invalidParams, id)
  const operation = operationByTool.get(name)
  if (operation === undefined) {
    const what = `The tool ${JSON.stringify(name.slice(0, 100).toWellFormed())}`
    const nearest = nearestTool(name)
    const next = `${nearest === null ? "" : `Did you mean ${nearest}? `}List the tools with tools/list.`
    return rejected(jsonRpcErrorCodes.invalidParams, new NotFound({ what, next }), id)
  }
  return {
    kind: "tool_call",
    id,
    operation,
    input: inputOf(operation, args, bytes),
    progressToken: progressTokenOf(params["_meta"]),
    showsLinks: showsLinks(params["_meta"])
  }
}
