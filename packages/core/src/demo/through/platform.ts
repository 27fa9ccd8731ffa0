import type { CampaignPlan } from "../definition/types.ts"

/** The part of a platform's demo world that the service has to know: which accounts there are, and their logins. */
export interface DemoPlatform {
  readonly customers: ReadonlyArray<DemoCustomer>
}

export interface DemoCustomer {
  /** The organization whose account it is. */
  readonly slug: string
  readonly customerId: string
  readonly timeZone: string
  readonly login: { readonly refreshToken: string; readonly email: string }
  /** In the order in which they were made there. */
  readonly campaigns: ReadonlyArray<{ readonly name: string; readonly slug: string }>
}

/** Whether a campaign of the plan is in the platform; drafts never were. */
export const isInPlatform = ({ launchedDaysAgo }: CampaignPlan): boolean => launchedDaysAgo !== undefined

/**
 * Which campaign of the plan each campaign of the platform is: the one of the same slug, or the one in the same
 * place where both have equally many. What is left over belongs to no plan.
 */
export const paired = (
  plans: ReadonlyArray<CampaignPlan>,
  { campaigns }: DemoCustomer
): ReadonlyMap<string, CampaignPlan> => {
  const there = plans.filter(isInPlatform)
  const alike = there.length === campaigns.length
  return new Map(
    campaigns.flatMap(({ name, slug }, n) => {
      const plan = there.find((one) => one.slug === slug) ?? (alike ? there[n] : undefined)
      return plan === undefined ? [] : [[name, plan]]
    })
  )
}
