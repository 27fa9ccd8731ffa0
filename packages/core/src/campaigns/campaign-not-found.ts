import { Effect } from "effect"
import { NotFound, nearestOf } from "../contract/index.ts"

export interface SlugRow {
  readonly slug: string
  /** Why the campaign is gone that once had just this slug. */
  readonly gone: string | null
}

/**
 * The slugs to look for a near one among, $2 being what was asked for: so many that nobody's list is longer, and none
 * takes long. A draft that is gone is among them only where it is the one that was meant.
 */
export const someSlugs = `select slug, case when removed_at is not null then state_error end as gone from campaigns
  where organization_id = $1 and (removed_at is null or slug = $2) order by id desc limit 2000`

/** Refuses a slug that is not there: says what became of it, or names the one that was probably meant. */
export const campaignNotFound = <E>(
  slug: string,
  org: string,
  slugs: Effect.Effect<ReadonlyArray<SlugRow>, E>
): Effect.Effect<never, NotFound | E> =>
  Effect.flatMap(slugs, (rows) => {
    const gone = rows.find((row) => row.slug === slug)?.gone
    const meant = nearestOf(
      slug,
      rows.flatMap((row) => (row.gone === null ? [row.slug] : []))
    )
    const guess = gone ? `${gone} ` : meant === null ? "" : `Did you mean ${meant}? `
    return new NotFound({
      what: `The campaign ${slug}`,
      next: `${guess}List the campaigns of ${org} with {campaigns.list} and use a slug from there.`
    })
  })
