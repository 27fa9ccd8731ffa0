import { randomUUID } from "node:crypto"
import {
  type AdFigures,
  type AdTexts,
  adFigureReads,
  CampaignTexts,
  DraftContents,
  descriptionLimits,
  headlineLimits,
  locationEndpoints,
  PeopleWrites,
  TaskFeed,
  widthOf
} from "@adwarden/core"
import { type Output, pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { organizationPage, together } from "../../kit/dashboard-page.ts"
import { form } from "../../kit/forms.ts"
import { type Content, type Html, html } from "../../kit/html.ts"
import { cursorOf, nextPage } from "../../kit/local-path.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { callOperation, idempotencyKeyOf, oneForm } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { rangeOf } from "../../kit/range.ts"
import { everyRow, exportLink } from "../../kit/table-file.ts"
import {
  badge,
  card,
  count,
  empty,
  head,
  hidden,
  linkButton,
  money,
  split,
  table,
  textField
} from "../../parts/index.ts"
import { contentBox, isFinal, planned, previewBox } from "../change/preview-box.ts"
import {
  mayCall,
  type PreviewedChange,
  previewChange,
  previewPeopleWrite
} from "../change/previewed-change.ts"
import { periodText, rangeBanner, rangePicker } from "../period.ts"
import { campaignFile, campaignPage } from "./campaign-page.ts"
import { hasContent, noContent } from "./channel.ts"
import { fixCard, readDraftFix } from "./draft/fixes.ts"
import { lossTable } from "./exclusion-preview.ts"

type Ad = Output<"campaigns.list_ads">["ads"][number]

/** The ad platform joins up to so many headlines and descriptions. */
const shownTogether = { headline: 3, description: 2 } as const
/** Of a sitelink's text and of a callout. */
const sharedWidth = 25
const widths = { headline: headlineLimits.width, description: descriptionLimits.width } as const

const textsOf = ({ lines }: Ad, of: "headline" | "description"): ReadonlyArray<string> =>
  lines.filter((line) => line.of === of).map(({ text }) => text)

/** The address as an ad shows it: the host and the words after it. */
const shownAddress = (url: string, paths: ReadonlyArray<string>): string => {
  const host = URL.canParse(url) ? new URL(url).host : url
  return [host, ...paths].join(" › ")
}

interface ShownAd {
  readonly business: string
  readonly url: string
  readonly paths: ReadonlyArray<string>
  readonly headlines: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
  readonly callouts: ReadonlyArray<string>
  readonly sitelinks: ReadonlyArray<string>
}

/** An ad as people see it on a results page, with its first texts. */
export const searchResult = (ad: ShownAd): Html => {
  const { business, callouts, paths, sitelinks, url } = ad
  const headlines = ad.headlines.slice(0, shownTogether.headline)
  const descriptions = ad.descriptions.slice(0, shownTogether.description)
  return html`<div class="serp"><b>Sponsored</b><div class="site"><span class="me" aria-hidden="true">${business.slice(0, 1)}</span><div>${business}<br /><span class="soft small">${shownAddress(url, paths)}</span></div></div><p class="title">${headlines.join(" | ")}</p><p>${descriptions.join(" ")}${callouts.length === 0 ? null : html` ${callouts.join(" · ")}`}</p>${
    sitelinks.length === 0 ? null : html`<ul>${sitelinks.map((text) => html`<li>${text}</li>`)}</ul>`
  }</div>`
}

/** An ad of a campaign as people see it on a results page. */
const adAsShown = (ad: Ad, business: string, { callouts, pathsOf, sitelinks }: AdTexts): Html =>
  searchResult({
    business,
    url: ad.url,
    paths: pathsOf.get(ad.ad_id) ?? [],
    headlines: textsOf(ad, "headline"),
    descriptions: textsOf(ad, "description"),
    callouts: callouts.map(({ text }) => text),
    sitelinks: sitelinks.map(({ text }) => text)
  })

/** A source in words, whose pages are links. */
const sourceCell = (source: string): Content =>
  source
    .split(/(https?:\/\/[^\s"),]+[^\s"),:.])/)
    .map((part, n) =>
      n % 2 === 1 ? html`<a href="${part}" rel="noreferrer">${new URL(part).pathname}</a>` : part
    )

