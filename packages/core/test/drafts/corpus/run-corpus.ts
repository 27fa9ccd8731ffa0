import { Either } from "effect"
import { describeSource } from "../../../src/campaigns/index.ts"
import { type CorpusDraft, openCorpus } from "./generate.ts"
import { websitesFolder } from "./index.ts"

/* `npm run check corpus` prints the draft of every website of the corpus, or of those that are named. */

const lines = (title: string, texts: ReadonlyArray<string>) =>
  texts.length === 0 ? [] : [`  ${title}`, ...texts.map((text) => `    ${text}`)]

const describeDraft = (
  name: string,
  { brand, cpcCeiling, draft, language, targeting, warnings }: CorpusDraft
) =>
  [
    `# ${name} (${brand}): language ${language}, clicks up to ${cpcCeiling ?? "no ceiling"}`,
    `  Places: ${targeting.locations.map((place) => place.name).join(" | ") || targeting.locationQuestion || "none"}`,
    ...draft.ads.flatMap((ad) => [
      "",
      `  ## ${ad.name} -> ${new URL(ad.url).pathname}`,
      ...lines(
        "headlines",
        ad.headlines.map(({ source, text }) => (verbose ? `${text}  <- ${describeSource(source)}` : text))
      ),
      ...lines(
        "descriptions",
        ad.descriptions.map(({ source, text }) => (verbose ? `${text}  <- ${describeSource(source)}` : text))
      ),
      ...lines(
        "keywords",
        ad.keywords.map(
          ({ match, source, text }) =>
            `${match} ${text}${source.from === "platform" ? ` (${source.monthly_searches})` : ""}`
        )
      )
    ]),
    "",
    `  Sitelinks: ${draft.sitelinks.map(({ text }) => text.text).join(" | ")}`,
    `  Callouts: ${draft.callouts.map(({ text }) => text).join(" | ")}`,
    `  Negatives: ${draft.negatives.map(({ text }) => text).join(" | ")}`,
    ...lines("warnings", warnings)
  ].join("\n")

const verbose = process.argv.includes("--sources")
const named = process.argv.slice(2).filter((one) => !one.startsWith("--"))
const corpus = await openCorpus(process.argv.includes("--strangers") ? websitesFolder : undefined)
for (const name of named.length === 0 ? corpus.names : named) {
  const result = await corpus.draft(name)
  console.log(
    `${Either.match(result, { onLeft: (why) => `# ${name}: no draft. ${why}`, onRight: (draft) => describeDraft(name, draft) })}\n`
  )
}
await corpus.close()
