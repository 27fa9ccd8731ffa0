import type { CallPlan } from "./organizations.ts"

/*
 * Calls that people made with their keys, in this order. Each runs as a real call, so the service itself
 * writes the audit log, tasks and approvals. Afterwards budgets and states match the demo world's table.
 */

/** Calls that execute at once. */
export const executed: ReadonlyArray<CallPlan> = [
  {
    organization: "northwind",
    role: "admin",
    operation: "campaigns.update",
    input: { slug: "spring-offers", budget: 25 }
  },
  {
    organization: "northwind",
    role: "admin",
    operation: "keywords.add_negatives",
    input: { slug: "northwind-brand", keywords: ["careers", "vacancies"], match_type: "phrase" }
  },
  // Pauses the campaign and resumes it.
  {
    organization: "northwind",
    role: "owner",
    operation: "campaigns.set_state",
    input: { slug: "imported-legacy", state: "paused" }
  },
  {
    organization: "northwind",
    role: "owner",
    operation: "campaigns.set_state",
    input: { slug: "imported-legacy", state: "live" }
  }
]

/** Runs after the login was revoked: its task fails, and the campaign shows why. */
export const refusedByPlatform: CallPlan = {
  organization: "wingtip",
  role: "owner",
  operation: "campaigns.set_state",
  input: { slug: "wooden-toys", state: "paused" }
}

/** Calls that require approval: one gets approved, one rejected, and one stays pending. */
export const held: ReadonlyArray<CallPlan> = [
  {
    organization: "fabrikam",
    role: "admin",
    operation: "keywords.add_negatives",
    input: { slug: "fabrikam-brand", keywords: ["careers", "vacancies"], match_type: "phrase" },
    decision: { by: "olivia@northwind.test", approve: true }
  },
  {
    organization: "fabrikam",
    role: "admin",
    operation: "campaigns.set_state",
    input: { slug: "rival-names", state: "live" },
    decision: {
      by: "olivia@northwind.test",
      approve: false,
      reason: "Not before the lawyers have seen the ads"
    }
  },
  {
    organization: "fabrikam",
    role: "admin",
    operation: "campaigns.update",
    input: {
      slug: "emergency-plumber",
      budget: 70,
      comment: "The budget ran out before 18:00 on most days of the last two weeks."
    }
  }
]

/** A change that an agency made to a campaign directly in the platform. */
export const outsideChange = {
  campaign: "old-sync",
  budget: 14,
  by: (organization: string): string => `agency@${organization}.test`
}

/** Organizations whose campaigns the agency manages. */
export const managedOrganizations: ReadonlyArray<string> = ["northwind", "fabrikam"]

/** The organization whose platform login is revoked. */
export const revoked = "wingtip"