interface SourcedLine {
  readonly name: string
  readonly text: string
  readonly length: string
  readonly source: string
}

const ownLines = ({ lines }: Ad): ReadonlyArray<SourcedLine> =>
  (["headline", "description"] as const).flatMap((of) =>
    lines
      .filter((line) => line.of === of)
      .map(({ source, text }, n) => ({
        name: `${of === "headline" ? "Headline" : "Description"} ${n + 1}`,
        text,
        length: `${widthOf(text)} / ${widths[of]}`,
        source
      }))
  )

/** The source of lines that were written elsewhere, as the API names it. */
const notOurs = "not written by this service"

/** Whether every line has the same source, which one sentence then names instead of a column. */
const haveOneSource = (rows: ReadonlyArray<SourcedLine>): boolean =>
  rows.every(({ source }) => source === rows[0]!.source)

/** The rows of the file: the lines of each ad, or the ad alone while it has none. */
const linesOf = (ad: Ad) => {
  const lines: ReadonlyArray<SourcedLine | null> = ad.lines.length === 0 ? [null] : ownLines(ad)
  return lines.map((line) => ({ ad, line }))
}

const sourceTable = (labelledBy: string, rows: ReadonlyArray<SourcedLine>): Html => {
  const one = rows.length > 1 && haveOneSource(rows)
  return html`<div>${table({
    labelledBy,
    rows,
    columns: [
      { title: "Says", cell: ({ name, text }) => html`<bdi>${text}</bdi><span class="small">${name}</span>` },
      {
        title: "Length",
        figure: true,
        rank: 2,
        cell: ({ length }) => html`<span class="soft">${length}</span>`
      },
      ...(one
        ? []
        : [
            {
              title: "Taken from",
              cell: ({ source }: SourcedLine) => html`<span class="small">${sourceCell(source)}</span>`
            }
          ])
    ]
  })}${one ? html`<p class="small soft same">${rows[0]!.source === notOurs ? "These lines were written outside Adwarden, so no source is known." : html`Every line: ${sourceCell(rows[0]!.source)}.`}</p>` : null}</div>`
}

/** Each line of an ad with its length and where it comes from. */
const adLines = (ad: Ad): Html => sourceTable(`ad-${ad.ad_id}`, ownLines(ad))

/** What an ad's keywords brought in the days of the page; null for one that is not written yet. */
const figuresLine = (
  { ad_id, state }: Ad,
  {
    ads,
    period
  }: { readonly ads: ReadonlyArray<AdFigures>; readonly period: Parameters<typeof periodText>[0] },
  currency: string
): Html | null => {
  if (state !== "enabled" && state !== "paused") return null
  const found = ads.find((one) => one.ad_id === ad_id)
  const days = html`<span class="soft">${periodText(period)}</span>`
  if (found === undefined) return html`<p>Its keywords had no clicks. ${days}</p>`
  const { clicks, conversions, cost } = found
  return html`<p>Its keywords: ${count(clicks, "click")} for ${money(cost, currency)}, ${count(conversions, "conversion")}${conversions > 0 ? html` at ${money(cost / conversions, currency)} each` : null}. ${days}</p>`
}

/** The buttons of an ad that is written. */
const adActions = (
  { ad_id: id, name, state }: Ad,
  { edit, path }: { readonly edit: (change: string, ad: number) => string; readonly path: string }
): Content => {
  if (state !== "enabled" && state !== "paused") return null
  const to = state === "enabled" ? "paused" : "enabled"
  const spoken = html`<span class="sr"> ${name}</span>`
  return html`${linkButton(edit("lines", id), html`Edit${spoken}`, "quiet tiny")}${linkButton(`${path}?set=${to}&ad=${id}#ad-${id}`, html`${changedStates[to]}${spoken}`, "quiet tiny")}`
}

