import { Effect } from "effect"
import { NotFound, nearestName, otherKindOfId } from "../contract/index.ts"

export interface SlugRow {
  readonly slug: string
  readonly name: string
  /** Why the campaign with exactly this slug was removed. */
  readonly removal_reason: string | null
}

/**
 * SQL: the campaigns to search for a similar slug; $2 is the requested one. The limit exceeds any real list
 * and keeps the search fast. A removed draft is included only if its slug was requested.
 */
export const candidateSlugsSql = `select slug, name, case when removed_at is not null then state_error end as removal_reason
  from campaigns where organization_id = $1 and (removed_at is null or slug = $2) order by id desc limit 2000`

const normaliseName = (name: string): string =>
  name.normalize("NFC").trim().toLowerCase().replaceAll(/\s+/g, " ")

/** The maximum number of campaigns with the same name in a message. */
const maxNamesakes = 5

/** Returns the campaigns whose name equals the text: callers send names where slugs are expected. */
const slugsWithName = (name: string, rows: ReadonlyArray<SlugRow>): ReadonlyArray<string> =>
  rows
    .flatMap((row) => (normaliseName(row.name) === normaliseName(name) ? [row.slug] : []))
    .slice(0, maxNamesakes)

/** Returns the closest campaign, by slug or by name. */
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
  const removalReason = rows.find((row) => row.slug === text)?.removal_reason
  if (removalReason) return `${removalReason} `
  const otherKind = otherKindOfId(text, "campaign")
  if (otherKind !== null) return `${otherKind} `
  const present = rows.filter((row) => row.removal_reason === null)
  const [named, ...namesakes] = slugsWithName(text, present)
  if (named !== undefined) {
    return namesakes.length === 0
      ? `That is a campaign's name; send its slug, ${named}. `
      : `That is the name of several campaigns; send the slug of one: ${[named, ...namesakes].join(", ")}. `
  }
  const nearest = nearestSlug(text, present)
  return nearest === null ? "" : `Did you mean ${nearest}? `
}

/**
 * Fails with not_found for an unknown slug. The message states why the campaign was removed, or suggests the
 * closest slug.
 */
export const campaignNotFound = <E, R>(
  slug: string,
  org: string,
  slugs: Effect.Effect<ReadonlyArray<SlugRow>, E, R>
): Effect.Effect<never, NotFound | E, R> =>
  Effect.flatMap(
    slugs,
    (rows) =>
      new NotFound({
        what: `The campaign ${JSON.stringify(slug.slice(0, 100).toWellFormed())}`,
        next: `${suggestionFor(slug, rows)}List the campaigns of ${org} with {campaigns.list} and use a slug from there.`
      })
  )
