import { CampaignTexts, Pages, PeopleWrites, TaskFeed } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { type Html, html } from "../../kit/html.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { card, empty, linkButton } from "../../parts/index.ts"
import { previewBox } from "../change/preview-box.ts"
import { mayCall, type PreviewedChange, previewPeopleWrite } from "../change/previewed-change.ts"
import { cursorOf, nextPage } from "../organization/organization-page.ts"
import { adAsShown, adBadges, adLines, sharedLines } from "./ad-view.ts"
import { campaignPage } from "./campaign-page.ts"

/** The ad that the page shall preview the removal of. */
const removedAd = ({ query }: BrowserRequest): number | null => {
  const id = Number(query.get("remove"))
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

const removalBox = (
  change: PreviewedChange<"ads.remove">,
  request: BrowserRequest,
  org: string,
  back: string
): Html => {
  const warned = change.preview?.warnings?.some((warning) => warning.includes("no undo")) ?? false
  return previewBox({
    request,
    org,
    change,
    back,
    button: "Remove the ad",
    final: warned,
    // The log says what was done; nothing is yet.
    content: html`<p>${(change.preview?.summary ?? "").replace(/^Removed/, "Removes")}</p>`
  })
}

/** /o/{org}/campaigns/{slug}/ads: each ad as on a results page, with the source of each line. */
export const campaignAds = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const people = yield* PeopleWrites
    const texts = yield* CampaignTexts
    campaignPage(router, pages, {
      tab: "ads",
      feed: yield* TaskFeed,
      read: (reader, slug, request) => {
        const ad = removedAd(request)
        return Effect.all(
          {
            list: reader.read("campaigns.list_ads", { slug, limit: 20, ...cursorOf(request) }),
            texts: texts.of(reader.clearance, slug),
            removal:
              ad === null ? Effect.succeed(null) : previewPeopleWrite(reader, people, "ads.remove", { ad })
          },
          { concurrency: "unbounded" }
        )
      },
      render: ({ campaign, data: { list, removal, texts }, frame }, request) => {
        const { name: business, slug: org } = frame.organization!
        const path = pagePaths.campaign(org, campaign.slug, "ads")
        const canChange = mayCall(frame, "campaigns.create_ad")
        const removed = removedAd(request)
        const older = nextPage(request, list.next_cursor)
        return {
          body: html`${
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
                    actions: html`${adBadges(ad)}${canChange && n === 0 ? linkButton(pagePaths.newAd(org, campaign.slug), "New ad", "quiet tiny") : null}${canChange ? linkButton(`${path}?remove=${ad.ad_id}#ad-${ad.ad_id}`, html`Remove<span class="sr"> ${ad.name}</span>`, "quiet bad tiny") : null}`,
                    body: html`${removal !== null && removed === ad.ad_id ? removalBox(removal, request, org, path) : null}<div class="adgrid">${adAsShown(ad, business, texts)}${adLines(ad)}</div>`
                  })
                )
          }
${older === null ? null : linkButton(older, "More ads")}
${list.ads.length === 0 ? null : sharedLines(texts)}`
        }
      }
    })
  })