/** The sitelinks and callouts that all ads of a campaign share; null without any that could be edited. */
const sharedLines = (
  { callouts, sitelinks }: AdTexts,
  edit: ((change: string) => string) | null
): Html | null => {
  const rows = [...sitelinks, ...callouts].map(({ of, source, text }) => ({
    name: of === "sitelink" ? "Sitelink" : "Callout",
    text,
    length: `${widthOf(text)} / ${sharedWidth}`,
    source
  }))
  if (rows.length === 0 && edit === null) return null
  const actions =
    edit === null
      ? null
      : html`${linkButton(edit("sitelinks"), "Edit sitelinks", "quiet tiny")}${linkButton(edit("callouts"), "Edit callouts", "quiet tiny")}`
  return card({
    id: "shared",
    title: "Sitelinks and callouts",
    note: "shared by all ads of the campaign",
    ...(actions === null ? {} : { actions }),
    padded: rows.length === 0,
    body: rows.length === 0 ? html`<p>None yet.</p>` : sourceTable("shared", rows)
  })
}

const approvals = {
  approved: badge("ok", "Approved"),
  limited: badge("wait", "Approved, limited"),
  disapproved: badge("fail", "Disapproved"),
  under_review: badge("wait", "Under review")
} as const

const states = {
  generating: badge("wait", "Being written"),
  enabled: null,
  paused: badge("paused", "Paused"),
  error: badge("fail", "Could not be written")
} as const

/** What the ad platform says of an ad. */
const adBadges = ({ approval, state, strength }: Ad): Content => [
  states[state],
  approval == null ? null : approvals[approval],
  strength == null ? null : badge("plain", `Strength: ${strength}`)
]

