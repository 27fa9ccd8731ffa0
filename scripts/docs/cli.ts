import {
  type ArgumentInfo,
  type CommandInfo,
  type FlagInfo,
  nameWords
} from "../../packages/cli/src/command-info.ts"
import { commandsIn, overview } from "../../packages/cli/src/generated/overview.ts"
import { usageOf } from "../../packages/cli/src/help.ts"
import { type ExitReason, errorsWithReason, exitCodes } from "../../packages/cli/src/refusal.ts"

/* Renders docs/reference/cli.md and a page for each group of commands, from the data behind help and completion. */

const row = (cells: ReadonlyArray<string>) =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replace(/<([^>]*)>/g, "`<$1>`")).join(" | ")} |`

const sections = await Promise.all(
  overview.map(async ({ file, groups, title }) => ({
    title,
    groups,
    commands: (await commandsIn[file]!()).commands
  }))
)

const valuesText = (words: ReadonlyArray<string> | undefined) =>
  words === undefined ? [] : [`One of ${words.map((word) => `\`${word}\``).join(", ")}.`]

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

const argumentRow = ({ description, name, words }: ArgumentInfo) =>
  row([`<${name}>`, [sentence(description), ...valuesText(words)].join(" ")])

const flagRow = ({
  default: defaultValue,
  description,
  name,
  repeated,
  required,
  short,
  value,
  words
}: FlagInfo) =>
  row([
    `\`${short === undefined ? "" : `-${short}, `}--${name}${value === null ? "" : ` ${value}`}\``,
    [
      sentence(description),
      ...valuesText(words),
      ...(defaultValue === undefined ? [] : [`Default \`${defaultValue}\`.`]),
      ...(repeated ? ["Can be given several times."] : []),
      ...(required ? ["Required."] : [])
    ].join(" ")
  ])

/** Flags that the page describes once, not for each command. */
const commonFlagNames: ReadonlySet<string> = new Set([
  "org",
  "profile",
  "url",
  "json",
  "preview-hash",
  "idempotency-key"
])
const outputFlagNames: ReadonlySet<string> = new Set(["fields", "quiet", "verbose"])
const isOwnFlag = (command: CommandInfo, { name }: FlagInfo) =>
  !outputFlagNames.has(name) && (command.where !== "api" || !commonFlagNames.has(name))

const commandPart = (command: CommandInfo): string => {
  const flags = command.flags.filter((flag) => isOwnFlag(command, flag))
  const rows = [...command.arguments.map(argumentRow), ...flags.map(flagRow)]
  return [
    `## ${nameWords(command).join(" ")}`,
    [sentence(command.summary), command.description].filter((text) => text !== "").join(" "),
    ["```text", [usageOf(command), ...command.examples.map((line) => `$ ${line}`)].join("\n"), "```"].join(
      "\n"
    ),
    ...(rows.length === 0 ? [] : [["| | |", "| --- | --- |", ...rows].join("\n")])
  ].join("\n\n")
}

const sharedFlags: ReadonlyArray<readonly [string, string]> = [
  [
    "--json",
    "for every command with output: the response as JSON on standard output; errors as JSON on standard error"
  ],
  [
    "--fields paths",
    "the same with only these fields, such as `slug,ad_accounts[].id`; a dot leads into an object or a list. In a page of a list, paths begin at its rows, or at the response: `campaigns[].slug,total`"
  ],
  ["--quiet", "for every command with output: only results and errors, no notes and no progress"],
  [
    "--verbose",
    "for every command with output: also each request, or what the service logs, on standard error"
  ],
  [
    "--org slug",
    "the organization to act in; by default `ADWARDEN_ORG`, the profile's (`adwarden profiles use`), or the API key's own"
  ],
  [
    "--profile name",
    "sign in as this profile; by default `ADWARDEN_PROFILE`, or the one selected by `adwarden profiles use`"
  ],
  [
    "--url address",
    "the URL of the service; by default `ADWARDEN_URL`, the profile's own or http://localhost:4280"
  ],
  [
    "--preview-hash text",
    "for writes: the hash of the preview to execute; rejected if the result would differ by now"
  ],
  [
    "--idempotency-key text",
    "for writes: your own key for the change; a repeat within 24 hours returns the first response"
  ],
  ["--help", "for every command: its usage"]
]

const exitCodeRow = ([reason, { code, means }]: [string, { code: number; means: string }]) =>
  row([
    String(code),
    means,
    errorsWithReason(reason as ExitReason)
      .map((error) => `\`${error}\``)
      .join(", ")
  ])

const notice = "<!-- Written by `npm run docs` from the contract and the commands; do not edit. -->"

/** Commands with the same first word share a page. */
const pageOf = ({ words }: CommandInfo): string => words[0]!

const indexOf = (commands: ReadonlyArray<CommandInfo>): string =>
  [
    "| Command | |",
    "| --- | --- |",
    ...commands.map((command) => {
      const name = nameWords(command).join(" ")
      return row([
        `[\`${name}\`](cli/${pageOf(command)}.md#${name.replaceAll(" ", "-")})`,
        sentence(command.summary)
      ])
    })
  ].join("\n")

export const cliPage = (): string =>
  [
    notice,
    "# The command `adwarden`",
    "[The guide](../guides/cli.md) shows how to use it. `adwarden <command> --help` prints the same as these pages.",
    "## Flags of all API commands",
    [
      "| | |",
      "| --- | --- |",
      ...sharedFlags.map(([flag, description]) => row([`\`${flag}\``, description]))
    ].join("\n"),
    `No flag takes a secret: a key comes from \`ADWARDEN_API_KEY\`, a login from a file that only its owner can read. Output has
no colours outside a terminal and if \`NO_COLOR\` is set.`,
    "## Exit codes",
    [
      "| Code | Meaning | Errors |",
      "| --- | --- | --- |",
      ...Object.entries(exitCodes).map(exitCodeRow)
    ].join("\n"),
    ...sections.flatMap(({ commands, title }) => [`## ${title}`, indexOf(commands)])
  ].join("\n\n")

/** A page for each group of commands, by its file name. */
export const cliPages = (): ReadonlyArray<readonly [name: string, text: string]> => {
  const commands = sections.flatMap((section) => section.commands)
  return [...Map.groupBy(commands, pageOf)].map(([group, some]) => [
    group,
    [
      notice,
      `# adwarden ${group}`,
      "[All commands](../cli.md), with the flags that they share and the exit codes.",
      ...some.map(commandPart)
    ].join("\n\n")
  ])
}
