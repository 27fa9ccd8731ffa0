import { operations, scopeMeanings, scopes } from "../../packages/core/src/contract/index.ts"
import { code, generatedNotice, table } from "./parts.ts"

/* The pages that directories of AI clients ask for. */

const yes = (is: boolean): string => (is ? "yes" : "")

const tools = operations.flatMap((operation) =>
  operation.tool === null ? [] : [{ ...operation, tool: operation.tool }]
)

const toolTable = (): string =>
  table(
    ["Tool", "What it does", "Reads only", "Overwrites", "Same when repeated", "Reaches others", "Scope"],
    tools.map(({ hints, scope, summary, tool }) => [
      code(tool),
      summary,
      yes(hints.readOnly),
      yes(hints.overwrites),
      yes(hints.idempotent),
      yes(hints.openWorld),
      scope === null ? "none" : code(scope)
    ])
  )

/** Renders docs/reference/reviewers.md. */
export const reviewersPage = (): string =>
  [
    generatedNotice,
    "# For reviewers of directories",
    "Adwarden manages campaigns on Google Ads for an organization. Everybody runs a service of their own, and its address is `https://ads.example.com/mcp` in what follows. What is stored and sent is on [the page about privacy](privacy.md); how each client connects, in [the guide](../guides/mcp-clients.md).",
    "## A test organization",
    "- **On your own machine:** `npm start` in a clone runs the whole service with demo data and an emulator of Google Ads, so nothing is spent. It prints the address, and the email address and password of a person to sign in as. `.adwarden/demo.json` has keys for each role. The organization `northwind` has live campaigns, a draft that is ready, a campaign that others changed in the ad platform, and searches that cost without converting; `fabrikam` requires approvals.\n- **On a service that is reachable:** its operator makes an organization with `adwarden organizations create`, a person with `adwarden users create`, and connects [a test account of Google Ads](../guides/connect-google-ads.md), which never serves ads. The owner chooses a password through the link that the command prints. There is no second factor, unless the organization requires one.",
    "## Sign in",
    "Add the address to your client. It registers itself (client metadata document or dynamic registration), opens the sign-in page, and asks for scopes; a person can grant fewer than the client asks for. Access tokens last an hour at most, and a person disconnects an app under Account › Apps.",
    "## Three things to ask",
    "- “Which of my campaigns wasted money last week? Show what a pause would do.” It reads figures and previews; nothing changes.\n- “Raise the budget of Boiler repair to $110.” It previews the change, asks, and executes it; “undo that” takes it back.\n- “Raise it to $400.” It explains which limit refuses that, and what is possible.",
    "## What each tool can do",
    "A change previews unless the call sends `dry_run: false`, except for tools that say that they execute at once. The columns are the tool's hints: `readOnlyHint`, `destructiveHint`, `idempotentHint` and `openWorldHint`; each tool has all four, and a title. No tool deletes a campaign, pays, or changes limits, people or keys.",
    toolTable()
  ].join("\n\n")

/** Renders docs/reference/privacy.md. */
export const privacyPage = (): string =>
  [
    generatedNotice,
    "# Privacy",
    "Adwarden is software that an organization or its provider runs. Who runs a service, the operator, is responsible for its data and answers questions about it. The project that makes the software receives nothing: no telemetry, no copies.",
    "## What a service stores",
    table(
      ["Data", "For", "How long"],
      [
        [
          "Name, email address and password hash of people, sessions, second factors",
          "signing in",
          "until the person deletes the account; sessions a week"
        ],
        [
          "Campaigns, keywords, figures and searches of the linked ad accounts",
          "showing and changing them",
          "as long as the operator keeps the organization"
        ],
        ["The permission for the ad accounts, encrypted", "calling Google Ads", "until it is disconnected"],
        [
          "Text of public websites that people name",
          "business profiles and drafts",
          "a day; what a profile or a draft quotes stays with it"
        ],
        [
          "Documents that people send for a strategy, reports, strategies",
          "showing them",
          "as long as the operator keeps the organization"
        ],
        [
          "An event for each request: time, call, result, person or key, IP address, user agent",
          "[the audit trail](../concepts/audit.md)",
          "for ever, or as the operator sets `AUDIT_RETENTION_DAYS`; address, IP address and user agent of a deleted person are erased"
        ]
      ]
    ),
    "The conversation with an AI client is not stored: a service sees the calls of tools and their arguments alone.",
    "## Who receives data",
    table(
      ["Who", "What", "When"],
      [
        [
          "The AI client that a person connects",
          "the results of its calls",
          "each call, within the granted scopes"
        ],
        ["Google Ads", "changes, and queries for figures", "when a change is executed, and in each sync"],
        [
          "A language model, if the operator has set `COPY_MODEL_KEY`",
          "text of the website and figures of campaigns",
          "when a draft, a report or a strategy is written"
        ],
        [
          "The email server and webhooks that are set up",
          "notices, such as of a change that waits",
          "as people choose under Notifications"
        ],
        [
          "Whoever has a share link",
          "one report or one strategy",
          "until the link expires or is revoked; each opening is in the audit trail"
        ],
        ["Websites that people name", "requests of the crawler, without cookies", "when a site is read"]
      ]
    ),
    "Nothing is sold, and nothing is used for advertising or for training of models by the service.",
    "## What an app can see",
    "A person grants each app a list of scopes, and can take it back. No scope gives access to passwords, to the permission for the ad accounts, or to another organization.",
    table(
      ["Scope", "Lets an app"],
      scopes.map((scope) => [code(scope), scopeMeanings[scope]])
    ),
    "## Deleting",
    "People delete their account under Account › Profile; their addresses are then erased everywhere. Owners delete an organization under Settings › Organization: all access to it ends at once ([what that means](../concepts/access.md)), and its data stays in the operator's database until the operator removes it there. People who have no account ask the operator."
  ].join("\n\n")
