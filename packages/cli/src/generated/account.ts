// Made from the contract and the commands by `npm run cli:generate`; do not edit.
import type { CommandInfo } from "../tree/command-info.ts"

export const commands: ReadonlyArray<CommandInfo> = [
  {
    words: ["organizations", "list"],
    where: "api",
    summary: "List the organizations this credential can act in",
    description:
      "Start here: a row's slug is the org of other calls. Gives slug, role, plan and currency: one row for an API key, all of the person's for a connected app. Next, adwarden organizations get.",
    arguments: [],
    flags: [
      { name: "all", value: null, description: "Every page instead of one" },
      { name: "profile", value: "name", description: "Sign in as this profile" },
      { name: "json", value: null, description: "The answer as JSON, alone on standard output" }
    ],
    examples: ["adwarden organizations list"]
  },
  {
    words: ["organizations", "get"],
    where: "api",
    summary: "Get an organization's account overview",
    description:
      "Read it before planning changes. Gives the monthly cap and what is committed of it, how far one call may move a budget, whether changes wait for approval, your role and scopes, the ad accounts. Next, adwarden campaigns list.",
    arguments: [],
    flags: [
      {
        name: "org",
        value: "slug",
        description: "The organization to act in; a key's own, or the profile's, without it"
      },
      { name: "profile", value: "name", description: "Sign in as this profile" },
      { name: "json", value: null, description: "The answer as JSON, alone on standard output" }
    ],
    examples: ["adwarden organizations get"]
  },
  {
    words: ["organizations", "business-profile"],
    where: "api",
    summary: "Get the business profile",
    description:
      "Read it before judging or creating campaigns. Gives brand, products, customers, competitors and locations as the website tells them; not_found until there is one. adwarden campaigns create builds on it once status is ready.",
    arguments: [],
    flags: [
      {
        name: "org",
        value: "slug",
        description: "The organization to act in; a key's own, or the profile's, without it"
      },
      { name: "profile", value: "name", description: "Sign in as this profile" },
      { name: "json", value: null, description: "The answer as JSON, alone on standard output" }
    ],
    examples: ["adwarden organizations business-profile"]
  }
]
