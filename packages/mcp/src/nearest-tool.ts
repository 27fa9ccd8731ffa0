import { type AnyOperation, nearestName, operations, renderMentions } from "@adwarden/core/contract"

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
