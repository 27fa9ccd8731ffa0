import { Schema } from "effect"

/**
 * What an edit does, as data: previews, the approval queue, the action log and undo all render this one wording.
 * Text that callers chose stands in quotes (`quoted`), so that nothing in it can pass for our own words.
 */
export const Sentence = Schema.Struct({
  /** "Daily budget" */
  subject: Schema.String,
  /** The slug of the campaign. */
  of: Schema.String,
  /** What it was and what it becomes; none where the edit only adds or removes. */
  from: Schema.optional(Schema.String),
  to: Schema.optional(Schema.String),
  /** Where "from … to …" would not read well. */
  did: Schema.optional(Schema.String)
})
export type Sentence = typeof Sentence.Type

/** A value as it stands in a sentence: text in quotes, so that its end can be seen. */
export const quoteValue = (value: string | number | null): string =>
  value === null ? "none" : typeof value === "number" ? String(value) : JSON.stringify(value)

/** "Daily budget from 100 to 110": in the action log, where the campaign stands beside it. */
export const renderSentence = ({ did, from, subject, to }: Sentence): string =>
  did ?? `${subject} from ${from ?? "none"} to ${to ?? "none"}`

/** "Daily budget of boiler-repair" */
export const renderSubject = ({ of, subject }: Pick<Sentence, "of" | "subject">): string =>
  `${subject} of ${of}`

/** "Daily budget of boiler-repair to 100": what an undo brings back. */
export const renderRestored = (sentence: Sentence): string =>
  sentence.to === undefined ? renderSentence(sentence) : `${renderSubject(sentence)} to ${sentence.to}`

/** "1 campaign", "2 campaigns". */
export const pluralize = (count: number, one: string, more = `${one}s`): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : more}`

const maxListed = 5

/** A few of a list by name, in quotes, and how many more there are. */
export const quoteList = (items: ReadonlyArray<string>): string => {
  const quotedItems = items.slice(0, maxListed).map(quoteValue).join(", ")
  return items.length > maxListed ? `${quotedItems} and ${items.length - maxListed} more` : quotedItems
}
