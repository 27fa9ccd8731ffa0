import { CliConfig, CommandDescriptor, type HelpDoc, type Span } from "@effect/cli"
import { HashMap } from "effect"
import { operatorCommands } from "../../src/commands/index.ts"
import type { ArgumentInfo, CommandInfo, FlagInfo } from "../../src/tree/command-info.ts"

/* What @effect/cli would say of the operator's commands, as data. It says it as a document, which is read here. */

type Descriptor = CommandDescriptor.Command<unknown>
const config = { ...CliConfig.defaultConfig, showBuiltIns: false }

const words = (span: Span.Span): string => {
  switch (span._tag) {
    case "Text":
    case "URI":
      return span.value
    case "Sequence":
      return words(span.left) + words(span.right)
    default:
      return words(span.value)
  }
}

interface Entry {
  readonly heading: string
  readonly term: string
  readonly texts: ReadonlyArray<string>
}

const paragraphs = (doc: HelpDoc.HelpDoc): ReadonlyArray<string> => {
  switch (doc._tag) {
    case "Paragraph":
    case "Header":
      return [words(doc.value)]
    case "Sequence":
      return [...paragraphs(doc.left), ...paragraphs(doc.right)]
    default:
      return []
  }
}

/** Every paragraph and every described term, each with the heading above it. */
const entries = (doc: HelpDoc.HelpDoc): ReadonlyArray<Entry> => {
  const found: Array<Entry> = []
  let heading = ""
  const visit = (part: HelpDoc.HelpDoc): void => {
    if (part._tag === "Sequence") {
      visit(part.left)
      visit(part.right)
    } else if (part._tag === "Header") heading = words(part.value)
    else if (part._tag === "Paragraph") found.push({ heading, term: "", texts: [words(part.value)] })
    else if (part._tag === "DescriptionList") {
      for (const [term, descriptionOf] of part.definitions)
        found.push({ heading, term: words(term).trim(), texts: paragraphs(descriptionOf) })
    } else if (part._tag === "Enumeration") {
      for (const element of part.elements)
        found.push({ heading, term: paragraphs(element).join(" ").trim(), texts: [] })
    }
  }
  visit(doc)
  return found
}

const optional = /^This setting is optional\.(?: Defaults to: (.*))?$/
const repeated = /^This (option|argument) (may|must) be repeated/
/** The first paragraph tells the type, in words for nobody. */
const descriptionOf = ({ texts }: Entry): string =>
  texts
    .slice(1)
    .filter((text) => text !== "" && !optional.test(text) && !repeated.test(text))
    .join(" ")

const flagOf = (entry: Entry): FlagInfo => {
  const [, name, value = ""] = /--([\w-]+)[^\s,)]*(?:, -\w)?\s*(.*?)\)?(?:\.\.\.)?$/.exec(entry.term)!
  const choice = value.includes(" | ") ? value.replace(/[()]/g, "").split(" | ") : undefined
  const optionalMatch = entry.texts.map((text) => optional.exec(text)).find((match) => match !== null)
  const isSwitch = entry.texts[0]?.includes("true or false") === true
  const fallback = optionalMatch?.[1]
  return {
    name: name!,
    value: isSwitch ? null : choice === undefined ? value || "text" : "word",
    description: descriptionOf(entry),
    ...(optionalMatch === undefined && !isSwitch && !entry.texts.some((text) => repeated.test(text))
      ? { required: true }
      : {}),
    ...(entry.texts.some((text) => repeated.test(text)) ? { repeated: true } : {}),
    ...(choice === undefined ? {} : { words: choice }),
    ...(fallback === undefined || isSwitch ? {} : { default: fallback })
  }
}

const argumentOf = (entry: Entry): ArgumentInfo => ({
  name: /<(.+?)>/.exec(entry.term)?.[1] ?? entry.term,
  description: descriptionOf(entry),
  required: !entry.texts.some((text) => optional.test(text)),
  many: entry.texts.some((text) => repeated.test(text))
})

const firstSentence = (text: string): string => /^.*?[.](?=\s|$)/s.exec(text)?.[0].slice(0, -1) ?? text

const commandOf = (path: ReadonlyArray<string>, descriptor: Descriptor): CommandInfo => {
  const all = entries(CommandDescriptor.getHelp(descriptor, config))
  const description =
    all.find(({ heading, term }) => heading === "DESCRIPTION" && term === "")?.texts[0] ?? ""
  const summary = firstSentence(description)
  return {
    words: path,
    where: "operator",
    summary,
    description: description.slice(summary.length + 1).trim(),
    arguments: all.filter(({ heading, term }) => heading === "ARGUMENTS" && term !== "").map(argumentOf),
    flags: all.filter(({ heading, term }) => heading === "OPTIONS" && term !== "").map(flagOf),
    examples: []
  }
}

export interface OperatorGroup {
  readonly name: string
  readonly commands: ReadonlyArray<CommandInfo>
}

/** Subcommands in the order of their declaration, which only the help keeps. */
const subcommandsOf = (descriptor: Descriptor): ReadonlyArray<readonly [string, Descriptor]> => {
  const children = CommandDescriptor.getSubcommands(descriptor)
  const listed = entries(CommandDescriptor.getHelp(descriptor, config))
    .filter(({ heading }) => heading === "COMMANDS")
    .map(({ term }) => term.split(" ")[0]!)
  if (new Set(listed).size !== listed.length) throw new Error(`A command below a command of ${listed[0]}`)
  return listed.map((name) => [name, HashMap.unsafeGet(children, name)] as const)
}

const groupOf = (name: string, descriptor: Descriptor): OperatorGroup => {
  const children = subcommandsOf(descriptor)
  const commands =
    children.length === 0
      ? [commandOf([name], descriptor)]
      : children.map(([child, its]) => commandOf([name, child], its))
  return { name, commands }
}

/** The operator's commands, by their first word. */
export const operatorGroups: ReadonlyArray<OperatorGroup> = operatorCommands.map(({ descriptor }) =>
  groupOf([...CommandDescriptor.getNames(descriptor)][0]!, descriptor)
)
