import { type BoundStatement, bindStatement, statement } from "../../storage/index.ts"
import { roundTo } from "../amounts.ts"
import type { RecommendationType } from "../recommendations/labels.ts"

/*
 * The accuracy of estimates: the realised savings of applied recommendations beside their estimates, by type.
 * Only recommendations with both count: the result after 30 days, else after 14.
 */

export interface EstimateAccuracy {
  /** The number of applied recommendations whose result was measured. */
  readonly measured: number
  /** Monthly amounts. */
  readonly estimated: number
  readonly realised: number
}

const realised = "coalesce(realised_saving_30d, realised_saving_14d)"
const sums = `count(*) as measured, coalesce(sum(estimated_monthly_saving), 0)::float8 as estimated,
  coalesce(sum(${realised}), 0)::float8 as realised`
const measured = `recommendations where organization_id = $1 and status = 'applied'
  and estimated_monthly_saving is not null and ${realised} is not null`

const ofType = statement(`select ${sums} from ${measured} and type = $2`)

/** Reads the accuracy of one type of recommendation, over all that were applied until now. */
export const readTypeAccuracy = (
  organization: number,
  type: RecommendationType
): BoundStatement<EstimateAccuracy> => bindStatement(ofType, [organization, type])

const byType = statement(`
select type, ${sums} from ${measured}
  and ($2::date is null or applied_at < ($2::date + 1)::timestamp at time zone 'UTC')
group by type order by type`)

/** Reads the accuracy of every type of recommendation, over all that were applied until a day, or until now (null). */
export const readAccuracy = (
  organization: number,
  until: string | null
): BoundStatement<EstimateAccuracy & { readonly type: RecommendationType }> =>
  bindStatement(byType, [organization, until])

/** Fewer applications show nothing about a detector. */
const minApplications = 20

/** Whether the estimates of a type are off by more than half over 20 applications. */
export const isUnreliable = ({ estimated, measured, realised }: EstimateAccuracy): boolean =>
  measured >= minApplications && Math.abs(realised - estimated) > estimated / 2

/** Warns of estimates that are off by more than half; null if they are not. */
export const accuracyWarning = (accuracy: EstimateAccuracy): string | null =>
  isUnreliable(accuracy)
    ? `Estimates of this kind are unreliable: over ${accuracy.measured} applications, ${roundTo((accuracy.realised / accuracy.estimated) * 100, 0)}% of the estimated saving was realised.`
    : null
