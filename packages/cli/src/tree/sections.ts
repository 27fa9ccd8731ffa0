/**
 * How the help arranges commands: by what somebody is up to. A group that is not named here does not get past the
 * generator. Of a group with a word of its own here, that word is its summary; of the others their own description is.
 */
export const sections: ReadonlyArray<{
  readonly title: string
  readonly file: string
  readonly groups: Readonly<Record<string, string | null>>
}> = [
  {
    title: "Campaigns",
    file: "campaigns",
    groups: {
      campaigns: "Look at campaigns, create, change, launch and pause them",
      keywords: "Look at a campaign's keywords, exclude search terms",
      performance: "Spend, clicks and conversions, and what people searched for"
    }
  },
  {
    title: "Insight",
    file: "insight",
    groups: {
      detectors: "Find waste and chances in a campaign",
      recommendations: "What the service recommends, and applying it",
      reports: "Weekly and other reports",
      strategy: "Strategy documents"
    }
  },
  {
    title: "What was done",
    file: "changes",
    groups: {
      actions: "The log of changes, and taking one back",
      "queued-writes": "Changes that wait for a person's approval",
      tasks: "Work in the background",
      audit: "The audit trail: export it, and prove that it is whole"
    }
  },
  {
    title: "Account",
    file: "account",
    groups: {
      login: null,
      logout: null,
      whoami: null,
      profiles: null,
      organizations: "The organizations that you can act in, their limits and profiles"
    }
  },
  {
    title: "Operate the service, on its own machine",
    file: "operate",
    groups: {
      dev: "Run everything on this machine, with a demo world",
      serve: "Serve REST, MCP and the pages",
      worker: "Do the work in the background",
      migrate: "Bring the database up to date",
      doctor: "Check what the service needs",
      orgs: "Set up organizations: limits, caps, approvals",
      users: "Add people, give roles",
      teams: "Staff ad-operations teams",
      accounts: "Link and reconnect ad accounts",
      keys: "Make, rotate and revoke API keys",
      approvals: "Approve and reject changes that wait",
      profile: "Have a website read for the business profile",
      drafts: "Look at drafts line by line, discard them",
      ads: "Remove ads",
      sync: "Bring ad accounts up to date, take over outside changes",
      mail: "What was sent, or waits"
    }
  },
  {
    title: "Tools",
    file: "tools",
    groups: {
      mcp: null,
      completion: null
    }
  }
]
