import { Effect } from "effect"
import { NotFound, nearestName, otherKindOfId } from "../contract/index.ts"

export interface SlugRow {
  readonly slug: string
  readonly name: string
  /** Why the campaign is gone that once had just this slug. */
  readonly gone: string | null
}

/**
 * The campaigns to look for a near one among, $2 being what was asked for: so many that nobody's list is longer, and
 * none takes long. A draft that is gone is among them only where it is the one that was meant.
 */
export const candidateSlugsSql = `select slug, name, case when removed_at is not null then state_error end as gone
  from campaigns where organization_id = $1 and (removed_at is null or slug = $2) order by id desc limit 2000`

const normaliseName = (name: string): string =>
  name.normalize("NFC").trim().toLowerCase().replaceAll(/\s+/g, " ")

/** How many campaigns of the same name a message lists. */
const maxNamesakes = 5

/** The campaigns that have the text as their name: callers send names where slugs are expected. */
const slugsWithName = (name: string, rows: ReadonlyArray<SlugRow>): ReadonlyArray<string> =>
  rows
    .flatMap((row) => (normaliseName(row.name) === normaliseName(name) ? [row.slug] : []))
    .slice(0, maxNamesakes)

/** The slug that was probably meant, by slug or by name. */
const nearestSlug = (text: string, rows: ReadonlyArray<SlugRow>): string | null => {
  const bySlug = nearestName(
    text,
    rows.map((row) => row.slug)
  )
  if (bySlug !== null) return bySlug
  const byName = nearestName(
    text,
    rows.map((row) => row.name)
  )
  return rows.find((row) => row.name === byName)?.slug ?? null
}

const suggestionFor = (text: string, rows: ReadonlyArray<SlugRow>): string => {
  const gone = rows.find((row) => row.slug === text)?.gone
  if (gone) return `${gone} `
  const otherKind = otherKindOfId(text, "campaign")
  if (otherKind !== null) return `${otherKind} `
  const present = rows.filter((row) => row.gone === null)
  const [named, ...namesakes] = slugsWithName(text, present)
  if (named !== undefined) {
    return namesakes.length === 0
      ? `That is a campaign's name; send its slug, ${named}. `
      : `That is the name of several campaigns; send the slug of one: ${[named, ...namesakes].join(", ")}. `
  }
  const nearest = nearestSlug(text, present)
  return nearest === null ? "" : `Did you mean ${nearest}? `
}

/** Refuses a slug that is not there: says what became of it, or names the one that was probably meant. */
export const campaignNotFound = <E>(
  slug: string,
  org: string,
  slugs: Effect.Effect<ReadonlyArray<SlugRow>, E>
): Effect.Effect<never, NotFound | E> =>
  Effect.flatMap(
    slugs,
    (rows) =>
      new NotFound({
        what: `The campaign ${JSON.stringify(slug.slice(0, 100).toWellFormed())}`,
        next: `${suggestionFor(slug, rows)}List the campaigns of ${org} with {campaigns.list} and use a slug from there.`
      })
  )
