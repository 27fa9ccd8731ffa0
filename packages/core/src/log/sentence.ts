import { Schema } from "effect"
import { shortMoneyFormatter } from "../contract/index.ts"

/**
 * What an edit does, as data. Previews, the approval queue, the action log and undo render the same wording.
 * Text from callers is quoted, so it cannot be mistaken for the service's own words.
 */
export const Sentence = Schema.Struct({
  /** "Daily budget" */
  subject: Schema.String,
  /** The slug of the campaign. */
  of: Schema.String,
  /** The values before and after; absent if the edit only adds or removes. */
  from: Schema.optional(Schema.String),
  to: Schema.optional(Schema.String),
  /** The currency of the values, if they are amounts. */
  currency: Schema.optional(Schema.String),
  /** Replaces "from … to …" where that would read badly. */
  did: Schema.optional(Schema.String)
})
export type Sentence = typeof Sentence.Type

/** Formats a value for a sentence: text in quotes, so that its end is visible. */
export const quoteValue = (value: string | number | boolean | null): string => {
  if (typeof value === "boolean") return onOrOff(value)
  return value === null ? "none" : typeof value === "number" ? String(value) : JSON.stringify(value)
}

export const onOrOff = (value: boolean): "on" | "off" => (value ? "on" : "off")

/** Formats an amount for a sentence: "$110", or "none". */
export const quoteAmount = (amount: number | null, currency: string): string =>
  amount === null ? "none" : shortMoneyFormatter(currency)(amount)

/** Renders one of the sentence's values. Amounts are stored as numbers, so that pages can compare them. */
export const renderValue = ({ currency }: Pick<Sentence, "currency">, value: string | undefined): string =>
  value === undefined || value === "none"
    ? "none"
    : currency === undefined
      ? value
      : quoteAmount(Number(value), currency)

/** For example "Daily budget from $100 to $110", for the action log, which shows the campaign beside it. */
export const renderSentence = (sentence: Sentence): string =>
  sentence.did ??
  `${sentence.subject} from ${renderValue(sentence, sentence.from)} to ${renderValue(sentence, sentence.to)}`

/** For example "Daily budget of boiler-repair". */
export const renderSubject = ({ of, subject }: Pick<Sentence, "of" | "subject">): string =>
  `${subject} of ${of}`

/** For example "Daily budget of boiler-repair to $100": the value that an undo restores. */
export const renderRestored = (sentence: Sentence): string =>
  sentence.to === undefined
    ? renderSentence(sentence)
    : `${renderSubject(sentence)} to ${renderValue(sentence, sentence.to)}`

/** Where a sentence names a campaign, by its slug. */
const campaignPlaces = /(^|; |: | · | on )([a-z0-9-]+)(?=: )|( of | from )([a-z0-9-]+)(?=:? to |[.:;,)]|$)/g

/** The slugs of the campaigns that a text may name. */
export const slugsIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(campaignPlaces)].map(([, , leading = "", , slug = ""]) => leading || slug)

/** Says campaigns by their names for people: "Daily budget of Boiler repair", "Boiler repair: Paused". */
export const namingCampaigns = (
  text: string,
  campaigns: ReadonlyArray<{ readonly slug: string; readonly name: string }>
): string => {
  const nameOf = new Map(campaigns.map(({ name, slug }) => [slug, name]))
  return text.replaceAll(campaignPlaces, (whole, start = "", leading = "", of = "", slug = "") =>
    nameOf.has(leading || slug) ? `${start}${of}${nameOf.get(leading || slug)}` : whole
  )
}

/** For example "1 campaign" or "2 campaigns". */
export const pluralize = (count: number, one: string, more = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : more}`

const maxListed = 5

/** Quotes the first items of a list and counts the rest. */
export const quoteList = (items: ReadonlyArray<string>): string => {
  const quotedItems = items.slice(0, maxListed).map(quoteValue).join(", ")
  return items.length > maxListed ? `${quotedItems} and ${items.length - maxListed} more` : quotedItems
}
