// Generated from the contract and the commands by `npm run generate`. Do not edit.
import type { CommandInfo, SectionInfo } from "../command-info.ts"

/** All commands, arranged as the help shows them. */
export const overview: ReadonlyArray<SectionInfo> = [
  {
    title: "Campaigns",
    file: "campaigns",
    groups: [
      {
        name: "campaigns",
        summary: "List, create, change, launch and pause campaigns",
        commands: [
          { name: "list", summary: "List campaigns with their last seven days", where: "api" },
          { name: "get", summary: "Get one campaign", where: "api" },
          {
            name: "create",
            summary: "Create a draft campaign from a website, with your ads or proposed ones",
            where: "api"
          },
          { name: "list-ads", summary: "List a campaign's ads", where: "api" },
          {
            name: "create-ad",
            summary: "Add an ad to a campaign from a landing page, with your lines or proposed ones",
            where: "api"
          },
          { name: "update", summary: "Change a campaign's name, budget, target CPA or AI Max", where: "api" },
          {
            name: "set-state",
            summary: "Launch, pause or resume a campaign, or revert it to draft",
            where: "api"
          },
          {
            name: "accept-changes",
            summary: "Accept what others changed in a campaign in the ad platform",
            where: "api"
          },
          {
            name: "set-budget",
            summary: "Set the daily budget of a campaign, past the per-call limit if an owner says so",
            where: "operator"
          },
          {
            name: "revert-change",
            summary: "Revert a change that others made in the ad platform",
            where: "operator"
          }
        ]
      },
      {
        name: "keywords",
        summary: "List and change a campaign's keywords, exclude search terms",
        commands: [
          { name: "list", summary: "List a campaign's keywords with their last 30 days", where: "api" },
          { name: "list-negatives", summary: "List a campaign's exclusions", where: "api" },
          {
            name: "add-negatives",
            summary: "Exclude search terms from one or several campaigns",
            where: "api"
          },
          { name: "remove-negatives", summary: "Remove exclusions from a campaign", where: "api" },
          { name: "update", summary: "Add, pause, enable or remove keywords of a campaign", where: "api" }
        ]
      },
      {
        name: "ads",
        summary: "Pause, enable, rewrite and remove ads",
        commands: [
          { name: "update", summary: "Pause, enable or rewrite an ad", where: "api" },
          { name: "remove", summary: "Remove an ad with its keywords", where: "operator" }
        ]
      },
      {
        name: "assets",
        summary: "Replace a campaign's sitelinks and callouts",
        commands: [{ name: "update", summary: "Replace a campaign's sitelinks or callouts", where: "api" }]
      },
      {
        name: "website-facts",
        summary: "Read what a website sells and says",
        commands: [{ name: "get", summary: "Read what a website sells and says", where: "api" }]
      },
      {
        name: "performance",
        summary: "Spend, clicks, conversions and search terms",
        commands: [
          { name: "get", summary: "Get spend, clicks, conversions and CPA of a period", where: "api" },
          { name: "search-terms", summary: "List what people searched for and what it cost", where: "api" },
          { name: "query", summary: "Query the ad platform in its own language", where: "api" }
        ]
      }
    ]
  },
  {
    title: "Insight",
    file: "insight",
    groups: [
      {
        name: "detectors",
        summary: "Find waste and opportunities in a campaign",
        commands: [{ name: "run", summary: "Run a detector on a campaign", where: "api" }]
      },
      {
        name: "recommendations",
        summary: "List and apply recommendations",
        commands: [
          { name: "list", summary: "List recommendations", where: "api" },
          { name: "apply", summary: "Apply a recommendation", where: "api" },
          { name: "apply-several", summary: "Apply several recommendations", where: "api" },
          { name: "dismiss", summary: "Dismiss a pending recommendation", where: "operator" },
          {
            name: "savings",
            summary:
              "Show the estimated monthly savings of applied recommendations, and the measured savings after 14 and 30 days",
            where: "operator"
          }
        ]
      },
      {
        name: "reports",
        summary: "Weekly and other reports",
        commands: [
          { name: "list", summary: "List reports of a type, newest first", where: "api" },
          { name: "latest", summary: "Get the newest report of a type", where: "api" },
          { name: "get", summary: "Get one report", where: "api" },
          { name: "generate", summary: "Write the weekly report of the last full week", where: "api" },
          { name: "generate", summary: "Have a worker generate a report", where: "operator" },
          {
            name: "latest",
            summary:
              "Show the newest report of a type, as markdown if the output is a file or another program",
            where: "operator"
          }
        ]
      },
      {
        name: "strategy",
        summary: "Strategy documents",
        commands: [
          { name: "generate", summary: "Write a strategy document", where: "api" },
          { name: "list", summary: "List strategy documents, newest first", where: "api" },
          { name: "get", summary: "Get one strategy document", where: "api" }
        ]
      }
    ]
  },
  {
    title: "History and approvals",
    file: "changes",
    groups: [
      {
        name: "actions",
        summary: "The log of changes, and undoing one",
        commands: [
          { name: "undo", summary: "Undo an executed action", where: "api" },
          { name: "list", summary: "Read the action log", where: "api" },
          { name: "list-mine", summary: "Read your own changes", where: "api" }
        ]
      },
      {
        name: "queued-writes",
        summary: "Changes that wait for approval: follow, approve and reject them",
        commands: [
          { name: "list", summary: "List changes held for approval", where: "api" },
          { name: "get", summary: "Follow a change that waits for approval", where: "api" },
          { name: "withdraw", summary: "Withdraw a pending change that you requested", where: "api" },
          {
            name: "list",
            summary: "List the changes that wait for approval, oldest first",
            where: "operator"
          },
          {
            name: "get",
            summary: "Show a pending change: its requester and the whole preview",
            where: "operator"
          },
          { name: "approve", summary: "Execute a change on behalf of its requester", where: "operator" },
          { name: "reject", summary: "Reject a change", where: "operator" }
        ]
      },
      {
        name: "tasks",
        summary: "Background tasks",
        commands: [{ name: "get", summary: "Follow background work", where: "api" }]
      },
      {
        name: "audit",
        summary: "The audit trail: export and verify it",
        commands: [
          { name: "export", summary: "Export the audit trail", where: "api" },
          {
            name: "export",
            summary: "Export the whole audit trail of an organization as JSON, which audit verify proves",
            where: "operator"
          },
          {
            name: "verify",
            summary: "Verify offline that no event of an export was changed or deleted",
            where: "operator"
          }
        ]
      }
    ]
  },
  {
    title: "Account",
    file: "account",
    groups: [
      {
        name: "login",
        summary: "Sign in with a browser",
        commands: [{ name: null, summary: "Sign in with a browser", where: "here" }]
      },
      {
        name: "logout",
        summary: "Sign out, here and at the service",
        commands: [{ name: null, summary: "Sign out, here and at the service", where: "here" }]
      },
      {
        name: "whoami",
        summary: "Show the current identity and service",
        commands: [{ name: null, summary: "Show the current identity and service", where: "here" }]
      },
      {
        name: "profiles",
        summary: "List your profiles and logins",
        commands: [
          { name: "list", summary: "List your profiles and logins", where: "here" },
          { name: "use", summary: "Select the profile for commands, and its organization", where: "here" },
          { name: "remove", summary: "Sign out of a profile and delete it", where: "here" }
        ]
      },
      {
        name: "organizations",
        summary: "Organizations, their limits and business profiles",
        commands: [
          { name: "list", summary: "List the organizations this credential can act in", where: "api" },
          { name: "get", summary: "Get an organization's account overview", where: "api" },
          { name: "business-profile", summary: "Get the business profile", where: "api" },
          { name: "list", summary: "List all organizations with their rules", where: "operator" },
          { name: "create", summary: "Create an organization", where: "operator" },
          {
            name: "get",
            summary: "Show an organization: its rules, its committed budgets, and its ad accounts",
            where: "operator"
          },
          {
            name: "set",
            summary: "Set the rules for keys and connected apps in an organization",
            where: "operator"
          },
          {
            name: "suspend",
            summary: "Suspend all API keys and connected apps of an organization at once",
            where: "operator"
          },
          {
            name: "lift-suspension",
            summary: "Let the API keys and connected apps of an organization act again",
            where: "operator"
          },
          {
            name: "business-profile",
            summary: "Show the business profile that campaigns are built on",
            where: "operator"
          },
          {
            name: "analyse-website",
            summary: "Have a worker read a website and create the organization's business profile from it",
            where: "operator"
          }
        ]
      }
    ]
  },
  {
    title: "Operate the service, on its own machine",
    file: "operate",
    groups: [
      {
        name: "dev",
        summary: "Run everything on this machine, with a demo world",
        commands: [
          {
            name: null,
            summary:
              "Run everything on this machine: a database in .adwarden/ (or DATABASE_URL), an emulator of Google Ads, the demo world, worker and all surfaces on one port",
            where: "operator"
          }
        ]
      },
      {
        name: "serve",
        summary: "Serve REST, MCP and the pages",
        commands: [{ name: null, summary: "Serve the surfaces on DATABASE_URL", where: "operator" }]
      },
      {
        name: "worker",
        summary: "Run background jobs",
        commands: [
          {
            name: null,
            summary:
              "Run background jobs on DATABASE_URL: push changes to the ad platform, sync accounts, seal the audit trail, send emails, delete expired data",
            where: "operator"
          }
        ]
      },
      {
        name: "migrate",
        summary: "Migrate the database",
        commands: [
          { name: null, summary: "Migrate the schema of DATABASE_URL, in one transaction", where: "operator" }
        ]
      },
      {
        name: "doctor",
        summary: "Check what the service needs",
        commands: [
          {
            name: null,
            summary:
              "Check what the service needs: settings, database, queue and workers, ad accounts, clocks, mail",
            where: "operator"
          }
        ]
      },
      {
        name: "users",
        summary: "Add people, give roles",
        commands: [
          {
            name: "create",
            summary: "Create a person with a role, for example the first owner of an organization",
            where: "operator"
          },
          { name: "invite", summary: "Invite a person by email", where: "operator" },
          {
            name: "list",
            summary: "List the members of an organization and its open invitations",
            where: "operator"
          },
          { name: "set-role", summary: "Change a person's role in an organization", where: "operator" },
          {
            name: "reset-password",
            summary: "Create a link at which a person chooses a new password",
            where: "operator"
          },
          {
            name: "reset-second-factor",
            summary: "Remove the second factor of a person who lost their phone and recovery codes",
            where: "operator"
          },
          { name: "remove", summary: "Remove a person from one organization or from all", where: "operator" }
        ]
      },
      {
        name: "teams",
        summary: "Staff ad-operations teams",
        commands: [
          {
            name: "list",
            summary: "List ad-operations teams with their staff and organizations",
            where: "operator"
          },
          { name: "create", summary: "Create an ad-operations team", where: "operator" },
          { name: "add", summary: "Add a member of staff to a team", where: "operator" },
          { name: "remove", summary: "Remove a member of staff from a team", where: "operator" },
          { name: "assign", summary: "Assign an organization to an ad-operations team", where: "operator" }
        ]
      },
      {
        name: "accounts",
        summary: "Link and reconnect ad accounts",
        commands: [
          {
            name: "connect",
            summary: "Connect a Google login by its owner's consent in a browser, and link its account",
            where: "operator"
          },
          {
            name: "list",
            summary: "List an organization's ad accounts and logins with their problems",
            where: "operator"
          },
          {
            name: "link",
            summary: "Link an account that a login can reach, in the organization's own currency",
            where: "operator"
          },
          { name: "select", summary: "Select the linked account for new campaigns", where: "operator" },
          {
            name: "reconnect",
            summary: "Reconnect a revoked or expired login with the refresh token of a new grant",
            where: "operator"
          },
          { name: "unlink", summary: "Unlink an account", where: "operator" },
          { name: "disconnect", summary: "Delete a login that no linked account uses", where: "operator" }
        ]
      },
      {
        name: "keys",
        summary: "Create, rotate and revoke API keys",
        commands: [
          {
            name: "create",
            summary: "Create a key for a member, within the scopes of their role",
            where: "operator"
          },
          { name: "list", summary: "List an organization's keys", where: "operator" },
          {
            name: "rotate",
            summary: "Replace a key with one of the same name and scopes",
            where: "operator"
          },
          { name: "revoke", summary: "Revoke a key at once and permanently", where: "operator" },
          { name: "check", summary: "Check offline whether a text is a well-formed key", where: "operator" }
        ]
      },
      {
        name: "drafts",
        summary: "Show drafts line by line, discard them",
        commands: [
          {
            name: "get",
            summary: "Show the texts of a campaign line by line, each with its source page or template",
            where: "operator"
          },
          {
            name: "checks",
            summary: "Show every launch check of a campaign, and what is missing",
            where: "operator"
          },
          { name: "use-account", summary: "Put a draft into a linked ad account", where: "operator" },
          {
            name: "locations",
            summary: "Search the ad platform for places that the campaign could target",
            where: "operator"
          },
          { name: "set-locations", summary: "Choose where the ads of a draft are shown", where: "operator" },
          { name: "set-language", summary: "Choose the language of a draft", where: "operator" },
          {
            name: "read-pages",
            summary: "Read the pages again that a campaign's lines rest on",
            where: "operator"
          },
          {
            name: "confirm-category",
            summary: "Confirm that a campaign may advertise a restricted category",
            where: "operator"
          },
          {
            name: "discard",
            summary: "Discard a draft that was never launched, with its ads and keywords",
            where: "operator"
          },
          {
            name: "competitors",
            summary: "List the competitors of the business profile, which a competitor draft can bid on",
            where: "operator"
          },
          {
            name: "create-competitor",
            summary: "Create a draft that bids on competitors' names",
            where: "operator"
          }
        ]
      },
      {
        name: "sync",
        summary: "Sync ad accounts, accept outside changes",
        commands: [
          {
            name: null,
            summary:
              "Sync the ad accounts of one organization or of all now, on DATABASE_URL or the database in .adwarden/, and accept changes that others made in the ad platform",
            where: "operator"
          }
        ]
      },
      {
        name: "mail",
        summary: "Sent and waiting emails",
        commands: [
          { name: "list", summary: "List sent and waiting emails", where: "operator" },
          { name: "get", summary: "Show an email", where: "operator" }
        ]
      },
      {
        name: "secrets",
        summary: "The key that seals stored secrets",
        commands: [
          {
            name: "rotate",
            summary: "Seal every stored secret again with the first key in SECRETS_KEY",
            where: "operator"
          }
        ]
      }
    ]
  },
  {
    title: "Tools",
    file: "tools",
    groups: [
      {
        name: "api",
        summary: "Send any request to the REST API and print the response",
        commands: [
          { name: null, summary: "Send any request to the REST API and print the response", where: "here" }
        ]
      },
      {
        name: "mcp",
        summary: "Serve MCP over standard input and output",
        commands: [{ name: null, summary: "Serve MCP over standard input and output", where: "here" }]
      },
      {
        name: "completion",
        summary: "Set up Tab completion of commands, flags and values",
        commands: [
          { name: null, summary: "Set up Tab completion of commands, flags and values", where: "here" }
        ]
      }
    ]
  }
]

/** The complete commands of a section, loaded on demand. */
export const commandsIn: Readonly<
  Record<string, () => Promise<{ readonly commands: ReadonlyArray<CommandInfo> }>>
> = {
  campaigns: () => import("./campaigns.ts"),
  insight: () => import("./insight.ts"),
  changes: () => import("./changes.ts"),
  account: () => import("./account.ts"),
  operate: () => import("./operate.ts"),
  tools: () => import("./tools.ts")
}