/** The ad that the page shall preview the removal of. */
const removedAd = ({ query }: BrowserRequest): number | null => {
  const id = Number(query.get("remove"))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

const changedStates = { paused: "Pause", enabled: "Enable" } as const

/** The state that the address asks to preview for an ad; null if it asks for none. */
const askedState = ({ query }: BrowserRequest) => {
  const id = Number(query.get("ad"))
  const state = (["paused", "enabled"] as const).find((one) => one === query.get("set"))
  return state === undefined || !Number.isSafeInteger(id) || id < 1 ? null : { id, state }
}

/** What pausing or enabling an ad would do, with the button that does it. */
const stateBox = (
  change: PreviewedChange<"ads.update">,
  state: keyof typeof changedStates,
  {
    back,
    currency,
    request
  }: { readonly back: string; readonly currency: string; readonly request: BrowserRequest }
): Html =>
  contentBox({
    request,
    change,
    back,
    button: `${changedStates[state]} the ad`,
    details:
      change.preview?.would_lose === undefined ? null : lossTable("loss", change.preview.would_lose, currency)
  })

const removalBox = (change: PreviewedChange<"ads.remove">, request: BrowserRequest, back: string): Html =>
  previewBox({
    request,
    change,
    back,
    button: "Remove the ad",
    final: isFinal(change),
    // The log says what was done; nothing is yet.
    content: html`<p>${planned(change.preview?.summary ?? "").replace(/ of [a-z0-9-]+$/, "")}</p>`
  })

/** /o/{org}/campaigns/{slug}/ads: each ad as on a results page, with the source of each line. */
export const campaignAds = (router: PageRouter) =>
  Effect.gen(function* () {
    const people = yield* PeopleWrites
    const texts = yield* CampaignTexts
    const contents = yield* DraftContents
    const locations = yield* locationEndpoints
    const readFigures = yield* adFigureReads
    campaignFile(router, {
      tab: "ads",
      rows: ({ read }, slug) =>
        Effect.map(
          everyRow(
            (page) => read("campaigns.list_ads", { slug, ...page }),
            ({ ads }) => ads
          ),
          (ads) => ads.flatMap(linesOf)
        ),
      columns: () => ({
        ad_id: ({ ad }) => ad.ad_id,
        ad: ({ ad }) => ad.name,
        state: ({ ad }) => ad.state,
        approval: ({ ad }) => ad.approval ?? null,
        strength: ({ ad }) => ad.strength ?? null,
        url: ({ ad }) => ad.url,
        line: ({ line }) => line?.name ?? null,
        text: ({ line }) => line?.text ?? null,
        length: ({ line }) => line && widthOf(line.text),
        source: ({ line }) => line?.source ?? null
      })
    })
    campaignPage(router, {
      tab: "ads",
      feed: yield* TaskFeed,
      read: (reader, slug, request, campaign) => {
        const ad = removedAd(request)
        const asked = askedState(request)
        return together({
          state:
            asked === null
              ? Effect.succeed(null)
              : previewChange(reader, "ads.update", { slug, ad_id: asked.id, state: asked.state }),
          change: Effect.flatMap(campaign, (one) =>
            request.query.has("change") && hasContent(one)
              ? Effect.gen(function* () {
                  const content = yield* contents.read(reader.clearance, slug)
                  return {
                    content,
                    fix: yield* readDraftFix(reader, content, request, { people, locations })
                  }
                })
              : Effect.succeed(null)
          ),
          figures: readFigures(reader.clearance, slug, rangeOf(request).days),
          list: reader.read("campaigns.list_ads", { slug, limit: 20, ...cursorOf(request) }),
          texts: texts.of(reader.clearance, slug),
          removal:
            ad === null ? Effect.succeed(null) : previewPeopleWrite(reader, people, "ads.remove", { ad })
        })
      },
      render: (
        { campaign, data: { change, figures, list, removal, state, texts }, frame, organization },
        request
      ) => {
        const { currency, name: business, slug: org } = organization
        const asked = askedState(request)
        const path = pagePaths.campaign(org, campaign.slug, "ads")
        const canChange = mayCall(frame, "campaigns.create_ad")
        const removed = removedAd(request)
        const older = nextPage(request, list.next_cursor)
        const summary = pagePaths.campaign(org, campaign.slug)
        const range = rangeOf(request)
        /** A draft is edited on its summary, among its launch checks. */
        const edit = (change: string, ad?: number) =>
          `${campaign.state === "draft" ? summary : path}?${new URLSearchParams({ change, ...(ad === undefined ? {} : { ad: String(ad) }) })}#change`
        return {
          range,
          body: html`${
            change?.fix == null ? null : fixCard({ content: change.content, fix: change.fix, request })
          }${
            campaign.state === "draft" || list.ads.length === 0
              ? null
              : html`${rangeBanner(range, null)}<div class="row"><div class="row end">${rangePicker(request, range, figures.period)}</div></div>`
          }${
            list.ads.length === 0
              ? card({
                  id: "none",
                  title: "Ads",
                  padded: false,
                  body: empty({
                    icon: "campaigns",
                    title: "No ads yet",
                    text: "An ad is written from a page of the website, each line with its source.",
                    ...(canChange
                      ? { action: linkButton(pagePaths.newAd(org, campaign.slug), "New ad") }
                      : {})
                  })
                })
              : list.ads.map((ad, n) =>
                  card({
                    id: `ad-${ad.ad_id}`,
                    title: html`<bdi>${ad.name}</bdi>`,
                    ...(n === 0
                      ? {
                          lead: "The ad platform puts together up to 3 headlines of an ad. This is the mix in its own order."
                        }
                      : {}),
                    actions: html`${adBadges(ad)}${n === 0 ? exportLink(request) : null}${canChange && n === 0 ? linkButton(pagePaths.newAd(org, campaign.slug), "New ad", "quiet tiny") : null}${canChange ? adActions(ad, { edit, path }) : null}${canChange ? linkButton(`${path}?remove=${ad.ad_id}#ad-${ad.ad_id}`, html`Remove<span class="sr"> ${ad.name}</span>`, "quiet bad tiny") : null}`,
                    body: html`${figuresLine(ad, figures, currency)}${removal !== null && removed === ad.ad_id ? removalBox(removal, request, path) : null}${state !== null && asked?.id === ad.ad_id ? stateBox(state, asked.state, { request, currency, back: path }) : null}<div class="adgrid">${adAsShown(ad, business, texts)}${adLines(ad)}</div>`
                  })
                )
          }
${older === null ? null : linkButton(older, "More ads")}
${list.ads.length === 0 ? null : sharedLines(texts, canChange ? edit : null)}`
        }
      }
    })
  })

/** /o/{org}/campaigns/{slug}/ads/new: an ad written from a page of the website. */
export const newAd = (router: PageRouter): void => {
  organizationPage(router, {
    path: pagePaths.newAd(":org", ":slug"),
    name: "pages.campaign.new_ad",
    place: "campaigns",
    read: ({ read }, { parameters: { slug = "" } }) => read("campaigns.get", { slug }),
    fields: ["url", "name"],
    forms: oneForm("campaigns.create_ad", {
      endpoint: ({ org, parameters: { slug = "" } }, sent) =>
        callOperation("campaigns.create_ad", {
          org,
          slug,
          url: sent.get("url")?.trim() ?? "",
          ...(sent.get("name")?.trim() ? { name: sent.get("name")!.trim() } : {}),
          ...idempotencyKeyOf(sent)
        }),
      labels: { url: "The address", name: "The name" },
      done: ({ task_tracking_id }, { org, parameters: { slug = "" } }) => ({
        redirect: `${pagePaths.campaign(org, slug, "ads")}?task=${task_tracking_id}`
      })
    }),
    render: ({ data: campaign, frame, organization }, request, { banners, problems, sent }) => {
      const { org } = request
      const ads = pagePaths.campaign(org, campaign.slug, "ads")
      return {
        title: `New ad · ${campaign.name}`,
        body: html`${head({
          title: "New ad",
          crumbs: [
            { label: "Campaigns", href: pagePaths.organization(org, "campaigns") },
            { label: campaign.name, href: ads },
            { label: "New ad" }
          ]
        })}
${banners}
${split(
  card({
    id: "new",
    title: "From a page of the website",
    lead: "The lines are written from what the page says.",
    body: !hasContent(campaign)
      ? noContent(campaign, organization)
      : mayCall(frame, "campaigns.create_ad")
        ? form(
            request,
            html`<div class="stack">${hidden({ idempotency_key: randomUUID() })}${textField({ name: "url", label: "Landing page", hint: html`Where the ad leads, on the campaign's website${campaign.website_url === "" ? null : html` <bdi>${campaign.website_url}</bdi>`}.`, value: sent?.get("url") ?? "", problems })}
${textField({ name: "name", label: "Name", required: false, hint: "Only you see it. Leave it empty to number it after the other ads.", value: sent?.get("name") ?? "", problems })}
<div class="row"><button>Write the ad</button>${linkButton(ads, "Cancel")}</div></div>`
          )
        : html`<p>An admin or owner can add ads.</p>`
  }),
  card({
    id: "next",
    title: "What happens next",
    body: html`<ul class="bullets"><li>The page is read. It has to be on the campaign's website.</li><li>3 to 15 headlines and 2 to 4 descriptions are written, each with the place that it is from.</li><li>${
      campaign.state === "live"
        ? "The campaign is live, so the ad serves as soon as it is finished and approved. Pause or change it on the Ads tab."
        : "The ad serves when the campaign does. Change its lines on the Ads tab before."
    }</li></ul>`
  })
)}`
      }
    }
  })
}
