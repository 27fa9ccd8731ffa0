import { basename } from "node:path"
import { guardGroups } from "./cases/index.ts"
import { displayTitle, type Guard, type GuardGroup } from "./guard.ts"

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ").trim()

const link = (file: string): string => `[${basename(file)}](../../../${file})`

const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts)]

/** Formats a title as code, so that its characters have no meaning in Markdown. */
const quoted = (title: string): string => `\`${title.replaceAll("`", "'").replaceAll(/[\r\n]+/g, " ")}\``

const testsOf = ({ provingTests }: Guard): string =>
  [...Map.groupBy(provingTests, ({ file }) => file)]
    .map(([file, ofFile]) => `${link(file)}: ${ofFile.map((each) => quoted(displayTitle(each))).join(", ")}`)
    .join("<br>")

const rowOf = (guard: Guard): string => {
  const locations = distinct(guard.patches.map(({ file }) => file)).map(link)
  const cells = [
    `\`${guard.name}\``,
    guard.attack,
    `${guard.defence} (${locations.join(", ")})`,
    testsOf(guard)
  ]
  return `| ${cells.map(cell).join(" | ")} |`
}

const fileOf = ({ title }: GuardGroup): string => title.toLowerCase().replaceAll(/[^a-z]+/g, "-")

const groupPage = ({ guards, title }: GuardGroup): string =>
  [
    `# Attacks: ${title}`,
    "",
    "[All attacks, and how they are checked](../attacks.md).",
    "",
    "| | Attack | What stops it | Which tests fail without it |",
    "| --- | --- | --- | --- |",
    ...guards.map(rowOf)
  ].join("\n")

const introduction = `# Attacks

Known attacks on the service, the guard that stops each, and the tests that fail without that guard. Written by
\`npm run docs\` from the list in \`scripts/guards/cases\`.

\`npm run guards\` removes each guard in turn and runs the tests named here: each of them must fail. It changes no file
(the code is changed while it is loaded into the test), checks first that the tests pass unchanged, and exits with 1 if
no test noticed a removed guard. \`--only redirect\` selects guards by name, \`--verbose\` prints how each test failed. A
full run takes about half an hour on a quiet machine, so run it when something here changes; \`npm test\` checks only that every
entry still matches the code and names existing tests.

Where two guards stop the same attack ("behind that"), both are removed together, because each alone would stop it.

To add an attack, write the failing test first, then add an entry to the list.`

const linkOf = (group: GuardGroup): string =>
  `| [${group.title}](attacks/${fileOf(group)}.md) | ${group.guards.length} |`

/** Renders the list of areas. */
export const attacksPage = (): string =>
  [introduction, ["| Area | Attacks |", "| --- | --- |", ...guardGroups.map(linkOf)].join("\n")].join("\n\n")

/** A page for each area, by its file name. */
export const attackPages = (): ReadonlyArray<readonly [name: string, text: string]> =>
  guardGroups.map((group) => [fileOf(group), groupPage(group)])
