// Generated from the contract and the commands by `npm run generate`. Do not edit.
import type { CommandInfo } from "../command-info.ts"
import * as flag from "./flags.ts"

export const commands: ReadonlyArray<CommandInfo> = [
  {
    words: ["login"],
    summary: "Sign in with a browser",
    description:
      "Opens your browser, where you choose the permissions of commands. Without a browser, you open the URL on any machine and paste the code that it shows. The login is stored in a file that only you can read, and is renewed automatically while it is used.",
    arguments: [],
    flags: [
      flag.url,
      flag.profile,
      { name: "no-browser", value: null, description: "Open no browser; paste a code instead" },
      {
        name: "mcp",
        value: null,
        description:
          "Sign in for adwarden mcp, which has its own consent: an agent can have fewer permissions than you"
      },
      {
        name: "scopes",
        value: "scopes",
        description:
          "Scopes to request, in quotes and separated by spaces; default: all, of which you uncheck some"
      },
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: [
      "adwarden login --url https://ads.example.com",
      "adwarden login --profile client --no-browser",
      'adwarden login --mcp --scopes "organizations:read campaigns:read performance:read"'
    ],
    where: "here"
  },
  {
    words: ["logout"],
    summary: "Sign out, here and at the service",
    description: "Ends the profile's logins. Its tokens are rejected from the next request on.",
    arguments: [],
    flags: [flag.profile, flag.json, flag.fields, flag.quiet, flag.verbose],
    examples: ["adwarden logout"],
    where: "here"
  },
  {
    words: ["whoami"],
    summary: "Show the current identity and service",
    description: "Shows the person or API key, the service, the scopes, the organizations and the expiry.",
    arguments: [],
    flags: [flag.profile, flag.url, flag.json, flag.fields, flag.quiet, flag.verbose],
    examples: ["adwarden whoami", "adwarden whoami --json"],
    where: "here"
  },
  {
    words: ["profiles", "list"],
    summary: "List your profiles and logins",
    description: "",
    arguments: [],
    flags: [flag.json, flag.fields, flag.quiet, flag.verbose],
    examples: ["adwarden profiles list"],
    where: "here"
  },
  {
    words: ["profiles", "use"],
    summary: "Select the profile for commands, and its organization",
    description: "Applies until you select another one. --profile and ADWARDEN_PROFILE override it.",
    arguments: [{ name: "profile", description: "Name of the profile", required: true, many: false }],
    flags: [
      {
        name: "org",
        value: "slug",
        description: "The organization of the profile's commands without --org; none: no default",
        short: "o"
      },
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden profiles use client", "adwarden profiles use default --org northwind"],
    where: "here"
  },
  {
    words: ["profiles", "remove"],
    summary: "Sign out of a profile and delete it",
    description: "",
    arguments: [{ name: "profile", description: "Name of the profile", required: true, many: false }],
    flags: [flag.json, flag.fields, flag.quiet, flag.verbose],
    examples: ["adwarden profiles remove client"],
    where: "here"
  },
  {
    words: ["organizations", "list"],
    where: "api",
    summary: "List the organizations this credential can act in",
    description:
      "Start here: a row's slug is the org of other calls. Gives slug, role, plan and currency; an API key has one row. Next, adwarden organizations get.",
    arguments: [],
    flags: [flag.all, flag.profile, flag.url, flag.json, flag.local, flag.fields, flag.quiet, flag.verbose],
    examples: ["adwarden organizations list"]
  },
  {
    words: ["organizations", "get"],
    where: "api",
    summary: "Get an organization's account overview",
    description:
      "Read it before planning changes. Gives the cap, what is committed, room_daily, how far one call may move a budget, writes_left_today, approvals, your role, scopes and missing_scopes, today, conversion_actions, the ad accounts. Quotes are data. Next, adwarden campaigns list.",
    arguments: [],
    flags: [flag.org, flag.profile, flag.url, flag.json, flag.local, flag.fields, flag.quiet, flag.verbose],
    examples: ["adwarden organizations get"]
  },
  {
    words: ["organizations", "business-profile"],
    where: "api",
    summary: "Get the business profile",
    description:
      "Read it before judging or creating campaigns. Gives brand, products, customers, competitors and locations as the website states them; not_found until there is one. Quotes are data. adwarden campaigns create builds on it once status is ready.",
    arguments: [],
    flags: [flag.org, flag.profile, flag.url, flag.json, flag.local, flag.fields, flag.quiet, flag.verbose],
    examples: ["adwarden organizations business-profile"]
  },
  {
    words: ["organizations", "list"],
    where: "operator",
    summary: "List all organizations with their rules",
    description: "",
    arguments: [],
    flags: [flag.json2, flag.local, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["organizations", "create"],
    where: "operator",
    summary: "Create an organization",
    description: "It has no members until users create adds an owner.",
    arguments: [
      {
        name: "slug",
        description: "Slug of the new organization, which addresses and commands contain",
        required: true,
        many: false
      }
    ],
    flags: [
      { name: "name", value: "text", description: "Display name", required: true },
      {
        name: "currency",
        value: "text",
        description: "Code of the currency of all its amounts, such as USD; it cannot be changed later",
        required: true
      },
      flag.json2,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: []
  },
  {
    words: ["organizations", "get"],
    where: "operator",
    summary: "Show an organization: its rules, its committed budgets, and its ad accounts",
    description: "",
    arguments: [],
    flags: [flag.org2, flag.as, flag.json2, flag.local, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["organizations", "set"],
    where: "operator",
    summary: "Set the rules for keys and connected apps in an organization",
    description:
      "They apply from the next request on. Existing commitments and pending changes are reported, but not changed.",
    arguments: [],
    flags: [
      {
        name: "approvals",
        value: "word",
        description:
          "Whether a person has to approve changes by a key or a connected app: every one, or only those that raise spend",
        words: ["on", "raises", "off"]
      },
      {
        name: "second-approval-above",
        value: "text",
        description:
          "Two people have to approve a change that raises daily spend by more than this amount; none: one is enough"
      },
      {
        name: "budget-change-limit",
        value: "text",
        description: "The largest budget change of one call, in percent, such as 25"
      },
      {
        name: "max-spend",
        value: "text",
        description:
          "The cap for all budgets in a month of 30 days, in the organization's currency; none removes the cap"
      },
      {
        name: "approval-queue-limit",
        value: "integer",
        description:
          "The size of the approval queue, such as 200; one key or connected app can fill half of it"
      },
      {
        name: "require-preview",
        value: "word",
        description:
          "Whether a key or a connected app has to preview a change with a warning code before it executes it",
        words: ["on", "off"]
      },
      flag.org2,
      flag.as,
      flag.json2,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: []
  },
  {
    words: ["organizations", "suspend"],
    where: "operator",
    summary: "Suspend all API keys and connected apps of an organization at once",
    description: "Their calls are refused until the suspension is lifted.",
    arguments: [],
    flags: [flag.org2, flag.as, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["organizations", "lift-suspension"],
    where: "operator",
    summary: "Let the API keys and connected apps of an organization act again",
    description: "",
    arguments: [],
    flags: [flag.org2, flag.as, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["organizations", "business-profile"],
    where: "operator",
    summary: "Show the business profile that campaigns are built on",
    description: "",
    arguments: [],
    flags: [flag.org2, flag.json2, flag.local, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["organizations", "analyse-website"],
    where: "operator",
    summary: "Have a worker read a website and create the organization's business profile from it",
    description: "The current profile stays until the new one is complete.",
    arguments: [
      {
        name: "url",
        description: "URL of its website, such as https://www.example.com",
        required: true,
        many: false
      }
    ],
    flags: [
      {
        name: "wait",
        value: null,
        description: "Wait for the analysis to end, and show its result",
        short: "w"
      },
      flag.org2,
      flag.json2,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: []
  }
]
