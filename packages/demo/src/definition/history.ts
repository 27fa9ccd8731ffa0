import type { CallPlan } from "./types.ts"

/*
 * What people did with their keys, in this order. Each is a real call, so that log, tasks and approvals show what
 * the service itself wrote; afterwards budgets and states are those of the world's own table.
 */

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
  // Off for a moment, and on again.
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

/** Asked for after the login was revoked: its task fails, and the campaign says why. */
export const refusedByPlatform: CallPlan = {
  organization: "wingtip",
  role: "owner",
  operation: "campaigns.set_state",
  input: { slug: "wooden-toys", state: "paused" }
}

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
    input: { slug: "emergency-plumber", budget: 70 }
  }
]

/** What an agency did to a campaign in the platform's own pages, while nobody here looked. */
export const outsideChange = {
  campaign: "old-sync",
  budget: 14,
  by: (organization: string): string => `agency@${organization}.test`
}

/** Whose campaigns the agency looks after. */
export const managedOrganizations: ReadonlyArray<string> = ["northwind", "fabrikam"]

/** Whose login was taken back after a while. */
export const revoked = "wingtip"
