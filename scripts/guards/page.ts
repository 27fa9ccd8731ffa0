import { basename } from "node:path"
import { chapters } from "./cases/index.ts"
import { type Chapter, type Guard, shownTitle } from "./guard.ts"

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ").trim()

const link = (file: string): string => `[${basename(file)}](../../${file})`

const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts)]

/** Titles hold anything: as code they are nothing but text. */
const quoted = (title: string): string => `\`${title.replaceAll("`", "'").replaceAll(/[\r\n]+/g, " ")}\``

const testsOf = ({ witnesses }: Guard): string =>
  [...Map.groupBy(witnesses, ({ file }) => file)]
    .map(([file, ofFile]) => `${link(file)}: ${ofFile.map((each) => quoted(shownTitle(each))).join(", ")}`)
    .join("<br>")

const rowOf = (guard: Guard): string => {
  const where = distinct(guard.cuts.map(({ file }) => file)).map(link)
  const cells = [`\`${guard.name}\``, guard.attack, `${guard.held} (${where.join(", ")})`, testsOf(guard)]
  return `| ${cells.map(cell).join(" | ")} |`
}

const chapterOf = ({ guards, title }: Chapter): string =>
  [
    `## ${title}`,
    "",
    "| | Attack | What stops it | Which tests fail without it |",
    "| --- | --- | --- | --- |",
    ...guards.map(rowOf)
  ].join("\n")

const introduction = `# Attacks

Every way to attack the service that we know, what stops it, and the tests that would tell if that were gone. Made by
\`npm run docs\` from the list in \`scripts/guards/cases\`.

**A guard that can be taken out unnoticed is no guard.** \`npm run guards\` takes them out one after the other and runs the
tests that are named here: each of them has to fail. It changes no file (the code is changed on its way into the test),
makes sure first that the tests pass as things are, and ends with 1 if a guard was not missed. \`--only redirect\` takes
those whose name contains the word, \`--verbose\` tells how each test failed. It takes a quarter of an hour, so it is run
when something here changes; \`npm test\` only holds that every entry still fits the code and the tests that it names.

**Where guards stand behind each other** ("behind that"), both are out at the same time: each alone would hold.

**Who finds another way in** writes the test first, then a line in the list.`

/** The page of attacks, from the list. */
export const attacksPage = (): string => [introduction, ...chapters.map(chapterOf)].join("\n\n")
