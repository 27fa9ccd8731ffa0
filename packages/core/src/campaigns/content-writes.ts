import { Effect } from "effect"
import { makeStep, type PlanContext, type Step } from "../changes/edit.ts"
import { registerWrite } from "../changes/registries.ts"
import { plansOf, tracesOf, type Write, type WriteResult, warningsIn } from "../changes/write.ts"
import { type Input, ValidationError } from "../contract/index.ts"
import { campaignBySlug, campaignReads, isPlatformFirst } from "./campaign.ts"
import { adContentEdit, adNotFound } from "./edits/ad-content.ts"
import { adStateEdit } from "./edits/ad-state.ts"
import { assetsEdit } from "./edits/assets.ts"
import { pageKey } from "./launch/lines.ts"
import { readAdParts } from "./rows/draft-content.ts"
import { readLandingPages } from "./rows/landing-pages.ts"

/* Writes of the ads, sitelinks and callouts of a campaign, on drafts and on running campaigns. */

/** Lines without the space around them, which the platform does not keep. */
const trimmed = (lines: ReadonlyArray<string>): ReadonlyArray<string> => lines.map((line) => line.trim())

/** Has the pages of a draft read in the background: new lines rest on pages that were not read yet. */
const readPagesStep = (campaign: number): Step => ({
  kind: "draft.read_pages",
  version: 1,
  input: { campaign }
})

const invalid = (path: string, message: string) => new ValidationError({ fields: [{ path, message }] })

type Changes = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>

/** What changes, by part: the values of a plan or trace before and after. */
const changesOf = (
  parts: ReadonlyArray<readonly [was: object, set: Readonly<Record<string, unknown>>]>
): Changes =>
  Object.fromEntries(
    parts.flatMap(([was, set]) =>
      Object.entries(set).map(([part, to]) => [part, { from: (was as typeof set)[part], to }])
    )
  )

const other = (state: "enabled" | "paused") => (state === "paused" ? "enabled" : "paused")

const stepsOfAd = (context: PlanContext, input: Input<"ads.update">) =>
  Effect.gen(function* () {
    const { ad_id: id, descriptions, headlines, paths, slug, state, url } = input
    const campaign = yield* campaignBySlug(context, slug)
    const ad = yield* readAdParts(context.clearance.organization.id, id)
    if (ad === null || ad.campaign !== campaign.id) return yield* adNotFound(id)
    const to = {
      ...(headlines && { headlines: trimmed(headlines) }),
      ...(descriptions && { descriptions: trimmed(descriptions) }),
      ...(paths && { paths: trimmed(paths).filter((path, n, all) => path !== "" || n < all.length - 1) }),
      ...(url !== undefined && { url })
    }
    const writes = Object.keys(to).length > 0
    if (!writes && state === undefined)
      return yield* invalid("input", "must have state, headlines, descriptions, paths or url")
    const steps: ReadonlyArray<Step> = [
      ...(state === undefined
        ? []
        : [makeStep(adStateEdit, { campaign: campaign.id, ad: id, part: "ad", to: state })]),
      ...(writes ? [makeStep(adContentEdit, { ad: id, to })] : []),
      ...(url === undefined || url === ad.url || isPlatformFirst(campaign)
        ? []
        : [readPagesStep(campaign.id)])
    ]
    return { campaign, steps }
  })

const makeUpdateAd = Effect.succeed<Write<"ads.update">>({
  reads: campaignReads,
  actions: (context, input) =>
    Effect.map(stepsOfAd(context, input), ({ campaign, steps }) => [
      { op: "update_ad", campaign, source: "dashboard", steps }
    ]),
  preview: (planned) => {
    const states = plansOf(planned, adStateEdit).filter(({ empty }) => !empty)
    const lost = states.flatMap(({ lost }) => lost ?? [])[0]
    return {
      would_change: changesOf([
        ...states.map(({ to }) => [{ state: other(to) }, { state: to }] as const),
        ...plansOf(planned, adContentEdit).map(({ from, to }) => [from, to] as const)
      ]),
      ...(lost !== undefined && { would_lose: lost })
    }
  },
  unchanged: () => ({ applied: true, action_id: null, changed: {} }),
  output: (done: WriteResult) => ({
    applied: true,
    action_id: done.actions[0]!.action,
    changed: changesOf([
      ...tracesOf(done, adStateEdit).map(({ set }) => [{ state: other(set) }, { state: set }] as const),
      ...tracesOf(done, adContentEdit).map(({ set, was }) => [was, set] as const)
    ]),
    ...warningsIn(done)
  })
})

const makeUpdateAssets = Effect.succeed<Write<"assets.update">>({
  reads: campaignReads,
  actions: (context, { callouts, sitelinks, slug }) =>
    Effect.gen(function* () {
      if (callouts === undefined && sitelinks === undefined)
        return yield* invalid("input", "must have sitelinks or callouts")
      const campaign = yield* campaignBySlug(context, slug)
      const to = {
        ...(sitelinks && { sitelinks: sitelinks.map((link) => ({ ...link, text: link.text.trim() })) }),
        ...(callouts && { callouts: trimmed(callouts) })
      }
      const pages = yield* readLandingPages(context.clearance.organization.id, campaign.id)
      const read = new Set(pages.map(({ url }) => pageKey(url)))
      const isUnread = sitelinks?.some(({ url }) => !read.has(pageKey(url))) ?? false
      const steps: ReadonlyArray<Step> = [
        makeStep(assetsEdit, { campaign: campaign.id, to }),
        ...(isUnread && !isPlatformFirst(campaign) ? [readPagesStep(campaign.id)] : [])
      ]
      return [{ op: "update_assets", campaign, source: "dashboard", steps }]
    }),
  preview: (planned) => ({
    would_change: changesOf(plansOf(planned, assetsEdit).map(({ from, to }) => [from, to] as const))
  }),
  unchanged: () => ({ applied: true, action_id: null, changed: {} }),
  output: (done: WriteResult) => ({
    applied: true,
    action_id: done.actions[0]!.action,
    changed: changesOf(tracesOf(done, assetsEdit).map(({ set, was }) => [was, set] as const)),
    ...warningsIn(done)
  })
})

export const contentWrites = Effect.all(
  [registerWrite("ads.update", makeUpdateAd), registerWrite("assets.update", makeUpdateAssets)],
  { discard: true }
)
