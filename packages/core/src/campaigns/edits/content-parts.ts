import { Schema } from "effect"
import { quoteValue } from "../../changes/sentence.ts"
import { calloutsProblem, sitelinksProblem } from "../launch/asset-checks.ts"
import { locationMissing } from "../launch/campaign-checks.ts"
import {
  encodeTargeting,
  Location,
  locationsColumn,
  Radius,
  Sitelink,
  sitelinksColumn
} from "../stored-json.ts"
import { makeContentEdit } from "./content-edit.ts"

/* The parts of a draft that people can fix. A launch checks them by the same rules. */

const listOf = (items: ReadonlyArray<string>): string => (items.length === 0 ? "none" : items.join(", "))

/** The ad account that a launch creates it in. The write checks that it is linked. */
export const accountEdit = makeContentEdit({
  field: "ad_account",
  subject: "Ad account",
  value: Schema.NullOr(Schema.String),
  of: ({ account }) => account,
  problem: () => null,
  describe: (account) => quoteValue(account),
  columns: (account) => ({ ad_account_id: account })
})

/** Where it is shown. A chosen location replaces a radius and answers the open question. */
export const locationsEdit = makeContentEdit({
  field: "locations",
  subject: "Locations",
  value: Schema.Struct({
    locations: Schema.Array(Location),
    radius: Schema.NullOr(Radius),
    question: Schema.NullOr(Schema.String)
  }),
  of: ({ locationQuestion, locations, radius }) => ({ locations, radius, question: locationQuestion }),
  problem: ({ locations, question, radius }) =>
    locationMissing({ locations, radius, locationQuestion: question }),
  describe: ({ locations, radius }) =>
    radius === null
      ? listOf(locations.map(({ name }) => quoteValue(name)))
      : `${radius.radius} ${radius.unit} around ${radius.latitude}, ${radius.longitude}`,
  columns: ({ locations, question, radius }) => {
    const stored = encodeTargeting({ locations, radius, sitelinks: [] })
    return {
      locations: JSON.stringify(locationsColumn.write({ list: locations })),
      radius: stored.radius === null ? null : JSON.stringify(stored.radius),
      location_question: question
    }
  }
})

/** The language of the people it is shown to. */
export const languageEdit = makeContentEdit({
  field: "language",
  subject: "Language",
  value: Schema.NullOr(Schema.String),
  of: ({ language }) => language,
  // The write's input takes only languages that can be targeted.
  problem: () => null,
  describe: (language) => quoteValue(language),
  columns: (language) => ({ language })
})

export const sitelinksEdit = makeContentEdit({
  field: "sitelinks",
  subject: "Sitelinks",
  value: Schema.Array(Sitelink),
  of: ({ sitelinks }) => sitelinks,
  problem: (sitelinks, { website_url }) => sitelinksProblem(sitelinks, website_url),
  describe: (sitelinks) => listOf(sitelinks.map(({ text, url }) => `${quoteValue(text)} to ${url}`)),
  columns: (sitelinks) => ({ sitelinks: JSON.stringify(sitelinksColumn.write({ list: sitelinks })) })
})

export const calloutsEdit = makeContentEdit({
  field: "callouts",
  subject: "Callouts",
  value: Schema.Array(Schema.String),
  of: ({ callouts }) => callouts,
  problem: (callouts) => calloutsProblem(callouts),
  describe: (callouts) => listOf(callouts.map(quoteValue)),
  columns: (callouts) => ({ callouts })
})
