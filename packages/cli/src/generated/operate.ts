// Generated from the contract and the commands by `npm run generate`. Do not edit.
import type { CommandInfo } from "../command-info.ts"
import * as flag from "./flags.ts"

export const commands: ReadonlyArray<CommandInfo> = [
  {
    words: ["dev"],
    where: "operator",
    summary:
      "Run everything on this machine: a database in .adwarden/ (or DATABASE_URL), an emulator of Google Ads, the demo world, worker and all surfaces on one port",
    description: "",
    arguments: [],
    flags: [
      {
        name: "sites",
        value: "text",
        description:
          "A folder of saved websites: each subfolder of static files is served as http://<its name>.test/, with an organization whose profile is analysed from it"
      }
    ],
    examples: []
  },
  {
    words: ["serve"],
    where: "operator",
    summary: "Serve the surfaces on DATABASE_URL",
    description:
      "Any number of hosts can run; migrate first. Settings: PORT, HOST, PUBLIC_URL, LOG_FORMAT, LOG_LEVEL, RATE_LIMIT_PER_MINUTE, RATE_LIMIT_ANONYMOUS_PER_MINUTE, OAUTH_REGISTRATIONS_PER_MINUTE, OAUTH_ACCESS_TOKEN_SECONDS, OAUTH_IDLE_DAYS, WRITE_QUOTA_PER_DAY, LOCK_TIMEOUT_SECONDS, TRUST_PROXY.",
    arguments: [],
    flags: [
      { name: "port", value: "integer", description: "The port to listen on; overrides PORT", short: "p" },
      { name: "no-rest", value: null, description: "Do not serve the REST API" },
      { name: "no-mcp", value: null, description: "Do not serve the MCP server" },
      { name: "no-web", value: null, description: "Do not serve the pages for people" }
    ],
    examples: []
  },
  {
    words: ["worker"],
    where: "operator",
    summary:
      "Run background jobs on DATABASE_URL: push changes to the ad platform, sync accounts, seal the audit trail, send emails, delete expired data",
    description:
      "Any number can run. Settings in addition to those of serve: SMTP_URL (smtps://user:password@host; without it emails stay in the outbox, see adwarden mail), MAIL_FROM.",
    arguments: [],
    flags: [],
    examples: []
  },
  {
    words: ["migrate"],
    where: "operator",
    summary: "Migrate the schema of DATABASE_URL, in one transaction",
    description: "Safe to run from any host at any time.",
    arguments: [],
    flags: [
      {
        name: "distribute",
        value: null,
        description: "Also distribute the tables over a Citus cluster; stop the service first"
      },
      flag.json2,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: []
  },
  {
    words: ["doctor"],
    where: "operator",
    summary: "Check what the service needs: settings, database, queue and workers, ad accounts, clocks, mail",
    description: "Works while parts of it are down. Exits with 1 if there is a problem.",
    arguments: [],
    flags: [flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["users", "create"],
    where: "operator",
    summary: "Create a person with a role, for example the first owner of an organization",
    description: "",
    arguments: [{ name: "email", description: "Email address of the person", required: true, many: false }],
    flags: [
      { name: "name", value: "text", description: "The person's name, as others read it", required: true },
      {
        name: "role",
        value: "word",
        description: "member reads, admin also changes campaigns, owner also manages members",
        words: ["member", "admin", "owner"],
        required: true
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
    words: ["users", "invite"],
    where: "operator",
    summary: "Invite a person by email",
    description: "They choose their own name and password.",
    arguments: [{ name: "email", description: "Email address of the person", required: true, many: false }],
    flags: [
      {
        name: "role",
        value: "word",
        description: "member reads, admin also changes campaigns, owner also manages members",
        words: ["member", "admin", "owner"],
        required: true
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
    words: ["users", "list"],
    where: "operator",
    summary: "List the members of an organization and its open invitations",
    description: "",
    arguments: [],
    flags: [flag.org2, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["users", "set-role"],
    where: "operator",
    summary: "Change a person's role in an organization",
    description: "A key with scopes above the new role stops working.",
    arguments: [
      { name: "email", description: "Email address of the person", required: true, many: false },
      {
        name: "role",
        description: "member reads, admin also changes campaigns, owner also manages members",
        words: ["member", "admin", "owner"],
        required: true,
        many: false
      }
    ],
    flags: [flag.org2, flag.as, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["users", "reset-password"],
    where: "operator",
    summary: "Create a link at which a person chooses a new password",
    description: "",
    arguments: [{ name: "email", description: "Email address of the person", required: true, many: false }],
    flags: [flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["users", "reset-second-factor"],
    where: "operator",
    summary: "Remove the second factor of a person who lost their phone and recovery codes",
    description: "It also signs them out everywhere.",
    arguments: [{ name: "email", description: "Email address of the person", required: true, many: false }],
    flags: [flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["users", "remove"],
    where: "operator",
    summary: "Remove a person from one organization or from all",
    description: "It applies from the next request on.",
    arguments: [{ name: "email", description: "Email address of the person", required: true, many: false }],
    flags: [
      { name: "org", value: "text", description: "Slug of the organization", short: "o" },
      {
        name: "everywhere",
        value: null,
        description: "Instead of --org: remove them from every organization and revoke all their access"
      },
      flag.as,
      flag.json2,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: []
  },
  {
    words: ["teams", "list"],
    where: "operator",
    summary: "List ad-operations teams with their staff and organizations",
    description: "",
    arguments: [],
    flags: [flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["teams", "create"],
    where: "operator",
    summary: "Create an ad-operations team",
    description: "Its staff sees the organizations that are assigned to it, read only.",
    arguments: [{ name: "name", description: "Name of the team", required: true, many: false }],
    flags: [flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["teams", "add"],
    where: "operator",
    summary: "Add a member of staff to a team",
    description: "With --name a new person is created, and a link to choose their password is shown.",
    arguments: [
      { name: "team", description: "Name of the ad-operations team", required: true, many: false },
      { name: "email", description: "Email address of the member of staff", required: true, many: false }
    ],
    flags: [
      { name: "name", value: "text", description: "Their name, for a new person" },
      flag.json2,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: []
  },
  {
    words: ["teams", "remove"],
    where: "operator",
    summary: "Remove a member of staff from a team",
    description: "",
    arguments: [
      { name: "team", description: "Name of the ad-operations team", required: true, many: false },
      { name: "email", description: "Email address of the member of staff", required: true, many: false }
    ],
    flags: [flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["teams", "assign"],
    where: "operator",
    summary: "Assign an organization to an ad-operations team",
    description: "",
    arguments: [
      {
        name: "team",
        description: "Name of the team; none removes the organization from its team",
        required: true,
        many: false
      }
    ],
    flags: [flag.org2, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["accounts", "connect"],
    where: "operator",
    summary: "Connect a Google login by its owner's consent in a browser, and link its account",
    description: "Needs GOOGLE_ADS_DESKTOP_CLIENT_ID. A known login is connected again.",
    arguments: [
      {
        name: "account",
        description: "Number of the account to link; optional if the login reaches only one",
        required: false,
        many: false
      }
    ],
    flags: [
      {
        name: "login",
        value: "text",
        description: "Email of the Google account that grants access; Google then suggests it"
      },
      { name: "no-browser", value: null, description: "Only print the address, and open no browser" },
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
    words: ["accounts", "list"],
    where: "operator",
    summary: "List an organization's ad accounts and logins with their problems",
    description: "",
    arguments: [],
    flags: [flag.org2, flag.as, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["accounts", "link"],
    where: "operator",
    summary: "Link an account that a login can reach, in the organization's own currency",
    description: "Uses a connected login, or a new one with its refresh token.",
    arguments: [
      {
        name: "account",
        description: "Number of the Google Ads account, as list shows it",
        required: true,
        many: false
      }
    ],
    flags: [
      {
        name: "login",
        value: "text",
        description: "Email of the Google login; optional if only one is connected"
      },
      {
        name: "token-file",
        value: "text",
        description:
          "File with the refresh token that the login's owner granted; - reads it from stdin. Or set GOOGLE_ADS_REFRESH_TOKEN"
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
    words: ["accounts", "select"],
    where: "operator",
    summary: "Select the linked account for new campaigns",
    description: "",
    arguments: [
      {
        name: "account",
        description: "Number of the Google Ads account, as list shows it",
        required: true,
        many: false
      }
    ],
    flags: [flag.org2, flag.as, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["accounts", "reconnect"],
    where: "operator",
    summary: "Reconnect a revoked or expired login with the refresh token of a new grant",
    description: "The new grant must have access to every account of the login.",
    arguments: [],
    flags: [
      {
        name: "login",
        value: "text",
        description: "Email of the Google login; optional if only one is connected"
      },
      {
        name: "token-file",
        value: "text",
        description:
          "File with the refresh token that the login's owner granted; - reads it from stdin. Or set GOOGLE_ADS_REFRESH_TOKEN"
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
    words: ["accounts", "unlink"],
    where: "operator",
    summary: "Unlink an account",
    description:
      "Refused while a campaign in it may spend or has changes that wait to be sent. Campaigns and figures stay.",
    arguments: [
      {
        name: "account",
        description: "Number of the Google Ads account, as list shows it",
        required: true,
        many: false
      }
    ],
    flags: [flag.org2, flag.as, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["accounts", "disconnect"],
    where: "operator",
    summary: "Delete a login that no linked account uses",
    description: "",
    arguments: [
      {
        name: "login",
        description: "Email of the Google login, as list shows it",
        required: true,
        many: false
      }
    ],
    flags: [flag.org2, flag.as, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["keys", "create"],
    where: "operator",
    summary: "Create a key for a member, within the scopes of their role",
    description: "It is shown once.",
    arguments: [],
    flags: [
      { name: "name", value: "text", description: "What the key is for, as lists show it", required: true },
      {
        name: "scopes",
        value: "text",
        description:
          "Scopes of the key, separated by commas: organizations:read, campaigns:read, performance:read, reports:read, reports:generate, recommendations:read, recommendations:apply, campaigns:write, keywords:write, audit:read. A role (member, admin, owner) stands for all it allows.",
        required: true
      },
      {
        name: "days",
        value: "integer",
        description: "How many days the key is valid, at most a year. A year without it."
      },
      {
        name: "approvals",
        value: "word",
        description:
          "Which of its changes wait for approval: as the organization says, those that raise spend, or every change. The stricter rule decides",
        words: ["organization", "raises", "every_change"]
      },
      flag.org2,
      {
        name: "as",
        value: "text",
        description: "Email of the person who does it, a member of the organization",
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
    words: ["keys", "list"],
    where: "operator",
    summary: "List an organization's keys",
    description: "The keys themselves are not stored.",
    arguments: [],
    flags: [flag.org2, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["keys", "rotate"],
    where: "operator",
    summary: "Replace a key with one of the same name and scopes",
    description: "The old one is valid for at most 48 more hours.",
    arguments: [
      {
        name: "key",
        description: "The key: its id, or as lists show it (svc_live_ab12…wxyz, or with ... between)",
        required: true,
        many: false
      }
    ],
    flags: [
      flag.org2,
      {
        name: "as",
        value: "text",
        description: "Email of the person who does it, a member of the organization",
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
    words: ["keys", "revoke"],
    where: "operator",
    summary: "Revoke a key at once and permanently",
    description: "Requires its creator or an owner.",
    arguments: [
      {
        name: "key",
        description: "The key: its id, or as lists show it (svc_live_ab12…wxyz, or with ... between)",
        required: true,
        many: false
      }
    ],
    flags: [
      flag.org2,
      {
        name: "as",
        value: "text",
        description: "Email of the person who does it, a member of the organization",
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
    words: ["keys", "check"],
    where: "operator",
    summary: "Check offline whether a text is a well-formed key",
    description: "Only a request can show whether it is valid.",
    arguments: [
      {
        name: "-",
        description: "The text is always read from stdin, because others can see a command line",
        required: false,
        many: false
      }
    ],
    flags: [flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["drafts", "get"],
    where: "operator",
    summary: "Show the texts of a campaign line by line, each with its source page or template",
    description: "",
    arguments: [{ name: "campaign", description: "Slug of the campaign", required: true, many: false }],
    flags: [flag.org2, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["drafts", "checks"],
    where: "operator",
    summary: "Show every launch check of a campaign, and what is missing",
    description: "",
    arguments: [{ name: "campaign", description: "Slug of the campaign", required: true, many: false }],
    flags: [flag.org2, flag.as2, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["drafts", "use-account"],
    where: "operator",
    summary: "Put a draft into a linked ad account",
    description: "",
    arguments: [
      { name: "campaign", description: "Slug of the campaign", required: true, many: false },
      {
        name: "account",
        description: "Id of a linked ad account; without it, the selected one",
        required: false,
        many: false
      }
    ],
    flags: [flag.org2, flag.as2, flag.execute3, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["drafts", "locations"],
    where: "operator",
    summary: "Search the ad platform for places that the campaign could target",
    description: "",
    arguments: [
      { name: "campaign", description: "Slug of the campaign", required: true, many: false },
      {
        name: "search",
        description: 'A place, such as Springfield or "Springfield, Illinois"',
        required: true,
        many: false
      }
    ],
    flags: [flag.org2, flag.as2, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["drafts", "set-locations"],
    where: "operator",
    summary: "Choose where the ads of a draft are shown",
    description: "The places are looked up in the ad platform.",
    arguments: [
      { name: "campaign", description: "Slug of the campaign", required: true, many: false },
      {
        name: "locations",
        description: "Places, such as Boston; with region and country if several have the name",
        required: true,
        many: true
      }
    ],
    flags: [flag.org2, flag.as2, flag.execute3, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["drafts", "set-language"],
    where: "operator",
    summary: "Choose the language of a draft",
    description: "",
    arguments: [
      { name: "campaign", description: "Slug of the campaign", required: true, many: false },
      {
        name: "language",
        description: "Language of the ads, as two letters",
        words: [
          "ar",
          "bg",
          "ca",
          "cs",
          "da",
          "de",
          "el",
          "en",
          "es",
          "fi",
          "fr",
          "he",
          "hi",
          "hr",
          "hu",
          "id",
          "it",
          "ja",
          "ko",
          "nl",
          "pl",
          "pt",
          "ro",
          "ru",
          "sr",
          "sv",
          "th",
          "tr",
          "uk",
          "vi"
        ],
        required: true,
        many: false
      }
    ],
    flags: [flag.org2, flag.as2, flag.execute3, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["drafts", "read-pages"],
    where: "operator",
    summary: "Read the pages again that a campaign's lines rest on",
    description: "",
    arguments: [{ name: "campaign", description: "Slug of the campaign", required: true, many: false }],
    flags: [flag.org2, flag.as2, flag.execute3, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["drafts", "confirm-category"],
    where: "operator",
    summary: "Confirm that a campaign may advertise a restricted category",
    description: "",
    arguments: [
      { name: "campaign", description: "Slug of the campaign", required: true, many: false },
      {
        name: "category",
        description: "The restricted category",
        words: ["health_outcomes", "weight_loss", "earnings", "credit", "gambling", "political"],
        required: true,
        many: false
      },
      { name: "reason", description: "Why it is allowed, for the log", required: true, many: false }
    ],
    flags: [flag.org2, flag.as2, flag.execute3, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["drafts", "discard"],
    where: "operator",
    summary: "Discard a draft that was never launched, with its ads and keywords",
    description: "Its budget no longer counts towards the monthly cap. An undo restores it.",
    arguments: [{ name: "campaign", description: "Slug of the campaign", required: true, many: false }],
    flags: [flag.org2, flag.as2, flag.execute3, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["drafts", "competitors"],
    where: "operator",
    summary: "List the competitors of the business profile, which a competitor draft can bid on",
    description: "",
    arguments: [],
    flags: [flag.org2, flag.as2, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["drafts", "create-competitor"],
    where: "operator",
    summary: "Create a draft that bids on competitors' names",
    description: "No ad text contains the names.",
    arguments: [
      { name: "names", description: "Competitors of the business profile", required: true, many: true }
    ],
    flags: [flag.org2, flag.as2, flag.execute3, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["sync"],
    where: "operator",
    summary:
      "Sync the ad accounts of one organization or of all now, on DATABASE_URL or the database in .adwarden/, and accept changes that others made in the ad platform",
    description: "",
    arguments: [],
    flags: [
      { name: "org", value: "text", description: "Slug of the organization", short: "o" },
      {
        name: "all",
        value: null,
        description: "Sync all organizations with their linked accounts",
        short: "a"
      },
      {
        name: "account",
        value: "text",
        description: "Only this ad account; without it, all linked accounts of the organization"
      },
      {
        name: "accept",
        value: "text",
        description:
          "Slug of a campaign that others changed in the ad platform: accept the changes, so that it can be launched again",
        repeated: true
      },
      flag.json2,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: []
  },
  {
    words: ["mail", "list"],
    where: "operator",
    summary: "List sent and waiting emails",
    description: "",
    arguments: [],
    flags: [
      { name: "limit", value: "integer", description: "How many, the newest first", default: 50, short: "L" },
      flag.json2,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: []
  },
  {
    words: ["mail", "get"],
    where: "operator",
    summary: "Show an email",
    description:
      "A waiting email is shown as it would be sent now, with a working link. The link of a sent email is not stored.",
    arguments: [
      { name: "id", description: "Number of the email, as list shows it", required: true, many: false }
    ],
    flags: [flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["secrets", "rotate"],
    where: "operator",
    summary: "Seal every stored secret again with the first key in SECRETS_KEY",
    description:
      "Set SECRETS_KEY to the new key, a comma and the old key, here and on every host and worker, before you run it. It can be repeated at any time.",
    arguments: [],
    flags: [flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  }
]
