import { type AnyOperation, inWordsOf, nearestOf, operations } from "@adwarden/core/contract"

/** Words that tell what is done rather than to what. The object of a tool's name weighs more than its verb. */
const reading = new Set(["get", "list", "read", "show", "fetch", "find", "view", "search", "query"])
const writing = new Set(["set", "update", "change", "edit", "modify", "create", "add", "apply", "make"])
const unsaid = new Set(["svc", "a", "an", "and", "by", "for", "from", "of", "on", "or", "the", "to", "with"])

/** "campaigns" and "campaign's" are the same word as "campaign". */
const stem = (word: string): string => (word.length > 3 ? word.replace(/(?<=[^s])s$/, "") : word)

const wordsIn = (text: string): ReadonlyArray<string> =>
  (text.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => word !== "s" && !unsaid.has(word)).map(stem)

interface Described {
  readonly operation: AnyOperation
  /** The words of its names, and those of its summary. */
  readonly named: ReadonlySet<string>
  readonly told: ReadonlySet<string>
}

const described: ReadonlyArray<Described> = operations.map((operation) => ({
  operation,
  named: new Set(wordsIn(`${operation.tool ?? ""} ${operation.name}`)),
  told: new Set(wordsIn(operation.summary))
}))

/** Whether a word is in a set, or begins one of it: "detect" stands for "detector". */
const has = (words: ReadonlySet<string>, word: string): boolean =>
  words.has(word) || (word.length > 3 && [...words].some((one) => one.length > 3 && one.startsWith(word)))

/** A word that only one operation has says which one is meant; a word that all have says nothing. */
const weightOf = (word: string): number =>
  1 / Math.max(1, described.filter(({ named, told }) => has(named, word) || has(told, word)).length)

const isKnown = (word: string): boolean =>
  described.some(({ named, told }) => has(named, word) || has(told, word))

/** Between operations on the same thing the verb decides: its own first, then one of the same kind. */
const verbScore = (verb: string | undefined, { named, operation: { effect } }: Described): number => {
  if (verb === undefined) return 0
  if (named.has(verb)) return 0.02
  return (effect === "read" ? reading : writing).has(verb) ? 0.01 : 0
}

const split = (name: string) => {
  const words = wordsIn(name)
  const verb = words.find((word) => reading.has(word) || writing.has(word))
  return { verb, objects: words.filter((word) => word !== verb) }
}

const bestOf = (name: string, among: ReadonlyArray<Described>): AnyOperation | null => {
  const { objects, verb } = split(name)
  let best: AnyOperation | null = null
  let most = 0
  for (const one of among) {
    const score = objects.reduce(
      (sum, word) => sum + weightOf(word) * (has(one.named, word) ? 1 : has(one.told, word) ? 0.9 : 0),
      0
    )
    const total = score === 0 ? 0 : score + verbScore(verb, one)
    if (total > most) [best, most] = [one.operation, total]
  }
  return best
}

/** What has a tool comes first: an agent has nothing but tools. */
const byWords = (name: string): AnyOperation | null =>
  bestOf(
    name,
    described.filter(({ operation }) => operation.tool !== null)
  ) ?? bestOf(name, described)

/** Whether everything that a name speaks of is known here: then its words say more than its letters. */
const speaksOurWords = (name: string): boolean => {
  const { objects } = split(name)
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

const exactly = (name: string): AnyOperation | undefined =>
  spellings.get(
    name
      .trim()
      .toLowerCase()
      .replaceAll(/[.\-\s]+/g, "_")
  )

const byLetters = (name: string): AnyOperation | null => {
  const near = nearestOf(name, spellings.keys())
  return near === null ? byWords(name) : spellings.get(near)!
}

/** A name longer than any tool's is not worth a guess. */
const longest = 100

/**
 * The tool that a caller of an unknown one probably meant, in the words of MCP; null where nothing comes near. An
 * operation without a tool is named by its REST request.
 */
export const meantTool = (name: string): string | null => {
  if (name.length > longest) return null
  const operation = exactly(name) ?? (speaksOurWords(name) ? byWords(name) : byLetters(name))
  return operation === null ? null : inWordsOf("mcp", `{${operation.name}}`)
}
