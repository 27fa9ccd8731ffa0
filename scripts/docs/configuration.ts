import { settingGroups } from "../../packages/server/src/settings/declared.ts"
import type { SettingFacts } from "../../packages/server/src/settings/setting.ts"

/* Renders docs/reference/configuration.md from the declarations of the settings. */

const row = (cells: ReadonlyArray<string>) =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`

const settingRow = ({ description, name, defaultText, secret, takes }: SettingFacts) => {
  const isPlainWord = /^\S+$/.test(defaultText) && defaultText !== "none" && !defaultText.startsWith("`")
  return row([
    `\`${name}\``,
    description,
    // Renderers would read angle brackets as markup, and a URL as a link.
    takes.replace(/\S*(?:[<>]|:\/\/)\S*(?: <[^>]*>)?/g, (example) => `\`${example}\``),
    isPlainWord ? `\`${defaultText}\`` : defaultText,
    secret ? "yes" : ""
  ])
}

const head = ["Setting", "Meaning", "Takes", "Default", "Secret"]

const section = ([title, settings]: readonly [string, Readonly<Record<string, { facts: SettingFacts }>>]) =>
  [
    `## ${title}`,
    [
      row(head),
      row(head.map(() => "---")),
      ...Object.values(settings).map((one) => settingRow(one.facts))
    ].join("\n")
  ].join("\n\n")

export const configurationPage = (): string =>
  [
    "<!-- Written by `npm run docs` from packages/server/src/settings; do not edit. -->",
    "# Configuration",
    `Environment variables of the service's commands (\`dev\`, \`serve\`, \`worker\`, \`migrate\` and the operator commands). An empty
variable counts as not set. An invalid one stops the command before anything starts, with all problems in one line.
Secrets never appear in messages or logs.

Commands that call the service read others: \`ADWARDEN_URL\` and \`ADWARDEN_API_KEY\`, or \`ADWARDEN_PROFILE\` for a stored
login, and \`ADWARDEN_ORG\` for the organization; so do [the client](../../packages/client/README.md) and
[MCP clients](../guides/mcp-clients.md). \`NO_COLOR\` is honoured everywhere.
\`adwarden accounts\` can read the login that it links from \`GOOGLE_ADS_REFRESH_TOKEN\`.`,
    ...Object.entries(settingGroups).map(section)
  ].join("\n\n")
