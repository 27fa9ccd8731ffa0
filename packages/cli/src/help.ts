import {
  type ArgumentInfo,
  type CommandHost,
  type CommandInfo,
  type FlagInfo,
  type GroupInfo,
  localFlag,
  nameWords
} from "./command-info.ts"
import { type CommandMatch, findCommand, matchedCommand, noSuchCommand } from "./find-command.ts"
import { overview } from "./generated/overview.ts"
import type { Paint, Screen, Terminal } from "./terminal/terminal.ts"
import { wrapBy } from "./terminal/wrap.ts"

/** The longest readable line. */
const maxWidth = 100
const widthFor = ({ width }: Screen): number => Math.min(width ?? maxWidth, maxWidth)

/** Help uses only single-width characters; looking up widths would take longer than the rest. */
const wrap = wrapBy(({ length }) => length)

const wrapIn = (indent: string, text: string, places: number): string =>
  wrap(text, places - indent.length)
    .map((line) => indent + line)
    .join("\n")

type Term = readonly [term: string, says: string]

/** Terms and descriptions side by side. A long term has its description on the next line. */
const termList = (all: ReadonlyArray<Term>, places: number, paint: Paint, maxTermWidth = 28): string => {
  const column = Math.min(maxTermWidth, Math.max(...all.map(([term]) => term.length))) + 4
  return all
    .flatMap(([term, says]) => {
      const lines = wrap(says, places - column)
      const isLong = term.length + 4 > column
      const head = `  ${paint.accent(isLong ? term : term.padEnd(column - 2))}`
      const rest = isLong ? lines : lines.slice(1)
      return [
        isLong ? head : `${head}${lines[0] ?? ""}`.trimEnd(),
        ...rest.map((line) => " ".repeat(column) + line)
      ]
    })
    .join("\n")
}

const withTitle = (title: string, text: string, paint: Paint): string => `${paint.strong(title)}\n${text}`

const join = (parts: ReadonlyArray<string | null>): string =>
  parts.filter((part) => part !== null && part !== "").join("\n\n")

/** `adwarden --help` */
export const topHelp = (screen: Screen): string => {
  const { paint } = screen
  const places = widthFor(screen)
  return join([
    wrapIn(
      "",
      "Safe management of search-ad campaigns: every change is previewed, limited, logged and can be undone.",
      places
    ),
    withTitle("Usage", "  adwarden <command> [arguments] [flags]", paint),
    ...overview
      .filter(({ groups }) => groups.length > 0)
      .map(({ groups, title }) =>
        withTitle(
          title,
          termList(
            groups.map(({ name, summary }) => [name, summary]),
            places,
            paint,
            16
          ),
          paint
        )
      ),
    withTitle(
      "Start here",
      termList(
        [
          ["adwarden campaigns list", "campaigns with their spend"],
          ["adwarden <command> --help", "help for a command, with an example"]
        ],
        places,
        paint
      ),
      paint
    )
  ])
}

const sectionTitles: Record<CommandHost, string> = {
  api: "Commands",
  here: "Commands",
  operator: "On the service's own machine"
}

/** Returns whether a command on the service's own machine shares its name with one that runs through the service. */
const hasTwin = ({ name, where }: GroupInfo["commands"][number], commands: GroupInfo["commands"]): boolean =>
  where === "operator" && commands.some((other) => other.name === name && other.where !== where)

/** `adwarden campaigns --help` */
export const groupHelp = ({ commands, name, summary }: GroupInfo, screen: Screen): string => {
  const { paint } = screen
  const byPlace = Map.groupBy(commands, ({ where }) => sectionTitles[where])
  return join([
    wrapIn("", `${summary}.`, widthFor(screen)),
    withTitle("Usage", `  adwarden ${name} <command> [arguments] [flags]`, paint),
    ...[...byPlace].map(([title, some]) =>
      withTitle(
        title,
        termList(
          some.map((one) => [
            hasTwin(one, commands) ? `${one.name} --${localFlag.name}` : (one.name ?? name),
            one.summary
          ]),
          widthFor(screen),
          paint
        ),
        paint
      )
    ),
    paint.faint(`adwarden ${name} <command> --help shows more.`)
  ])
}

const argument = ({ many, name, required }: ArgumentInfo): string => {
  const placeholder = many ? `<${name}>...` : `<${name}>`
  return required ? placeholder : `[${placeholder}]`
}

/** A command with its arguments in one line: `adwarden campaigns update <slug> [flags]`. */
export const usageOf = (command: CommandInfo): string =>
  [
    "adwarden",
    ...nameWords(command),
    ...command.arguments.map(argument),
    ...command.flags.filter(({ required }) => required).map(({ name, value }) => `--${name} <${value}>`),
    "[flags]"
  ].join(" ")

const flagTerm = ({ name, short, value }: FlagInfo): string =>
  `${short === undefined ? "" : `-${short}, `}--${name}${value === null ? "" : ` <${value}>`}`

const flagDescription = (flag: FlagInfo): string =>
  [
    flag.description,
    flag.words === undefined ? "" : `One of ${flag.words.join(", ")}.`,
    flag.default === undefined ? "" : `Default ${flag.default}.`,
    flag.repeated ? "Can be given several times." : "",
    flag.required ? "Required." : ""
  ]
    .filter((text) => text !== "")
    .map((text, index, all) => (index < all.length - 1 && !/[.!?]$/.test(text) ? `${text}.` : text))
    .join(" ")

/** `adwarden campaigns update --help` */
export const commandHelp = (command: CommandInfo, screen: Screen): string => {
  const { paint } = screen
  const places = widthFor(screen)
  const argumentTerms = command.arguments.map(
    ({ description, name, words }): Term => [
      `<${name}>`,
      words === undefined ? description : `${description}: ${words.join(", ")}`
    ]
  )
  const flags = [...command.flags, { name: "help", short: "h", value: null, description: "This text" }]
  return join([
    wrapIn("", `${command.summary}.`, places),
    command.description === "" ? null : wrapIn("", command.description, places),
    withTitle("Usage", wrapIn("  ", usageOf(command), places), paint),
    argumentTerms.length === 0 ? null : withTitle("Arguments", termList(argumentTerms, places, paint), paint),
    withTitle(
      "Flags",
      termList(
        flags.map((flag) => [flagTerm(flag), flagDescription(flag)]),
        places,
        paint
      ),
      paint
    ),
    command.examples.length === 0
      ? null
      : withTitle(
          "Example",
          command.examples.map((line) => `  ${paint.faint("$")} ${line}`).join("\n"),
          paint
        )
  ])
}

/** Returns whether help is requested: by flag before `--`, or by the first word. */
export const asksForHelp = (args: ReadonlyArray<string>): boolean => {
  const end = args.indexOf("--")
  const beforeSeparator = end === -1 ? args : args.slice(0, end)
  return beforeSeparator[0] === "help" || beforeSeparator.includes("--help") || beforeSeparator.includes("-h")
}

const textFor = async (match: CommandMatch, { out }: Terminal): Promise<string> => {
  if (match.kind === "top") return topHelp(out)
  if (match.kind === "group") return groupHelp(match.group, out)
  if (match.kind === "nothing") throw noSuchCommand(match)
  return commandHelp(await matchedCommand(match), out)
}

/** Shows help from the generated data. */
export const showHelp = async (args: ReadonlyArray<string>, terminal: Terminal): Promise<number> => {
  const requestedWords = args[0] === "help" ? args.slice(1) : args
  const match = findCommand(requestedWords.filter((arg) => !arg.startsWith("-") || arg === "--local"))
  terminal.out.line(await textFor(match, terminal))
  return 0
}
