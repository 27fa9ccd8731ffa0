import type { CommandInfo, FlagInfo } from "../command-info.ts"
import { findCommand, matchedCommand } from "../find-command.ts"
import { overview } from "../generated/overview.ts"

/** A candidate and its description; `files` stands for any file. */
export type Candidate = readonly [word: string, says: string]
export const files: Candidate = ["files", ""]

const groups = (): ReadonlyArray<Candidate> => [
  ...overview.flatMap(({ groups }) => groups.map(({ name, summary }) => [name, summary] as const)),
  ["help", "Show help"]
]

const isFlagWord = (word: string | undefined, name: string, short: string | undefined): boolean =>
  word === `--${name}` || (short !== undefined && word === `-${short}`)

const flagNames = ({ flags }: CommandInfo, given: ReadonlyArray<string>): ReadonlyArray<Candidate> => [
  ...flags
    .filter(({ name, repeated, short }) => repeated || !given.some((word) => isFlagWord(word, name, short)))
    .map(({ description, name }) => [`--${name}`, description] as const),
  ["--help", "Show help"]
]

const valuesOf = ({ description, value, words }: FlagInfo): ReadonlyArray<Candidate> => {
  if (words !== undefined) return words.map((word) => [word, description] as const)
  return value === "file" ? [files] : []
}

/** The number of positional arguments so far. */
const positionalCount = (given: ReadonlyArray<string>, flags: ReadonlyArray<FlagInfo>): number => {
  let count = 0
  for (let index = 0; index < given.length; index++) {
    if (!given[index]!.startsWith("-")) count++
    else if (flags.some(({ name, short, value }) => value !== null && isFlagWord(given[index], name, short)))
      index++
  }
  return count
}

/** The values of a flag in the same word: `--role=owner`. */
const joinedFlagValues = ({ flags }: CommandInfo, partialWord: string): ReadonlyArray<Candidate> => {
  const flag = flags.find(({ name, value }) => value !== null && partialWord.startsWith(`--${name}=`))
  if (flag === undefined) return []
  return valuesOf(flag).map((one) =>
    one === files ? files : ([`--${flag.name}=${one[0]}`, one[1]] as const)
  )
}

const inCommand = (
  command: CommandInfo,
  given: ReadonlyArray<string>,
  partialWord: string
): ReadonlyArray<Candidate> => {
  if (/^--[^=]+=/.test(partialWord)) return joinedFlagValues(command, partialWord)
  const before = command.flags.find(
    ({ name, short, value }) => value !== null && isFlagWord(given.at(-1), name, short)
  )
  if (before !== undefined) return valuesOf(before)
  if (partialWord.startsWith("-")) return flagNames(command, given)
  const index = positionalCount(given, command.flags)
  const argument = command.arguments[index] ?? command.arguments.find(({ many }) => many)
  return argument?.words?.map((word) => [word, argument.description] as const) ?? flagNames(command, given)
}

/**
 * Returns the candidates for the next word. `words` are those after `adwarden`; the last one is being typed and is
 * often empty. bash splits `--role=ow` into three words and completes the third.
 */
export const complete = async (words: ReadonlyArray<string>): Promise<ReadonlyArray<Candidate>> => {
  const last = words.at(-1) ?? ""
  const partialWord = last === "=" ? "" : last
  const given = words.slice(0, -1).filter((word, index) => word !== "=" && !(index === 0 && word === "help"))
  const matchingCandidates = (all: ReadonlyArray<Candidate>) =>
    all.filter((candidate) => candidate === files || candidate[0].startsWith(partialWord))
  const match = findCommand(given)
  if (match.kind === "top") return matchingCandidates(groups())
  if (match.kind === "nothing") return []
  if (match.kind === "group") {
    const commands = new Map(match.group.commands.toReversed().map(({ name, summary }) => [name!, summary]))
    return matchingCandidates([...commands].toReversed())
  }
  const command = await matchedCommand(match)
  return matchingCandidates(inCommand(command, match.rest, partialWord))
}
