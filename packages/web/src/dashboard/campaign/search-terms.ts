import { CampaignSearches, Pages, type SearchPage } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { type Html, html } from "../../kit/html.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { card, count, day, empty, linkButton, pager, segments } from "../../parts/index.ts"
import { mayCall, previewChange } from "../change/previewed-change.ts"
import { campaignPage } from "./campaign-page.ts"
import { exclusionPreview } from "./exclusion-preview.ts"
import { searchDays, searchTermsAddress, searchTermsQuery } from "./search-terms-query.ts"
import { searchTermsTable } from "./search-terms-table.ts"

const operation = "keywords.add_negatives"

const periodNote = (period: SearchPage["period"]): Html | string =>
  period === null ? "no days with data" : html`what people typed, ${day(period.from)} to ${day(period.to)}`

/** /o/{org}/campaigns/{slug}/search-terms: what people typed, and its exclusion with a preview. */
export const campaignSearchTerms = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const searches = yield* CampaignSearches
    campaignPage(router, pages, {
      tab: "search-terms",
      read: (reader, slug, request) => {
        const { match, picked, ...query } = searchTermsQuery(request)
        const labels = Object.fromEntries(picked.map((term, n) => [`keywords.${n}`, `“${term}”`]))
        return Effect.all(
          {
            found: searches.of(reader.clearance, slug, { ...query, picked }),
            change:
              picked.length === 0
                ? Effect.succeed(null)
                : previewChange(reader, operation, { slug, keywords: picked, match_type: match }, labels)
          },
          { concurrency: "unbounded" }
        )
      },
      render: ({ campaign, data: { change, found }, frame }, request) => {
        const { currency, slug: org } = frame.organization!
        const path = pagePaths.campaign(org, campaign.slug, "search-terms")
        const query = searchTermsQuery(request)
        const address = (changes: Partial<typeof query>) => searchTermsAddress(path, query, changes)
        const { offset, wasteOnly } = query
        const next = offset + found.rows.length
        return {
          body: card({
            id: "terms",
            title: count(found.total, "search term"),
            lead: periodNote(found.period),
            actions: html`${segments("Filter", [
              { label: "All", href: address({ wasteOnly: false }), current: !wasteOnly },
              {
                label: "Cost, no conversion",
                href: address({ wasteOnly: true }),
                current: wasteOnly
              }
            ])}${segments(
              "Period",
              searchDays.map((days) => ({
                label: `${days} days`,
                href: address({ days }),
                current: query.days === days
              }))
            )}`,
            padded: false,
            body:
              found.rows.length === 0
                ? empty({
                    icon: "campaigns",
                    title: offset > 0 ? "No more search terms" : "No search terms",
                    text: wasteOnly
                      ? "Every search of these days that cost something converted."
                      : "The ad platform reports what people typed once the ads are clicked.",
                    ...(offset > 0 || wasteOnly
                      ? { action: linkButton(address({ wasteOnly: false }), "Show all search terms") }
                      : {})
                  })
                : html`${searchTermsTable({
                    org,
                    currency,
                    path,
                    query,
                    found,
                    canExclude: mayCall(frame, operation),
                    preview:
                      change === null
                        ? null
                        : html`<div class="pad">${exclusionPreview({
                            request,
                            org,
                            currency,
                            change,
                            back: address({ offset })
                          })}</div>`
                  })}${
                    offset === 0 && next >= found.total
                      ? null
                      : pager({
                          first: offset + 1,
                          shown: found.rows.length,
                          total: found.total,
                          newer:
                            offset === 0
                              ? null
                              : address({ offset: Math.max(0, offset - query.limit), picked: query.picked }),
                          older: next >= found.total ? null : address({ offset: next, picked: query.picked })
                        })
                  }`
          })
        }
      }
    })
  })
