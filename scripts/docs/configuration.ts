import { settingGroups } from "../../packages/cli/src/settings/declared.ts"
import type { SettingFacts } from "../../packages/cli/src/settings/setting.ts"

/** docs/reference/configuration.md, made from the declarations that read the environment. */

const row = (cells: ReadonlyArray<string>) =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`

const settingRow = ({ description, name, defaultText, secret, takes }: SettingFacts) => {
  const isPlainWord = /^\S+$/.test(defaultText) && defaultText !== "none" && !defaultText.startsWith("`")
  return row([
    `\`${name}\``,
    description,
    // Angle brackets would be taken for markup, and an address for a link.
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
    "<!-- Made from packages/cli/src/settings; do not edit. `npm run docs` makes it anew. -->",
    "# Configuration",
    `What the commands of the service (\`dev\`, \`serve\`, \`worker\`, \`migrate\` and those of the operator) read from their
environment. An empty setting counts as left out. One that cannot be read stops the command before anything was
started, with all of the problems in one line. What is secret is repeated in no message and no log.

Commands that call the service read others: \`ADWARDEN_URL\` and \`ADWARDEN_API_KEY\`, or \`ADWARDEN_PROFILE\` for a login that is
kept, and \`ADWARDEN_ORG\` for the organization; so do [the client](../../packages/client/README.md) and
[MCP clients](../guides/mcp-clients.md). \`NO_COLOR\` is honoured everywhere.
\`GOOGLE_ADS_REFRESH_TOKEN\` may hand \`adwarden accounts\` the login that it links.`,
    ...Object.entries(settingGroups).map(section)
  ].join("\n\n")
