import { Effect } from "effect"
import { bindStatement, runSql, statement } from "../../storage/index.ts"
import { businessLocationsColumn, decodeLocations, type ProfileContent } from "./profile.ts"

/**
 * The state of a profile. During another analysis it is `analysing`, although the previous profile can be
 * read.
 */
export type ProfileStatus = "none" | "failed" | "analysing" | "ready"

/** Whether a campaign can use the organization's profile, or why not. */
export const businessProfileStatus = (organization: number) =>
  Effect.map(
    runSql<{ status: ProfileStatus }>`
      select status from business_profiles where organization_id = ${organization}`,
    ([row]) => row?.status ?? "none"
  )

export type ReadyProfile = ProfileContent

/** The profile for campaigns; null if none is ready. */
export const readyProfile = (organization: number) =>
  Effect.gen(function* () {
    const [row] = yield* runSql<Omit<ReadyProfile, "places"> & { readonly places: unknown }>`
      select url, coalesce(brand_name, '') as brand_name, coalesce(description, '') as description, products,
        ideal_customer_profiles, competitors, trust_signals, places
      from business_profiles where organization_id = ${organization} and status = 'ready'`
    if (row === undefined) return null
    const ready: ReadyProfile = {
      ...row,
      places: decodeLocations(row.places, { organization, id: organization })
    }
    return ready
  })

const brandName = statement(
  "select brand_name as text from business_profiles where organization_id = $1 and brand_name <> ''"
)

/** Reads the business's own name: no row if none is known. */
export const readBrandName = (organization: number) =>
  bindStatement<{ readonly text: string }>(brandName, [organization])

const ownTexts = statement(`
select coalesce(brand_name, '') as brand, products, array(
  select unnest(array[place ->> 'name', place ->> 'full_name']) from jsonb_array_elements(places -> 'list') place
) as places
from business_profiles where organization_id = $1`)

/** Reads the business's name, its products and the names of its places: no row without a profile. */
export const readOwnTexts = (organization: number) =>
  bindStatement<{
    /** Empty if it is not known. */
    readonly brand: string
    readonly products: ReadonlyArray<string>
    readonly places: ReadonlyArray<string | null>
  }>(ownTexts, [organization])

/** The analysis in progress, with a lock on the row: concurrent starts are serialized. */
export const lockProfile = (organization: number, url: string) =>
  Effect.map(
    runSql<{ task: number | null; analysing: string | null }>`
      insert into business_profiles (organization_id, status, url, analysing_url)
      values (${organization}, 'analysing', ${url}, ${url})
      on conflict (organization_id) do update set organization_id = excluded.organization_id
      returning task_id as task, analysing_url as analysing`,
    ([row]) => row!
  )

export const beginAnalysis = (organization: number, url: string, task: number) =>
  runSql`
      update business_profiles set status = 'analysing', analysing_url = ${url}, task_id = ${task}, failure = null
      where organization_id = ${organization}`

/** Whether this analysis was started last. */
export const isLatestAnalysis = (organization: number, task: number) =>
  Effect.map(
    runSql`
      select 1 from business_profiles where organization_id = ${organization} and task_id = ${task}`,
    (rows) => rows.length > 0
  )

/** Writes the whole profile, unless a later analysis was started. Returns whether it was written. */
export const writeProfile = (organization: number, content: ProfileContent, task: number | null) =>
  Effect.map(
    runSql`
      update business_profiles set status = 'ready', url = ${content.url}, brand_name = ${content.brand_name},
        description = ${content.description}, products = ${content.products},
        ideal_customer_profiles = ${content.ideal_customer_profiles}, competitors = ${content.competitors},
        trust_signals = ${content.trust_signals},
        places = ${JSON.stringify(businessLocationsColumn.write({ list: content.places }))}::jsonb,
        analysing_url = null, failure = null, analysed_at = now(), updated_at = now()
      where organization_id = ${organization} and task_id is not distinct from ${task}
      returning organization_id`,
    (rows) => rows.length > 0
  )

/** Reads the places of a ready profile, with a lock on the row; null if it is not ready. */
export const lockReadyPlaces = (organization: number) =>
  Effect.map(
    runSql<{ places: unknown }>`
      select places from business_profiles where organization_id = ${organization} and status = 'ready' for update`,
    ([row]) => (row === undefined ? null : decodeLocations(row.places, { organization, id: organization }))
  )

/** Writes what a person corrected. The website and the time of its analysis stay. */
export const correctProfile = (organization: number, content: Omit<ProfileContent, "url">) =>
  runSql`
      update business_profiles set brand_name = ${content.brand_name}, description = ${content.description},
        products = ${content.products}, ideal_customer_profiles = ${content.ideal_customer_profiles},
        competitors = ${content.competitors}, trust_signals = ${content.trust_signals},
        places = ${JSON.stringify(businessLocationsColumn.write({ list: content.places }))}::jsonb, updated_at = now()
      where organization_id = ${organization}`

/** Marks an analysis as failed. The previous profile stays; without one, the failure is stored. */
export const failAnalysis = (organization: number, task: number, message: string) =>
  runSql`
      update business_profiles set status = case when analysed_at is null then 'failed' else 'ready' end,
        analysing_url = null, failure = ${message}
      where organization_id = ${organization} and task_id = ${task} and status = 'analysing'`
