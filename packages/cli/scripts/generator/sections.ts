import type { CommandInfo, FlagInfo } from "../../src/command-info.ts"

/**
 * The sections of the help, by task. The generator fails for a group that is not listed here. A group's text here is
 * its summary; null uses the command's own description.
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
      campaigns: "List, create, change, launch and pause campaigns",
      keywords: "List and change a campaign's keywords, exclude search terms",
      ads: "Pause, enable, rewrite and remove ads",
      assets: "Replace a campaign's sitelinks and callouts",
      "website-facts": null,
      performance: "Spend, clicks, conversions and search terms"
    }
  },
  {
    title: "Insight",
    file: "insight",
    groups: {
      detectors: "Find waste and opportunities in a campaign",
      recommendations: "List and apply recommendations",
      reports: "Weekly and other reports",
      strategy: "Strategy documents"
    }
  },
  {
    title: "History and approvals",
    file: "changes",
    groups: {
      actions: "The log of changes, and undoing one",
      "queued-writes": "Changes that wait for approval: follow, approve and reject them",
      tasks: "Background tasks",
      audit: "The audit trail: export and verify it"
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
      organizations: "Organizations, their limits and business profiles"
    }
  },
  {
    title: "Operate the service, on its own machine",
    file: "operate",
    groups: {
      dev: "Run everything on this machine, with a demo world",
      serve: "Serve REST, MCP and the pages",
      worker: "Run background jobs",
      migrate: "Migrate the database",
      doctor: "Check what the service needs",
      users: "Add people, give roles",
      teams: "Staff ad-operations teams",
      accounts: "Link and reconnect ad accounts",
      keys: "Create, rotate and revoke API keys",
      drafts: "Show drafts line by line, discard them",
      sync: "Sync ad accounts, accept outside changes",
      mail: "Sent and waiting emails",
      secrets: "The key that seals stored secrets"
    }
  },
  {
    title: "Tools",
    file: "tools",
    groups: {
      api: null,
      mcp: null,
      completion: null
    }
  }
]

const fields: FlagInfo = {
  name: "fields",
  value: "paths",
  description:
    "Only these fields, as JSON: paths separated by commas, such as slug,preview.budget or 'campaigns[].slug'"
}
const quiet: FlagInfo = {
  name: "quiet",
  value: null,
  description: "Only results and errors: no notes, no progress"
}
const verbose: FlagInfo = {
  name: "verbose",
  value: null,
  description: "Also note each request, or what the service logs, on standard error"
}

/** Returns a command with the flags that every command with `--json` has. */
export const withOutputFlags = (command: CommandInfo): CommandInfo =>
  command.flags.some(({ name }) => name === "json")
    ? { ...command, flags: [...command.flags, fields, quiet, verbose] }
    : command

/** The letters of common flags, the same in every command. */
const letters: Readonly<Record<string, string>> = {
  all: "a",
  execute: "x",
  json: "j",
  limit: "L",
  org: "o",
  port: "p",
  profile: "p",
  quiet: "q",
  verbose: "v",
  wait: "w"
}

/** Returns a command whose common flags have their letters. */
export const withShortFlags = (command: CommandInfo): CommandInfo => ({
  ...command,
  flags: command.flags.map((flag) => {
    const short = letters[flag.name]
    return short === undefined ? flag : { ...flag, short }
  })
})
