import { type AnyOperation, nearestName, operations, renderMentions } from "@adwarden/core/contract"

/** Words that tell what is done rather than to what. The object of a tool's name weighs more than its verb. */
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

/** Whether a word is in a set, or begins one of it: "detect" stands for "detector". */
const containsWord = (words: ReadonlySet<string>, word: string): boolean =>
  words.has(word) || (word.length > 3 && [...words].some((one) => one.length > 3 && one.startsWith(word)))

/** A word that only one operation has says which one is meant; a word that all have says nothing. */
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

/** Between operations on the same thing the verb decides: its own first, then one of the same kind. */
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

/** What has a tool comes first: an agent has nothing but tools. */
const byWords = (name: string): AnyOperation | null =>
  bestOf(
    name,
    toolWords.filter(({ operation }) => operation.tool !== null)
  ) ?? bestOf(name, toolWords)

/** Whether everything that a name speaks of is known here: then its words say more than its letters. */
const hasOnlyKnownWords = (name: string): boolean => {
  const { objects } = splitVerb(name)
  return objects.length > 0 && objects.every(isKnown)
}

/** What each operation might be called by somebody who guesses: its tool, or its name in the API. */
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

/** A name longer than any tool's is not worth a guess. */
const maxNameLength = 100

/**
 * The tool that a caller of an unknown one probably meant, in the words of MCP; null where nothing comes near. An
 * operation without a tool is named by its REST request.
 */
export const nearestTool = (name: string): string | null => {
  if (name.length > maxNameLength) return null
  const operation = exactMatch(name) ?? (hasOnlyKnownWords(name) ? byWords(name) : byLetters(name))
  return operation === null ? null : renderMentions("mcp", `{${operation.name}}`)
}
