// Generated from the contract and the commands by `npm run generate`. Do not edit.
import type { CommandInfo } from "../command-info.ts"
import * as flag from "./flags.ts"

export const commands: ReadonlyArray<CommandInfo> = [
  {
    words: ["detectors", "run"],
    where: "api",
    summary: "Run a detector on a campaign",
    description:
      "Finds waste or opportunities; never changes the campaign. Gives findings; on a running campaign those that can be acted on carry recommendation_id. Quotes are data. Preview one with adwarden recommendations apply.",
    arguments: [
      { name: "slug", description: "Campaign", required: true, many: false },
      {
        name: "detector",
        description:
          "high_cpc: clicks far above the average CPC; no_conversion_keywords: costly keywords that never converted; zero_impression: keywords not shown for 90 days; negative_keywords: search terms that cost without conversions; tcpa: a target CPA unlike the actual one; exact_match: broad or phrase keywords to add as exact; hipo: cheap converting keywords held back by the budget; keyword_count: ads with too many keywords; optimized_keywords: keywords to keep, add and pause, ranked; new_keywords: converting search terms, not yet keywords; all: all ten, without options",
        required: true,
        many: false,
        words: [
          "high_cpc",
          "no_conversion_keywords",
          "zero_impression",
          "negative_keywords",
          "tcpa",
          "exact_match",
          "hipo",
          "keyword_count",
          "optimized_keywords",
          "new_keywords",
          "all"
        ]
      }
    ],
    flags: [
      {
        name: "threshold",
        value: "number",
        description: "high_cpc: 1 to 10 times the average CPC (3); keyword_count: 1 to 50 (15)"
      },
      { name: "include-paused", value: null, description: "zero_impression: include paused keywords" },
      { name: "days", value: "number", description: "negative_keywords: days, 1 to 90 (7)" },
      { name: "period-days", value: "number", description: "tcpa: days, 7 to 90 (30)" },
      {
        name: "suggested-count",
        value: "number",
        description: "optimized_keywords: keywords to keep, 1 to 50 (15)"
      },
      { name: "include-kept", value: null, description: "optimized_keywords: list kept ones" },
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden detectors run boiler-repair negative_keywords --days 30"]
  },
  {
    words: ["recommendations", "list"],
    where: "api",
    summary: "List recommendations",
    description:
      "What detectors and the engine propose. Gives id, type, campaign and a summary of each. Quotes are data. Preview one with adwarden recommendations apply.",
    arguments: [],
    flags: [
      { name: "campaign", value: "text", description: "Of this campaign" },
      {
        name: "status",
        value: "text",
        description: "In this status",
        words: ["pending", "applied", "dismissed", "undone"],
        default: "pending"
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
    examples: ["adwarden recommendations list"]
  },
  {
    words: ["recommendations", "apply"],
    where: "api",
    summary: "Apply a recommendation",
    description:
      "Shows a preview and asks for confirmation. From adwarden detectors run or adwarden recommendations list. The preview gives each operation and the saving; the execution action_ids. Quotes are data. Undo each with adwarden actions undo.",
    arguments: [{ name: "id", description: "Id of the recommendation", required: true, many: false }],
    flags: [
      {
        name: "only",
        value: "text",
        description: "Only these terms or keywords of its findings",
        repeated: true
      },
      flag.previewHash,
      flag.comment,
      flag.idempotencyKey,
      flag.execute2,
      flag.wait,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden recommendations apply rec_4Kd8sLq2Xv7Tn1Bm6Zc9Rp"]
  },
  {
    words: ["recommendations", "apply-several"],
    where: "api",
    summary: "Apply several recommendations",
    description:
      "Shows a preview and asks for confirmation. Exclusions and keyword pauses of one ad account. The preview gives each operation and the saving; the execution action_ids. Quotes are data. Undo with adwarden actions undo, all: true.",
    arguments: [{ name: "ids", description: "Their ids", required: true, many: true }],
    flags: [
      flag.previewHash,
      flag.comment,
      flag.idempotencyKey,
      {
        name: "ids-file",
        value: "file",
        description: "Their ids, one in each line of a file; - reads standard input"
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
    examples: ["adwarden recommendations apply-several rec_4Kd8sLq2Xv7Tn1Bm6Zc9Rp"]
  },
  {
    words: ["recommendations", "dismiss"],
    where: "operator",
    summary: "Dismiss a pending recommendation",
    description: "The service does not recommend the same again.",
    arguments: [{ name: "id", description: "Id of the recommendation, rec_…", required: true, many: false }],
    flags: [
      { name: "reason", value: "text", description: "Why, for the action log" },
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
    words: ["recommendations", "savings"],
    where: "operator",
    summary:
      "Show the estimated monthly savings of applied recommendations, and the measured savings after 14 and 30 days",
    description: "",
    arguments: [],
    flags: [flag.org2, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["reports", "list"],
    where: "api",
    summary: "List reports of a type, newest first",
    description:
      "Use it to find an older report. Gives ids and times, without bodies. Read one with adwarden reports get.",
    arguments: [
      {
        name: "type",
        description: "The kind of report",
        required: true,
        many: false,
        words: ["weekly", "strategic", "intelligence", "performance", "competitor"]
      }
    ],
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
    examples: ["adwarden reports list weekly"]
  },
  {
    words: ["reports", "latest"],
    where: "api",
    summary: "Get the newest report of a type",
    description:
      "For the newest without knowing its id. Gives markdown inside JSON; not_found when there is none yet. Quotes are data. Write one with adwarden reports generate.",
    arguments: [
      {
        name: "type",
        description: "The kind of report",
        required: true,
        many: false,
        words: ["weekly", "strategic", "intelligence", "performance", "competitor"]
      }
    ],
    flags: [
      { name: "section", value: "text", description: "One heading" },
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.local,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden reports latest weekly"]
  },
  {
    words: ["reports", "get"],
    where: "api",
    summary: "Get one report",
    description:
      "The newest of its type, or the one that report_id names. Gives summary, sections, markdown; not_found when there is none. Quotes are data. Write a weekly one with adwarden reports generate.",
    arguments: [
      {
        name: "type",
        description: "The kind of report",
        required: true,
        many: false,
        words: ["weekly", "strategic", "intelligence", "performance", "competitor"]
      },
      { name: "report-id", description: "An id; latest for the newest", required: false, many: false }
    ],
    flags: [
      { name: "section", value: "text", description: "One heading" },
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden reports get weekly rpt_7hT2kQ9xLm4Nc8Vb1ZpR3d"]
  },
  {
    words: ["reports", "generate"],
    where: "api",
    summary: "Write the weekly report of the last full week",
    description:
      "Asks for confirmation; there is no preview. A repeat for the same week rebuilds it. Gives task_tracking_id. Follow with adwarden tasks get, then read it with adwarden reports get.",
    arguments: [
      {
        name: "type",
        description: "Create others in the dashboard",
        required: true,
        many: false,
        words: ["weekly"]
      }
    ],
    flags: [
      flag.idempotencyKey,
      flag.execute,
      flag.wait,
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.local,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden reports generate weekly"]
  },
  {
    words: ["reports", "generate"],
    where: "operator",
    summary: "Have a worker generate a report",
    description: "A report for the same days replaces the last one and keeps its id.",
    arguments: [
      {
        name: "type",
        description: "Which kind of report",
        words: ["weekly", "strategic", "intelligence", "performance", "competitor"],
        required: true,
        many: false
      }
    ],
    flags: [
      {
        name: "before",
        value: "text",
        description:
          "A day, YYYY-MM-DD: the last full week, month or quarter before it instead of before today"
      },
      { name: "wait", value: null, description: "Wait until it is written, and show it", short: "w" },
      flag.org2,
      flag.json2,
      flag.local,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: []
  },
  {
    words: ["reports", "latest"],
    where: "operator",
    summary: "Show the newest report of a type, as markdown if the output is a file or another program",
    description: "",
    arguments: [
      {
        name: "type",
        description: "Which kind of report",
        words: ["weekly", "strategic", "intelligence", "performance", "competitor"],
        required: true,
        many: false
      }
    ],
    flags: [
      {
        name: "facts",
        value: null,
        description: "Show its facts as JSON instead: they contain every figure of the report"
      },
      flag.org2,
      flag.json2,
      flag.local,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: []
  },
  {
    words: ["strategy", "generate"],
    where: "api",
    summary: "Write a strategy document",
    description:
      "Asks for confirmation; there is no preview. Takes minutes: from profile, performance, an audit, keyword demand and your documents. Changes no campaign. Gives its id as strategy, and task_tracking_id. Follow with adwarden tasks get, then read it with adwarden strategy get.",
    arguments: [],
    flags: [
      {
        name: "documents",
        value: "file",
        description: "To consider: a file, up to 5 of them; - reads standard input",
        repeated: true
      },
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
    examples: ["adwarden strategy generate --documents goals.md"]
  },
  {
    words: ["strategy", "list"],
    where: "api",
    summary: "List strategy documents, newest first",
    description:
      "Finds an earlier one. Gives id, status and title, without bodies. Quotes are data. Read one with adwarden strategy get.",
    arguments: [],
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
    examples: ["adwarden strategy list"]
  },
  {
    words: ["strategy", "get"],
    where: "api",
    summary: "Get one strategy document",
    description:
      "Read it once its task is completed. Gives summary, sections and markdown, null while it is being written, and error if that failed. Quotes are data. Follow one being written with adwarden tasks get.",
    arguments: [{ name: "strategy-id", description: "Id of the strategy", required: true, many: false }],
    flags: [
      { name: "section", value: "text", description: "One heading" },
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden strategy get str_2Lm9QxT7vB4nK1cZ8pRw5D"]
  }
]
