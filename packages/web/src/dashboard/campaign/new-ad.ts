import { randomUUID } from "node:crypto"
import { Pages } from "@adwarden/core"
import { pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import { form } from "../../kit/forms.ts"
import { html } from "../../kit/html.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { card, head, hidden, linkButton, problemBanner, textField } from "../../parts/index.ts"
import { operationForm } from "../change/operation-form.ts"
import { mayCall } from "../change/previewed-change.ts"

/** /o/{org}/campaigns/{slug}/ads/new: an ad written from a page of the website. */
export const newAd = (router: PageRouter) =>
  Effect.map(Pages, (pages) =>
    operationForm(router, pages, {
      path: routePattern(pagePaths.newAd(":org", ":slug")),
      name: "campaign.new_ad",
      operation: "campaigns.create_ad",
      read: ({ read }, { parameters: { slug = "" } }) => read("campaigns.get", { slug }),
      inputOf: (sent, { parameters: { slug = "" } }) => ({
        slug,
        url: sent.get("url")?.trim() ?? "",
        ...(sent.get("name")?.trim() ? { name: sent.get("name")!.trim() } : {})
      }),
      labels: { url: "The address", name: "The name" },
      next: ({ task_tracking_id }, { parameters: { org = "", slug = "" } }) =>
        `${pagePaths.campaign(org, slug, "ads")}?task=${task_tracking_id}`,
      render: ({ data: campaign, frame }, request, { problems, sent }) => {
        const { slug: org } = frame.organization!
        const ads = pagePaths.campaign(org, campaign.slug, "ads")
        return {
          title: `New ad · ${campaign.name}`,
          body: html`${head({
            title: "New ad",
            crumbs: [
              { label: "Campaigns", href: pagePaths.organization(org, "campaigns") },
              { label: campaign.slug, href: ads },
              { label: "New ad" }
            ]
          })}
${problemBanner(problems, ["url", "name"], org)}
${card({
  id: "new",
  title: "From a page of the website",
  lead:
    campaign.state === "live"
      ? "The lines are written from what the page says. On a live campaign the ad serves when it is finished."
      : "The lines are written from what the page says. The ad serves when the campaign does.",
  kind: "narrow",
  body: mayCall(frame, "campaigns.create_ad")
    ? form(
        request,
        pagePaths.newAd(org, campaign.slug),
        html`<div class="stack">${hidden({ idempotency_key: randomUUID() })}${textField({ name: "url", label: "Landing page", hint: html`Where the ad leads, on the campaign's website${campaign.website_url === "" ? null : html` <bdi>${campaign.website_url}</bdi>`}.`, value: sent?.get("url") ?? "", problems })}
${textField({ name: "name", label: "Name", required: false, hint: "Only you see it. Leave it empty to number it after the other ads.", value: sent?.get("name") ?? "", problems })}
<div class="row"><button>Write the ad</button>${linkButton(ads, "Cancel")}</div></div>`
      )
    : html`<p>An admin or owner can add ads.</p>`
})}`
        }
      }
    })
  )
