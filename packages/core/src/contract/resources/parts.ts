import { Schema } from "effect"
import { Line, optional, WebUrl } from "../values/index.ts"
import { MatchType } from "./ad.ts"

/*
 * The parts of a campaign that a caller can send. Their form is checked at once, by the rules of a launch; the task then
 * checks what each line says against its page.
 */

const list = <A, I>(item: Schema.Schema<A, I>, most: number, description?: string) =>
  optional(
    Schema.Array(item).pipe(Schema.maxItems(most, { message: () => `must have at most ${most} items` })),
    description
  )

/** Words of its page. */
const quote = optional(Line(500))

const CopyLine = Schema.Struct({ text: Line(200), quote })

/** Phrases, unless they say otherwise. */
const keywords = (most: number, description: string) =>
  list(Schema.Struct({ text: Line(200), match_type: optional(MatchType) }), most, description)

/** The lines and keywords of one ad. */
export const adPartsInput = {
  headlines: list(CopyLine, 15, "3 to 15, up to 30 characters"),
  descriptions: list(CopyLine, 4, "2 to 4, up to 90 characters"),
  keywords: keywords(100, "What people search for")
}

/** The parts of a campaign; what is omitted is proposed from the website. */
export const campaignPartsInput = {
  ads: list(
    Schema.Struct({ url: WebUrl, name: optional(Line(255)), ...adPartsInput }),
    20,
    "Landing pages with their lines"
  ),
  keywords: keywords(100, "Of ads without their own"),
  negative_keywords: keywords(100, "Searches that show no ad"),
  sitelinks: list(
    Schema.Struct({
      text: Line(200),
      url: WebUrl,
      description1: optional(Line(200)),
      description2: optional(Line(200)),
      quote
    }),
    20,
    "Links below the ads"
  ),
  callouts: list(CopyLine, 20, "True for every landing page"),
  service: optional(Line(100), "Only this service or product"),
  pages: list(WebUrl, 20, "Only these landing pages")
}

/** The lines of an ad that replace its own. */
export const adLinesInput = {
  headlines: list(Line(200), 15, "3 to 15, up to 30 characters"),
  descriptions: list(Line(200), 4, "2 to 4, up to 90 characters"),
  paths: list(Line(100), 2, "Words after the domain")
}

/** The lists that replace a campaign's own. */
export const assetsInput = {
  sitelinks: list(
    Schema.Struct({
      text: Line(200),
      url: WebUrl,
      description1: optional(Line(200)),
      description2: optional(Line(200))
    }),
    20,
    "Links below the ads"
  ),
  callouts: list(Line(200), 20, "True for every landing page")
}
