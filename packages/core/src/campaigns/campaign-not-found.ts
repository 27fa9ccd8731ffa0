import { Effect } from "effect"
import { NotFound, nearestOf } from "../contract/index.ts"

/** The slugs to look for a near one among; so many that nobody's list is longer, and none takes long. */
export const someSlugs = "select slug from campaigns where organization_id = $1 order by id desc limit 2000"

/** Refuses a slug that is not there, and names the one that was probably meant. */
export const campaignNotFound = <E>(
  slug: string,
  org: string,
  slugs: Effect.Effect<ReadonlyArray<{ readonly slug: string }>, E>
): Effect.Effect<never, NotFound | E> =>
  Effect.flatMap(slugs, (rows) => {
    const meant = nearestOf(
      slug,
      rows.map((row) => row.slug)
    )
    const guess = meant === null ? "" : `Did you mean ${meant}? `
    return new NotFound({
      what: `The campaign ${slug}`,
      next: `${guess}List the campaigns of ${org} with {campaigns.list} and use a slug from there.`
    })
  })
