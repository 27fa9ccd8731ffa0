import { Schema } from "effect"
import { limits } from "../limits.ts"
import { operation } from "../operation.ts"
import { described, OrgRef, TaskId, ThirdPartyText, Timestamp, WebUrl } from "../values/index.ts"

const texts = Schema.Array(ThirdPartyText)

const Facts = Schema.Struct({
  url: described(ThirdPartyText, "After redirects"),
  read_at: Timestamp,
  language: described(Schema.String, "Two letters"),
  name: ThirdPartyText,
  phone: Schema.NullOr(ThirdPartyText),
  places: texts,
  offers: described(
    Schema.Array(
      Schema.Struct({
        name: ThirdPartyText,
        kind: Schema.Literal("service", "product"),
        url: described(Schema.NullOr(ThirdPartyText), "Its page"),
        prices: described(texts, "Sentences with a price")
      })
    ),
    "What is sold"
  ),
  pages: Schema.Array(
    Schema.Struct({
      url: ThirdPartyText,
      title: Schema.NullOr(ThirdPartyText),
      sentences: described(texts, "What its ads may quote")
    })
  )
})

const Reading = Schema.Struct({ task_tracking_id: TaskId, status: Schema.Literal("queued") })

export const getWebsiteFacts = operation("website_facts.get", {
  summary: "Read what a website sells and says",
  when: `Before writing ads, whose pages must prove each line. Reads ${limits.websiteReads} websites a day.`,
  gives:
    "Gives offers with pages and prices, places, name and sentences to quote; or task_tracking_id while it is read.",
  next: "After {tasks.get}, call again; then write with {campaigns.create}.",
  http: "GET /organizations/{org}/website-facts",
  tool: "svc_get_website_facts",
  scope: "campaigns:read",
  effect: "read",
  mayQueue: true,
  hints: { readOnly: false, openWorld: true },
  input: Schema.Struct({ org: OrgRef, url: described(WebUrl, "The website, or one page of it") }),
  output: Schema.Union(Facts, Reading),
  errors: ["rate_limited"],
  example: {
    input: { org: "northwind", url: "https://northwind.example/" },
    output: {
      url: "https://northwind.example/",
      read_at: "2026-01-05T09:00:00.000Z",
      language: "en",
      name: "Northwind",
      phone: "+1 503 555 0100",
      places: ["Portland"],
      offers: [
        {
          name: "Boiler repair",
          kind: "service",
          url: "https://northwind.example/boilers",
          prices: ["Boiler repair from $120."]
        }
      ],
      pages: [
        {
          url: "https://northwind.example/boilers",
          title: "Boiler repair in Portland",
          sentences: ["Licensed and insured engineers repair every make of boiler."]
        }
      ]
    }
  }
})
