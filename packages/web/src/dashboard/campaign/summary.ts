import {
  ApprovalReviews,
  CampaignConflicts,
  type ChartChange,
  type CurrentOrganization,
  type DraftContent,
  DraftContents,
  Figures,
  LaunchChecks,
  launchLines,
  locationEndpoints,
  type OrganizationPageReader,
  PeopleWrites,
  type PeriodFigures,
  TaskFeed
} from "@adwarden/core"
import { languageName, pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { together } from "../../kit/dashboard-page.ts"
import { type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { rangeOf } from "../../kit/range.ts"
import { banner, card, count, day, figures, split } from "../../parts/index.ts"
import { comparedText, periodChartCard, periodFiguresOf, rangeBanner, rangePicker } from "../period.ts"
import { searchResult } from "./ads.ts"
import {
  type Campaign,
  campaignPage,
  contentsCard,
  mayChange,
  settingsCard,
  stateButtons
} from "./campaign-page.ts"
import { hasContent } from "./channel.ts"
import { conflictCard, decisionCard, pendingBanner, pendingOf, readDecision } from "./decision.ts"
import { fixCard, readDraftFix } from "./draft/fixes.ts"
import { draftFacts, launchCard, launchChecksCard } from "./draft/launch-checks.ts"
import { linesToLaunch } from "./draft/proven-lines.ts"
import { fieldCard, readFieldChange } from "./field-change.ts"
import { readStateChange, stateCard } from "./state-change.ts"

interface CampaignFiguresData {
  readonly period: PeriodFigures
  readonly changes: ReadonlyArray<ChartChange>
}

/** Reads the figures and changes of a campaign in the range of the address. */
const readCampaignFigures = Effect.map(
  Figures,
  (reader) =>
    ({ clearance }: OrganizationPageReader, slug: string, request: BrowserRequest) => {
      const { days } = rangeOf(request)
      return together({
        period: reader.period(clearance, days, slug),
        changes: reader.changes(clearance, days, reader.names(clearance), slug)
      })
    }
)

/** A campaign's figures against the days before, and its chart with its changes. A draft has none yet. */
const campaignFigures = (
  campaign: Campaign,
  { changes, period }: CampaignFiguresData,
  { currency, slug: org }: CurrentOrganization,
  request: BrowserRequest
): Html | null => {
  const range = rangeOf(request)
  if (campaign.state === "draft" && period.now.impressions === 0) return null
  return html`<div class="row"><h2>Figures</h2><div class="row end">${rangePicker(request, range, period.period)}</div></div>
<p class="small">${comparedText(period)}.</p>
${rangeBanner(range, period)}
${figures(periodFiguresOf(period, currency))}
${periodChartCard({ figures: period, changes, org, currency, ofCampaign: true })}`
}

/** What a first launch sends besides ads and keywords, and every line with what proves it. */
const launchContent = ({ callouts, language, launch, locations, sitelinks }: DraftContent): Html =>
  html`<p>${count(sitelinks.length, "sitelink")} and ${count(callouts.length, "callout")}. Shown ${
    locations.length === 0 ? "around one place" : `in ${locations.map(({ name }) => name).join("; ")}`
  }${language === null ? "" : `, to people who use ${languageName(language)}`}.</p>${linesToLaunch(launchLines(launch))}`

/** The first ad of a draft that has a text, as people would see it. */
const draftedAdCard = (
  { ads, callouts, sitelinks }: DraftContent,
  { business, href }: { readonly business: string; readonly href: string }
): Html | null => {
  const ad = ads.find(({ headlines }) => headlines.length > 0)
  return ad === undefined
    ? null
    : card({
        id: "drafted",
        title: "The ad, as drafted",
        actions: html`<a class="small" href="${href}">${ads.length === 1 ? "All lines" : `All ${ads.length} ads`}</a>`,
        body: searchResult({ ...ad, business, callouts, sitelinks: sitelinks.map(({ text }) => text) })
      })
}

/** /o/{org}/campaigns/{slug}. */
export const campaignSummary = (router: PageRouter) =>
  Effect.gen(function* () {
    const reviews = yield* ApprovalReviews
    const people = yield* PeopleWrites
    const drafts = yield* DraftContents
    const locations = yield* locationEndpoints
    const checks = yield* LaunchChecks
    const conflicts = yield* CampaignConflicts
    const feed = yield* TaskFeed
    const readFigures = yield* readCampaignFigures
    campaignPage(router, {
      tab: "summary",
      feed,
      read: (reader, slug, request, campaign) =>
        together({
          organization: reader.read("organizations.get"),
          pending: reviews.pendingIn(reader.clearance),
          field: readFieldChange(reader, people, slug, request),
          state: readStateChange(reader, slug, request),
          decision: readDecision(reader, people, slug, request),
          conflict: Effect.flatMap(campaign, ({ sync }) =>
            sync === "conflict" ? conflicts.read(reader.clearance, slug) : Effect.succeed(null)
          ),
          draft: Effect.flatMap(campaign, (one) =>
            one.state === "draft" && hasContent(one)
              ? Effect.gen(function* () {
                  const { content, launch } = yield* together({
                    content: drafts.read(reader.clearance, slug),
                    launch: checks.read(reader.clearance, slug)
                  })
                  const fix = yield* readDraftFix(reader, content, request, { people, locations })
                  return { content, launch, fix }
                })
              : Effect.succeed(null)
          ),
          figures: readFigures(reader, slug, request)
        }),
      render: (
        {
          campaign,
          data: { conflict, decision, draft, field, figures, organization, pending: all, state },
          organization: current
        },
        request
      ) => {
        const pending = pendingOf(all, campaign.slug)
        const decides = {
          campaign,
          org: current.slug,
          currency: current.currency,
          adPlatform: current.adPlatform,
          adPlatformUrl: current.adPlatformUrl,
          mayChange: mayChange(current)
        }
        const view = { campaign, organization, pending, request, conflict, decides }
        const stopped = campaign.serving?.conversions_stopped_since
        const buttons = stateButtons(campaign, current)
        const changeCards = [
          conflict === null ? null : conflictCard(conflict, decides),
          decision === null ? null : decisionCard(decision, decides, request),
          field === null ? null : fieldCard({ ...view, change: field }),
          state === null
            ? null
            : stateCard({
                ...view,
                change: state,
                ...(draft === null ? {} : { content: launchContent(draft.content) })
              })
        ]
        // A phone shows the first block, then the settings: the form if one is open, else the checks of a draft.
        const open =
          conflict !== null || decision !== null || field !== null || state !== null || draft?.fix != null
        return {
          ...(buttons === null ? {} : { actions: buttons }),
          range: rangeOf(request),
          body: html`${pendingBanner(pending, current.slug)}
${
  stopped == null
    ? null
    : banner(
        "bad",
        html`No conversions since ${day(stopped)}, although clicks go on as before. Check the conversion tracking and the landing pages.`
      )
}
${
  draft === null
    ? split(
        html`${changeCards}${campaignFigures(campaign, figures, current, request)}`,
        html`${settingsCard(campaign, current)}${contentsCard(campaign, current)}`
      )
    : split(
        open
          ? html`${changeCards}${draft.fix === null ? null : fixCard({ ...draft, fix: draft.fix, request })}`
          : launchChecksCard({ ...draft, campaign, organization: current }),
        html`${launchCard({ ...draft, campaign, organization: current })}${settingsCard(campaign, current, draftFacts({ ...draft, campaign, organization: current }))}`,
        html`${open ? launchChecksCard({ ...draft, campaign, organization: current }) : null}${draftedAdCard(draft.content, { business: current.name, href: pagePaths.campaign(current.slug, campaign.slug, "ads") })}`
      )
}`
        }
      }
    })
  })
