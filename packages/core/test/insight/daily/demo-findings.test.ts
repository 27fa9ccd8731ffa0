import { readFileSync, writeFileSync } from "node:fs"
import { expect, it } from "vitest"
import { detectDaily } from "../../../src/insight/daily/run.ts"
import { recommendationLabels } from "../../../src/insight/recommendations/labels.ts"
import { runOnPlatform } from "../../support/on-platform.ts"

/*
 * What the daily run finds in the demo world, as a page of the docs: `npm run accept findings` writes it. The demo's
 * figures end yesterday, so amounts differ from day to day; what is planted is found on every day.
 */

const page = new URL("../../../../../docs/reference/demo-findings.md", import.meta.url)
const demo = await runOnPlatform()

interface Found {
  readonly campaign: string
  readonly type: keyof typeof recommendationLabels
  readonly finding: Readonly<Record<string, unknown>>
}

const readFound = async (): Promise<ReadonlyArray<Found>> => {
  const live = await demo.query<{ id: number }>(
    `select c.id from campaigns c join organizations o on o.id = c.organization_id and o.slug = 'northwind'
     where c.channel = 'search' and c.state = 'live' and c.removed_at is null order by c.slug`
  )
  for (const { id } of live) await demo.run(detectDaily(1, id))
  return demo.query<Found>(
    `select c.name as campaign, r.type, f.finding from recommendations r
     join campaigns c on c.organization_id = r.organization_id and c.id = r.campaign_id,
     jsonb_array_elements(r.details -> 'findings') with ordinality f (finding, n)
     where r.organization_id = 1 and r.status = 'pending'
     order by r.estimated_monthly_saving desc nulls last, c.name, r.type, f.n`
  )
}

const subjectOf = ({ finding }: Found): string => String(finding["term"] ?? finding["text"] ?? "the campaign")
const cell = (text: string): string => text.replaceAll("|", "\\|")
const rowOf = (found: Found): string =>
  `| ${[
    found.campaign,
    recommendationLabels[found.type],
    subjectOf(found),
    String(found.finding["action"] ?? ""),
    String(found.finding["reason"] ?? "")
  ]
    .map(cell)
    .join(" | ")} |`

/** The part of a row that is the same on every day. */
const stable = (row: string): string => row.split(" | ").slice(0, 3).join(" | ")

const planted: ReadonlyArray<string> = ["negative_keywords", "no_conversion_keywords", "high_cpc"]

it("the page lists what the daily run finds, each with its reason", async () => {
  const found = await readFound()
  const rows = found.map(rowOf)
  if (process.env["ACCEPT_FINDINGS"] !== undefined)
    writeFileSync(
      page,
      `# What the daily run finds in the demo

The findings of Northwind's live search campaigns, as the daily run saves them: one row for each term or keyword, with the
reason that it is shown with. \`npm run accept findings\` wrote this page; amounts differ from day to day, because the demo's
figures end yesterday. How well the detectors judge is [measured](detectors.md).

| Campaign | Recommendation | Found | Applying | Reason |
| --- | --- | --- | --- | --- |
${rows.join("\n")}
`
    )
  const listed = new Set(readFileSync(page, "utf8").split("\n").map(stable))
  const ofBoilers = found.filter(
    ({ campaign, type }) => campaign === "Boiler repair" && planted.includes(type)
  )
  expect(ofBoilers.length).toBeGreaterThan(3)
  for (const one of ofBoilers) expect(listed).toContain(stable(rowOf(one)))
  for (const { finding } of found) expect(finding["reason"]).toMatch(/\.$/)
})
