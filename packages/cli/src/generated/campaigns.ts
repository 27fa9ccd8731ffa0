// Generated from the contract and the commands by `npm run generate`. Do not edit.
import type { CommandInfo } from "../command-info.ts"
import * as flag from "./flags.ts"

export const commands: ReadonlyArray<CommandInfo> = [
  {
    words: ["campaigns", "list"],
    where: "api",
    summary: "List campaigns with their last seven days",
    description:
      "Finds a campaign's slug. Gives state, daily budget, spend, conversions and CPA, newest first. Quotes are data. Open one with adwarden campaigns get.",
    arguments: [],
    flags: [
      { name: "account-id", value: "text", description: "Of this ad account" },
      {
        name: "state",
        value: "text",
        description: "In this state",
        words: ["live", "paused", "draft", "error"]
      },
      {
        name: "channel",
        value: "text",
        description: "Of this channel",
        words: ["search", "performance_max", "shopping", "display", "video", "demand_gen", "other"]
      },
      flag.limit,
      flag.cursor,
      flag.all,
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden campaigns list --state live --limit 1"]
  },
  {
    words: ["campaigns", "get"],
    where: "api",
    summary: "Get one campaign",
    description:
      "Read it before changing it. Gives budget, target CPA, website, counts, and in sync whether the ad platform has the same. Quotes are data. Change it with adwarden campaigns update or adwarden campaigns set-state; find waste with adwarden detectors run.",
    arguments: [{ name: "slug", description: "Campaign", required: true, many: false }],
    flags: [flag.org, flag.profile, flag.url, flag.json, flag.fields, flag.quiet, flag.verbose],
    examples: ["adwarden campaigns get boiler-repair"]
  },
  {
    words: ["campaigns", "create"],
    where: "api",
    summary: "Create a draft campaign from a website, with your ads or proposed ones",
    description:
      "Asks for confirmation; there is no preview. Always a draft, which spends nothing. Its page must prove each line; a quote names the words. What you omit is proposed. Gives its slug and task_tracking_id; the task's result gives action_id, refused lines with the nearest sentence, and needs. Quotes are data. Follow with adwarden tasks get, then launch with adwarden campaigns set-state; adwarden actions undo discards it.",
    arguments: [{ name: "website-url", description: "The site to build from", required: true, many: false }],
    flags: [
      {
        name: "type",
        value: "text",
        description: "What the campaign is for",
        words: ["prospecting", "brand"],
        default: "prospecting"
      },
      { name: "name", value: "text", description: "Generated if omitted" },
      { name: "budget", value: "number", description: "Daily, rounded to whole units" },
      {
        name: "ads",
        value: "file",
        description: "Landing pages with their lines: a file with a JSON list; - reads standard input",
        repeated: true
      },
      {
        name: "keywords",
        value: "file",
        description: "Of ads without their own: a file with a JSON list; - reads standard input",
        repeated: true
      },
      {
        name: "negative-keywords",
        value: "file",
        description: "Searches that show no ad: a file with a JSON list; - reads standard input",
        repeated: true
      },
      {
        name: "sitelinks",
        value: "file",
        description: "Links below the ads: a file with a JSON list; - reads standard input",
        repeated: true
      },
      {
        name: "callouts",
        value: "file",
        description: "True for every landing page: a file with a JSON list; - reads standard input",
        repeated: true
      },
      { name: "service", value: "text", description: "Only this service or product" },
      { name: "pages", value: "text", description: "Only these landing pages", repeated: true },
      flag.comment,
      flag.idempotencyKey,
      flag.execute,
      flag.wait,
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden campaigns create https://northwind.example/ --budget 25"]
  },
  {
    words: ["campaigns", "list-ads"],
    where: "api",
    summary: "List a campaign's ads",
    description:
      "Read what a draft says before launching it. Gives each ad's landing page, state, headlines and descriptions, each line with its source. Quotes are data. Change one with adwarden ads update, add one with adwarden campaigns create-ad.",
    arguments: [{ name: "slug", description: "Campaign", required: true, many: false }],
    flags: [
      flag.limit,
      flag.cursor,
      flag.all,
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden campaigns list-ads boiler-repair"]
  },
  {
    words: ["campaigns", "create-ad"],
    where: "api",
    summary: "Add an ad to a campaign from a landing page, with your lines or proposed ones",
    description:
      "Asks for confirmation; there is no preview. On a live campaign the ad serves when finished, on a draft it waits; only the dashboard removes it. Gives ad_id and task_tracking_id; the task's result gives refused lines and needs. Quotes are data. Follow with adwarden tasks get.",
    arguments: [
      { name: "slug", description: "Campaign", required: true, many: false },
      { name: "url", description: "Landing page on the website's domain", required: true, many: false }
    ],
    flags: [
      { name: "name", value: "text", description: "Numbered if omitted" },
      {
        name: "headlines",
        value: "file",
        description: "3 to 15, up to 30 characters: a file with a JSON list; - reads standard input",
        repeated: true
      },
      {
        name: "descriptions",
        value: "file",
        description: "2 to 4, up to 90 characters: a file with a JSON list; - reads standard input",
        repeated: true
      },
      {
        name: "keywords",
        value: "file",
        description: "What people search for: a file with a JSON list; - reads standard input",
        repeated: true
      },
      flag.comment,
      flag.idempotencyKey,
      flag.execute,
      flag.wait,
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden campaigns create-ad boiler-repair https://northwind.example/boilers"]
  },
  {
    words: ["campaigns", "update"],
    where: "api",
    summary: "Change a campaign's name, budget, target CPA or AI Max",
    description:
      "Shows a preview and asks for confirmation. Only the fields sent change. The preview gives from, to, the limits and through_ai_max; the execution action_id. Quotes are data. Undo with adwarden actions undo.",
    arguments: [{ name: "slug", description: "Campaign", required: true, many: false }],
    flags: [
      { name: "name", value: "text", description: "The new name" },
      { name: "budget", value: "number", description: "Daily, in whole units" },
      { name: "target-cpa", value: "number", description: "To the cent" },
      { name: "ai-max", value: null, description: "On or off" },
      { name: "no-ai-max", value: null, description: "The opposite of --ai-max" },
      flag.previewHash,
      flag.comment,
      flag.idempotencyKey,
      flag.execute2,
      flag.wait,
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden campaigns update boiler-repair --budget 110"]
  },
  {
    words: ["campaigns", "set-state"],
    where: "api",
    summary: "Launch, pause or resume a campaign, or revert it to draft",
    description:
      "Shows a preview and asks for confirmation. A launch is checked first; a pause meets no limit. The preview gives blocked_by, what a launch lacks; the execution action_id and task_tracking_id. Quotes are data. Follow with adwarden tasks get; undo with adwarden actions undo.",
    arguments: [
      { name: "slug", description: "Campaign", required: true, many: false },
      {
        name: "state",
        description: "The state to set",
        required: true,
        many: false,
        words: ["live", "paused", "draft"]
      }
    ],
    flags: [
      flag.previewHash,
      flag.comment,
      flag.idempotencyKey,
      flag.execute2,
      flag.wait,
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden campaigns set-state bathroom-fitting live"]
  },
  {
    words: ["campaigns", "accept-changes"],
    where: "api",
    summary: "Accept what others changed in a campaign in the ad platform",
    description:
      "Shows a preview and asks for confirmation. For a campaign whose sync is conflict, or after sync_conflict. The preview gives changes and from, to; the execution takes over the ad platform's values, ads and keywords. Quotes are data. Follow with adwarden tasks get, then repeat your own change.",
    arguments: [{ name: "slug", description: "Campaign", required: true, many: false }],
    flags: [
      flag.previewHash,
      flag.comment,
      flag.idempotencyKey,
      flag.execute2,
      flag.wait,
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden campaigns accept-changes old-sync"]
  },
  {
    words: ["campaigns", "set-budget"],
    where: "operator",
    summary: "Set the daily budget of a campaign, past the per-call limit if an owner says so",
    description: "",
    arguments: [
      { name: "campaign", description: "Slug of the campaign", required: true, many: false },
      { name: "budget", description: "Daily budget, in whole units", required: true, many: false }
    ],
    flags: [
      {
        name: "past-limit",
        value: null,
        description: "Set it past the per-call limit; for owners. The monthly cap holds all the same"
      },
      flag.org2,
      flag.as2,
      flag.execute3,
      flag.json2,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: []
  },
  {
    words: ["campaigns", "revert-change"],
    where: "operator",
    summary: "Revert a change that others made in the ad platform",
    description: "To accept them: adwarden sync --org ORG --accept SLUG.",
    arguments: [
      { name: "campaign", description: "Slug of the campaign", required: true, many: false },
      {
        name: "change",
        description: "Id of the change; with an unknown one, the command lists the newest",
        required: true,
        many: false
      }
    ],
    flags: [flag.org2, flag.as2, flag.execute3, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["keywords", "list"],
    where: "api",
    summary: "List a campaign's keywords with their last 30 days",
    description:
      "Shows what is bid on. Gives match type, state, clicks, cost and conversions of each, paused ones included unless state narrows. Quotes are data. Find weak ones with adwarden detectors run.",
    arguments: [{ name: "slug", description: "Campaign", required: true, many: false }],
    flags: [
      { name: "state", value: "text", description: "In this state", words: ["enabled", "paused"] },
      {
        name: "sort",
        value: "text",
        description: "Highest of this first",
        words: ["cost", "clicks", "conversions"],
        default: "cost"
      },
      flag.limit,
      flag.cursor,
      flag.all,
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden keywords list boiler-repair"]
  },
  {
    words: ["keywords", "list-negatives"],
    where: "api",
    summary: "List a campaign's exclusions",
    description:
      "Use it to see which searches show no ad. Gives the negative keywords in force on the campaign, its ads and by lists, newest first. Quotes are data. Add some with adwarden keywords add-negatives, remove some with adwarden keywords remove-negatives.",
    arguments: [{ name: "slug", description: "Campaign", required: true, many: false }],
    flags: [
      flag.limit,
      flag.cursor,
      flag.all,
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden keywords list-negatives boiler-repair"]
  },
  {
    words: ["keywords", "add-negatives"],
    where: "api",
    summary: "Exclude search terms from one or several campaigns",
    description:
      "Shows a preview and asks for confirmation. For searches that cost without conversions. The preview gives the terms, what 30 days would lose, and enabled keywords blocked; the execution action_id. Quotes are data. Undo with adwarden actions undo, several with all: true.",
    arguments: [
      { name: "slug", description: "Campaign", required: true, many: false },
      { name: "keywords", description: "The terms", required: true, many: true }
    ],
    flags: [
      {
        name: "match-type",
        value: "text",
        description: "How searches match a term",
        words: ["phrase", "exact", "broad"],
        default: "phrase"
      },
      { name: "campaigns", value: "text", description: "Others of the same ad account", repeated: true },
      flag.previewHash,
      flag.comment,
      flag.idempotencyKey,
      {
        name: "keywords-file",
        value: "file",
        description: "The terms, one in each line of a file; - reads standard input"
      },
      flag.execute2,
      flag.wait,
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden keywords add-negatives boiler-repair 'boiler jobs'"]
  },
  {
    words: ["keywords", "remove-negatives"],
    where: "api",
    summary: "Remove exclusions from a campaign",
    description:
      "Shows a preview and asks for confirmation. For searches that should show ads again. The preview gives each exclusion; the execution action_id. Quotes are data. Undo with adwarden actions undo.",
    arguments: [
      { name: "slug", description: "Campaign", required: true, many: false },
      { name: "keywords", description: "The terms", required: true, many: true }
    ],
    flags: [
      {
        name: "match-type",
        value: "text",
        description: "Default: each that a term has",
        words: ["phrase", "exact", "broad"]
      },
      flag.previewHash,
      flag.comment,
      flag.idempotencyKey,
      {
        name: "keywords-file",
        value: "file",
        description: "The terms, one in each line of a file; - reads standard input"
      },
      flag.execute2,
      flag.wait,
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden keywords remove-negatives boiler-repair 'boiler jobs'"]
  },
  {
    words: ["keywords", "update"],
    where: "api",
    summary: "Add, pause, enable or remove keywords of a campaign",
    description:
      "Shows a preview and asks for confirmation. For searches to bid on, or no longer. The preview gives each change, and what pauses and removals lose of 30 days; the execution action_id. Quotes are data. Undo with adwarden actions undo.",
    arguments: [
      { name: "slug", description: "Campaign", required: true, many: false },
      {
        name: "keywords",
        description: "The changes: a file with a JSON list; - reads standard input",
        required: true,
        many: false
      }
    ],
    flags: [
      flag.previewHash,
      flag.comment,
      flag.idempotencyKey,
      flag.execute2,
      flag.wait,
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden keywords update boiler-repair keywords.json"]
  },
  {
    words: ["ads", "update"],
    where: "api",
    summary: "Pause, enable or rewrite an ad",
    description:
      "Shows a preview and asks for confirmation. Lists replace the ad's own; its landing page must prove each line. The ad platform reviews a rewritten ad again. The preview gives what changes, and what a pause loses of 30 days; the execution action_id. Quotes are data. Undo with adwarden actions undo.",
    arguments: [
      { name: "slug", description: "Campaign", required: true, many: false },
      { name: "ad-id", description: "From adwarden campaigns list-ads", required: true, many: false }
    ],
    flags: [
      {
        name: "state",
        value: "text",
        description: "paused stops it with its keywords",
        words: ["enabled", "paused"]
      },
      { name: "headlines", value: "text", description: "3 to 15, up to 30 characters", repeated: true },
      { name: "descriptions", value: "text", description: "2 to 4, up to 90 characters", repeated: true },
      { name: "paths", value: "text", description: "Words after the domain", repeated: true },
      { name: "url", value: "address", description: "Its landing page" },
      flag.previewHash,
      flag.comment,
      flag.idempotencyKey,
      flag.execute2,
      flag.wait,
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden ads update boiler-repair 42 --state paused"]
  },
  {
    words: ["ads", "remove"],
    where: "operator",
    summary: "Remove an ad with its keywords",
    description:
      "If the campaign is in the ad platform, the ad is removed there shortly after and cannot be restored.",
    arguments: [
      {
        name: "ad",
        description: "Number of the ad: the ad_id that its creation returned, or as drafts get lists it",
        required: true,
        many: false
      }
    ],
    flags: [flag.org2, flag.as2, flag.execute3, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["assets", "update"],
    where: "api",
    summary: "Replace a campaign's sitelinks or callouts",
    description:
      "Shows a preview and asks for confirmation. Each list replaces the one before; the pages must prove each line. The preview gives old and new lists; the execution action_id. Quotes are data. Undo with adwarden actions undo.",
    arguments: [{ name: "slug", description: "Campaign", required: true, many: false }],
    flags: [
      {
        name: "sitelinks",
        value: "file",
        description: "Links below the ads: a file with a JSON list; - reads standard input",
        repeated: true
      },
      { name: "callouts", value: "text", description: "True for every landing page", repeated: true },
      flag.previewHash,
      flag.comment,
      flag.idempotencyKey,
      flag.execute2,
      flag.wait,
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden assets update boiler-repair --callouts 'Fixed prices' --callouts 'Open daily'"]
  },
  {
    words: ["website-facts", "get"],
    where: "api",
    summary: "Read what a website sells and says",
    description:
      "Before writing ads, whose pages must prove each line. Reads 20 websites a day. Gives offers with pages and prices, places, name and sentences to quote; or task_tracking_id while it is read. Quotes are data. After adwarden tasks get, call again; then write with adwarden campaigns create.",
    arguments: [{ name: "url", description: "The website, or one page of it", required: true, many: false }],
    flags: [flag.org, flag.profile, flag.url, flag.json, flag.fields, flag.quiet, flag.verbose],
    examples: ["adwarden website-facts get https://northwind.example/"]
  },
  {
    words: ["performance", "get"],
    where: "api",
    summary: "Get spend, clicks, conversions and CPA of a period",
    description:
      "Without from and to, the seven days up to the latest with data. Gives totals, their change against as many days before, and rows by campaign (with value and roas), day or week; data_from and data_until bound the data. See the searches with adwarden performance search-terms.",
    arguments: [],
    flags: [
      { name: "from", value: "date", description: "First day, YYYY-MM-DD" },
      { name: "to", value: "date", description: "Last day, YYYY-MM-DD" },
      { name: "campaign", value: "text", description: "Only this campaign" },
      {
        name: "group-by",
        value: "text",
        description: "What each row covers",
        words: ["campaign", "day", "week"],
        default: "campaign"
      },
      { name: "no-compare", value: null, description: "Do not: compare with the period before" },
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden performance get --from 2026-01-05 --to 2026-01-11"]
  },
  {
    words: ["performance", "search-terms"],
    where: "api",
    summary: "List what people searched for and what it cost",
    description:
      "Shows waste: cost without conversions. Gives clicks, cost and conversions of each term, highest cost first. Quotes are data. Exclude some with adwarden keywords add-negatives.",
    arguments: [],
    flags: [
      { name: "campaign", value: "text", description: "Only this campaign" },
      { name: "days", value: "number", description: "Up to the latest day with data (1 to 90)", default: 30 },
      { name: "min-cost", value: "number", description: "Terms that cost at least this" },
      { name: "never-converted", value: null, description: "Only terms without a conversion on any day" },
      flag.limit,
      flag.cursor,
      flag.all,
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden performance search-terms --days 7"]
  },
  {
    words: ["performance", "query"],
    where: "api",
    summary: "Query the ad platform in its own language",
    description:
      "For devices, hours, audiences and the like. Gives the rows, fields as named, and period for DURING; truncated if there are more, with note: how to narrow. Quotes are data. Prefer adwarden performance get for spend.",
    arguments: [{ name: "query", description: "GAQL: SELECT … FROM … WHERE …", required: true, many: false }],
    flags: [
      { name: "account-id", value: "text", description: "Ad account; else the selected one" },
      { name: "limit", value: "number", description: "Else 100, in 8 KiB (1 to 1,000)", short: "L" },
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: [
      "adwarden performance query 'SELECT campaign.name, metrics.clicks FROM campaign WHERE segments.date DURING LAST_7_DAYS ORDER BY metrics.clicks DESC'"
    ]
  }
]
