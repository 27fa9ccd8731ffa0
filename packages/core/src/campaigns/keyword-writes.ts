import { Effect } from "effect"
import { makeStep, type PlanContext } from "../changes/edit.ts"
import { registerWrite } from "../changes/registries.ts"
import { plansOf, tracesOf, type Write, type WriteResult, warningsIn } from "../changes/write.ts"
import { AdId, type FieldProblem, type Input, ValidationError } from "../contract/index.ts"
import { type Campaign, campaignBySlug, campaignReads, channelProblem } from "./campaign.ts"
import { type NewKeyword, readAdsOf } from "./criterion-rows.ts"
import { addKeywordsEdit } from "./edits/add-keywords.ts"
import { notWritten } from "./edits/content-parts.ts"
import { keywordStateEdit } from "./edits/keyword-state.ts"
import { removeKeywordsEdit } from "./edits/removals.ts"
import { termKey, termProblem } from "./negatives/terms.ts"
import { addLosses } from "./negatives/would-lose.ts"
import { readDraftContent, readNamedKeywords } from "./rows/draft-content.ts"

type Change = Input<"keywords.update">["keywords"][number]
type Rows = Effect.Effect.Success<ReturnType<typeof readNamedKeywords>>
type Ads = Effect.Effect.Success<ReturnType<typeof readAdsOf>>

/** Why an added keyword has no ad, as the end of a sentence. */
const noAd = (ads: Ads, slug: string): string =>
  ads.length === 0
    ? `cannot be chosen: ${slug} has no ad`
    : `must be one of the ads of ${slug}: ${ads.map(({ id, name }) => `${id} (${name})`).join(", ")}`

/** Resolves what a call asks of the keywords of a campaign, or reports what is wrong with each. */
const resolve = (changes: ReadonlyArray<Change>, rows: Rows, ads: Ads, slug: string) => {
  const fields: Array<FieldProblem> = []
  const add: Array<Omit<NewKeyword, "state">> = []
  const ids = { pause: [] as Array<number>, enable: [] as Array<number>, remove: [] as Array<number> }
  const named = new Map<number, string>()
  for (const [n, { ad_id, match_type: match, op, text }] of changes.entries()) {
    const path = `keywords.${n}`
    if (op === "add") {
      const problem = termProblem(text)
      const ad =
        ad_id === undefined ? (ads.length === 1 ? ads[0] : undefined) : ads.find(({ id }) => id === ad_id)
      if (problem !== null) fields.push({ path: `${path}.text`, message: problem })
      if (ad === undefined) fields.push({ path: `${path}.ad_id`, message: noAd(ads, slug) })
      else add.push({ ad: ad.id, text, match: match ?? "phrase" })
      continue
    }
    const found = rows.filter(
      (row) => termKey(row.text) === termKey(text) && (match === undefined || row.match === match)
    )
    const twice = found.map(({ id }) => named.get(id)).find((other) => other !== undefined)
    if (found.length === 0)
      fields.push({ path, message: `is not a keyword of ${slug}; {keywords.list} lists them` })
    if (twice !== undefined) fields.push({ path, message: `names the same keyword as ${twice}` })
    for (const { id } of found) {
      named.set(id, path)
      ids[op].push(id)
    }
  }
  return { add, ids, fields }
}

const stepsOf = (context: PlanContext, campaign: Campaign, changes: ReadonlyArray<Change>) =>
  Effect.gen(function* () {
    const organization = context.clearance.organization.id
    const ofChannel = channelProblem(campaign)
    if (ofChannel !== null) return yield* ofChannel
    const { written } = yield* readDraftContent(organization, campaign.id)
    if (!written) return yield* new ValidationError({ fields: [{ path: "slug", message: notWritten }] })
    const rows = yield* readNamedKeywords(organization, campaign.id)
    const ads = yield* readAdsOf(organization, campaign.id)
    const { add, fields, ids } = resolve(changes, rows, ads, campaign.slug)
    if (fields.length > 0) return yield* new ValidationError({ fields })
    const of = { campaign: campaign.id }
    return [
      ...(ids.remove.length === 0 ? [] : [makeStep(removeKeywordsEdit, { ...of, ids: ids.remove })]),
      ...(ids.pause.length === 0
        ? []
        : [makeStep(keywordStateEdit, { ...of, ids: ids.pause, to: "paused" })]),
      ...(ids.enable.length === 0
        ? []
        : [makeStep(keywordStateEdit, { ...of, ids: ids.enable, to: "enabled" })]),
      ...(add.length === 0 ? [] : [makeStep(addKeywordsEdit, { ...of, keywords: add })])
    ]
  })

const makeUpdateKeywords = Effect.succeed<Write<"keywords.update">>({
  reads: campaignReads,
  actions: (context, { keywords, slug }) =>
    Effect.gen(function* () {
      const campaign = yield* campaignBySlug(context, slug)
      const steps = yield* stepsOf(context, campaign, keywords)
      return [{ op: "update_keywords", campaign, source: "dashboard", steps }]
    }),
  preview: (planned) => {
    const states = plansOf(planned, keywordStateEdit)
    const removals = plansOf(planned, removeKeywordsEdit)
    const additions = plansOf(planned, addKeywordsEdit)
    const shown = (op: string, items: (typeof additions)[number]["items"]) =>
      items.map(({ ad, match, text }) => ({ op, text, match_type: match, ad_id: AdId.make(ad) }))
    const losses = [...states, ...removals].flatMap(({ lost }) => lost ?? [])
    return {
      would_apply: [
        ...removals.flatMap(({ items }) => shown("remove", items)),
        ...states.flatMap(({ items, to }) => shown(to === "paused" ? "pause" : "enable", items)),
        ...additions.flatMap(({ items }) => shown("add", items))
      ],
      already_there: additions.flatMap(({ alreadyThere }) => alreadyThere),
      ...(losses.length === 0 ? {} : { would_lose: addLosses(losses) })
    }
  },
  unchanged: () => ({
    applied: true,
    action_id: null,
    changed: { added: 0, paused: 0, enabled: 0, removed: 0 }
  }),
  output: (done: WriteResult) => {
    const states = tracesOf(done, keywordStateEdit)
    const countOf = (traces: ReadonlyArray<{ readonly ids: ReadonlyArray<number> }>) =>
      traces.reduce((sum, { ids }) => sum + ids.length, 0)
    return {
      applied: true,
      action_id: done.actions[0]!.action,
      changed: {
        added: countOf(tracesOf(done, addKeywordsEdit)),
        paused: countOf(states.filter(({ set }) => set === "paused")),
        enabled: countOf(states.filter(({ set }) => set === "enabled")),
        removed: countOf(tracesOf(done, removeKeywordsEdit))
      },
      ...warningsIn(done)
    }
  }
})

/** Adds, pauses, enables and removes keywords of a campaign as one action. */
export const updateKeywords = registerWrite("keywords.update", makeUpdateKeywords)
