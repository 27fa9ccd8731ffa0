// Generated from the contract and the commands by `npm run cli:generate`. Do not edit.
import type { CommandInfo } from "../tree/command-info.ts"

export const commands: ReadonlyArray<CommandInfo> = [
  {
    words: ["dev"],
    where: "operator",
    summary:
      "Run everything on this machine: a database of its own in .adwarden/ (or DATABASE_URL), an emulator of Google Ads, the demo world, worker and all surfaces on one port",
    description: "",
    arguments: [],
    flags: [],
    examples: []
  },
  {
    words: ["serve"],
    where: "operator",
    summary: "Serve the surfaces on DATABASE_URL",
    description:
      "Any number of hosts may run; migrate first. Settings: PORT, HOST, PUBLIC_URL, LOG_FORMAT, LOG_LEVEL, RATE_LIMIT_PER_MINUTE, RATE_LIMIT_ANONYMOUS_PER_MINUTE, OAUTH_REGISTRATIONS_PER_MINUTE, OAUTH_ACCESS_TOKEN_SECONDS, OAUTH_IDLE_DAYS, WRITE_QUOTA_PER_DAY, LOCK_TIMEOUT_SECONDS, TRUST_PROXY.",
    arguments: [],
    flags: [
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
      "Do the background work on DATABASE_URL: push changes to the ad platform, sync accounts, seal the audit trail, send mail, clear away what has run out",
    description:
      "Any number may run. Settings beside those of serve: SMTP_URL (smtps://user:password@host; without it mail waits in the outbox, see adwarden mail), MAIL_FROM.",
    arguments: [],
    flags: [],
    examples: []
  },
  {
    words: ["migrate"],
    where: "operator",
    summary: "Bring the schema of DATABASE_URL up to date: all of it or nothing",
    description: "Safe to run anywhere, at any time.",
    arguments: [],
    flags: [
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["doctor"],
    where: "operator",
    summary: "Check what the service needs: settings, database, queue and workers, ad accounts, clocks, mail",
    description: "Works while parts of it are down; ends with 1 where there is a problem.",
    arguments: [],
    flags: [
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["orgs", "list"],
    where: "operator",
    summary: "List all organizations with their rules",
    description: "",
    arguments: [],
    flags: [
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["orgs", "create"],
    where: "operator",
    summary: "Make an organization",
    description: "Nobody belongs to it until users create gives it an owner.",
    arguments: [{ name: "org", description: "Slug of the organization", required: true, many: false }],
    flags: [
      { name: "name", value: "text", description: "What people call it", required: true },
      {
        name: "currency",
        value: "text",
        description: "Code of the currency of all its amounts, such as USD; it cannot be changed later",
        required: true
      },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["orgs", "show"],
    where: "operator",
    summary: "Show an organization: its rules, what its budgets commit, and its ad accounts",
    description: "",
    arguments: [{ name: "org", description: "Slug of the organization", required: true, many: false }],
    flags: [
      {
        name: "as",
        value: "text",
        description:
          "E-mail of an owner of the organization in whose name it is done; without it, the machine's operator does it"
      },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["orgs", "set"],
    where: "operator",
    summary: "Set the rules for what keys and connected apps may do in an organization",
    description:
      "They hold from the next request on; what is committed or waits already is told, and left as it is.",
    arguments: [{ name: "org", description: "Slug of the organization", required: true, many: false }],
    flags: [
      {
        name: "approvals",
        value: "word",
        description: "Whether a person has to approve every change by a key or a connected app",
        words: ["on", "off"]
      },
      {
        name: "budget-change-limit",
        value: "text",
        description: "The most one call may move a budget, in percent, such as 25"
      },
      {
        name: "max-spend",
        value: "text",
        description:
          "The most that all daily budgets may come to in a month of 30 days, in the organization's currency; none takes the cap away"
      },
      {
        name: "approval-queue-limit",
        value: "text",
        description:
          "How many changes may wait for approval at once, such as 200; one key or connected app may fill half of it"
      },
      {
        name: "as",
        value: "text",
        description:
          "E-mail of an owner of the organization in whose name it is done; without it, the machine's operator does it"
      },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["users", "create"],
    where: "operator",
    summary: "Make a person and give them a role: how an organization gets its first owner",
    description: "",
    arguments: [],
    flags: [
      { name: "org", value: "text", description: "Slug of the organization", required: true },
      { name: "email", value: "text", description: "E-mail address of the person", required: true },
      { name: "name", value: "text", description: "The person's name, as others read it", required: true },
      {
        name: "role",
        value: "word",
        description: "member sees, admin also changes campaigns, owner also decides who belongs here",
        required: true,
        words: ["member", "admin", "owner"]
      },
      {
        name: "as",
        value: "text",
        description: "E-mail of the owner in whose name it is done; without it, it is the operator's doing"
      },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["users", "invite"],
    where: "operator",
    summary: "Invite somebody by mail; they choose name and password themselves",
    description: "",
    arguments: [],
    flags: [
      { name: "org", value: "text", description: "Slug of the organization", required: true },
      { name: "email", value: "text", description: "E-mail address of the person", required: true },
      {
        name: "role",
        value: "word",
        description: "member sees, admin also changes campaigns, owner also decides who belongs here",
        required: true,
        words: ["member", "admin", "owner"]
      },
      {
        name: "as",
        value: "text",
        description: "E-mail of the owner in whose name it is done; without it, it is the operator's doing"
      },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["users", "list"],
    where: "operator",
    summary: "List who belongs to an organization, and who is invited",
    description: "",
    arguments: [],
    flags: [
      { name: "org", value: "text", description: "Slug of the organization", required: true },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["users", "role"],
    where: "operator",
    summary: "Give somebody a role in an organization",
    description: "A key that carries more than the new role allows stops working.",
    arguments: [],
    flags: [
      { name: "org", value: "text", description: "Slug of the organization", required: true },
      { name: "email", value: "text", description: "E-mail address of the person", required: true },
      {
        name: "role",
        value: "word",
        description: "member sees, admin also changes campaigns, owner also decides who belongs here",
        required: true,
        words: ["member", "admin", "owner"]
      },
      {
        name: "as",
        value: "text",
        description: "E-mail of the owner in whose name it is done; without it, it is the operator's doing"
      },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["users", "reset-password"],
    where: "operator",
    summary: "Make an address at which somebody chooses a new password",
    description: "",
    arguments: [],
    flags: [
      { name: "email", value: "text", description: "E-mail address of the person", required: true },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["users", "remove"],
    where: "operator",
    summary: "Take somebody out of an organization, or out of all",
    description: "It holds from the next request.",
    arguments: [],
    flags: [
      { name: "org", value: "text", description: "Slug of the organization that they leave" },
      {
        name: "everywhere",
        value: null,
        description: "Instead of --org: out of every organization; nothing of theirs works any more"
      },
      { name: "email", value: "text", description: "E-mail address of the person", required: true },
      {
        name: "as",
        value: "text",
        description: "E-mail of the owner in whose name it is done; without it, it is the operator's doing"
      },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["teams", "list"],
    where: "operator",
    summary: "List ad-operations teams with their staff and organizations",
    description: "",
    arguments: [],
    flags: [
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["teams", "create"],
    where: "operator",
    summary: "Create an ad-operations team",
    description: "Its staff sees the organizations that are assigned to it, read only.",
    arguments: [{ name: "name", description: "Name of the team", required: true, many: false }],
    flags: [
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["teams", "add"],
    where: "operator",
    summary: "Add a member of staff to a team",
    description: "With --name a new person is created, and a link to choose their password is shown.",
    arguments: [],
    flags: [
      { name: "team", value: "text", description: "Name of the ad-operations team", required: true },
      { name: "email", value: "text", description: "Email address of the member of staff", required: true },
      { name: "name", value: "text", description: "Their name, where they are not known yet" },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["teams", "remove"],
    where: "operator",
    summary: "Remove a member of staff from a team",
    description: "",
    arguments: [],
    flags: [
      { name: "team", value: "text", description: "Name of the ad-operations team", required: true },
      { name: "email", value: "text", description: "Email address of the member of staff", required: true },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["teams", "assign"],
    where: "operator",
    summary: "Assign an organization to an ad-operations team",
    description: "",
    arguments: [{ name: "org", description: "Slug of the organization", required: true, many: false }],
    flags: [
      {
        name: "team",
        value: "text",
        description: "Name of the team; none takes the organization away from its team",
        required: true
      },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["accounts", "list"],
    where: "operator",
    summary: "List an organization's ad accounts and logins, and what is wrong with them",
    description: "",
    arguments: [{ name: "org", description: "Slug of the organization", required: true, many: false }],
    flags: [
      {
        name: "as",
        value: "text",
        description:
          "E-mail of an owner of the organization in whose name it is done; without it, the machine's operator does it"
      },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["accounts", "link"],
    where: "operator",
    summary: "Link an account that a login can reach, in the organization's own currency",
    description: "The login is one that is connected, or a new one whose refresh token is given.",
    arguments: [
      { name: "org", description: "Slug of the organization", required: true, many: false },
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
        description: "E-mail of the Google login; may be left out where only one is connected"
      },
      {
        name: "token-file",
        value: "text",
        description:
          "File with the refresh token that the login's owner granted; - reads it from stdin. Or set GOOGLE_ADS_REFRESH_TOKEN"
      },
      {
        name: "as",
        value: "text",
        description:
          "E-mail of an owner of the organization in whose name it is done; without it, the machine's operator does it"
      },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["accounts", "select"],
    where: "operator",
    summary: "Choose the linked account in which new campaigns are made",
    description: "",
    arguments: [
      { name: "org", description: "Slug of the organization", required: true, many: false },
      {
        name: "account",
        description: "Number of the Google Ads account, as list shows it",
        required: true,
        many: false
      }
    ],
    flags: [
      {
        name: "as",
        value: "text",
        description:
          "E-mail of an owner of the organization in whose name it is done; without it, the machine's operator does it"
      },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["accounts", "reconnect"],
    where: "operator",
    summary: "Connect a login again that was revoked or ran out, by the refresh token of a new grant",
    description: "It must reach every account that hangs on the login.",
    arguments: [{ name: "org", description: "Slug of the organization", required: true, many: false }],
    flags: [
      {
        name: "login",
        value: "text",
        description: "E-mail of the Google login; may be left out where only one is connected"
      },
      {
        name: "token-file",
        value: "text",
        description:
          "File with the refresh token that the login's owner granted; - reads it from stdin. Or set GOOGLE_ADS_REFRESH_TOKEN"
      },
      {
        name: "as",
        value: "text",
        description:
          "E-mail of an owner of the organization in whose name it is done; without it, the machine's operator does it"
      },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["keys", "create"],
    where: "operator",
    summary: "Make a key for a member, within what their role allows",
    description: "It is shown once.",
    arguments: [],
    flags: [
      { name: "org", value: "text", description: "Slug of the organization", required: true },
      {
        name: "as",
        value: "text",
        description: "E-mail of the person who does it, a member of the organization",
        required: true
      },
      { name: "name", value: "text", description: "What the key is for, as lists show it", required: true },
      {
        name: "scopes",
        value: "text",
        description:
          "What the key may do, with commas between: organizations:read, campaigns:read, performance:read, reports:read, reports:generate, recommendations:read, recommendations:apply, campaigns:write, keywords:write, audit:read. A role (member, admin, owner) stands for all it allows.",
        required: true
      },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["keys", "list"],
    where: "operator",
    summary: "List an organization's keys; the keys themselves are not kept",
    description: "",
    arguments: [],
    flags: [
      { name: "org", value: "text", description: "Slug of the organization", required: true },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["keys", "rotate"],
    where: "operator",
    summary: "Replace a key by one of the same name and scopes",
    description: "The old one works for 48 hours at most.",
    arguments: [],
    flags: [
      { name: "org", value: "text", description: "Slug of the organization", required: true },
      {
        name: "key",
        value: "text",
        description: "The key: its id, or what lists show of it (svc_live_ab12…wxyz, or with ... between)",
        required: true
      },
      {
        name: "as",
        value: "text",
        description: "E-mail of the person who does it, a member of the organization",
        required: true
      },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["keys", "revoke"],
    where: "operator",
    summary: "End a key, at once and for good",
    description: "For its creator or an Owner.",
    arguments: [],
    flags: [
      { name: "org", value: "text", description: "Slug of the organization", required: true },
      {
        name: "key",
        value: "text",
        description: "The key: its id, or what lists show of it (svc_live_ab12…wxyz, or with ... between)",
        required: true
      },
      {
        name: "as",
        value: "text",
        description: "E-mail of the person who does it, a member of the organization",
        required: true
      },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["keys", "check"],
    where: "operator",
    summary: "Tell whether a text is a well-formed key, offline",
    description: "Whether it still works only a request can tell.",
    arguments: [
      {
        name: "-",
        description:
          "The text is read from stdin, whether this is there or not: a command line is seen by others",
        required: false,
        many: false
      }
    ],
    flags: [
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["approvals", "list"],
    where: "operator",
    summary: "List the changes that wait for a person's yes, oldest first",
    description: "",
    arguments: [],
    flags: [
      { name: "org", value: "text", description: "Slug of the organization", required: true },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["approvals", "show"],
    where: "operator",
    summary: "Show all of a change that waits: who asks, and the whole preview",
    description: "",
    arguments: [],
    flags: [
      { name: "org", value: "text", description: "Slug of the organization", required: true },
      {
        name: "id",
        value: "text",
        description: "Id of the queued write, as list shows it (qw_…)",
        required: true
      },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["approvals", "approve"],
    where: "operator",
    summary: "Carry a change out in the name of whoever asked for it",
    description: "All limits are checked again: what they refuse now has failed.",
    arguments: [],
    flags: [
      { name: "org", value: "text", description: "Slug of the organization", required: true },
      {
        name: "id",
        value: "text",
        description: "Id of the queued write, as list shows it (qw_…)",
        required: true
      },
      {
        name: "as",
        value: "text",
        description: "E-mail of the person who does it, an owner or admin of the organization",
        required: true
      },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["approvals", "reject"],
    where: "operator",
    summary: "Say no to a change",
    description: "What it had reserved under the monthly cap is free again.",
    arguments: [],
    flags: [
      { name: "org", value: "text", description: "Slug of the organization", required: true },
      {
        name: "id",
        value: "text",
        description: "Id of the queued write, as list shows it (qw_…)",
        required: true
      },
      {
        name: "as",
        value: "text",
        description: "E-mail of the person who does it, an owner or admin of the organization",
        required: true
      },
      { name: "reason", value: "text", description: "Why not; whoever asked for the change reads it" },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["profile", "analyse"],
    where: "operator",
    summary: "Have a website read by a worker, and make the organization's business profile from it",
    description: "The profile that it has stays until the new one is whole.",
    arguments: [
      { name: "org", description: "Slug of the organization", required: true, many: false },
      {
        name: "url",
        description: "Address of its website, such as https://www.example.com",
        required: true,
        many: false
      }
    ],
    flags: [
      { name: "wait", value: null, description: "Wait until the analysis is over, and show what came of it" },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["profile", "show"],
    where: "operator",
    summary: "Show the business profile that campaigns are built on",
    description: "",
    arguments: [{ name: "org", description: "Slug of the organization", required: true, many: false }],
    flags: [
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["drafts", "show"],
    where: "operator",
    summary: "Show what a campaign says, line by line, each with the page or the template that it comes from",
    description: "",
    arguments: [],
    flags: [
      { name: "org", value: "text", description: "Slug of the organization", required: true },
      { name: "campaign", value: "text", description: "Slug of the campaign", required: true },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["drafts", "discard"],
    where: "operator",
    summary: "Take a draft away that was never launched, with its ads and keywords",
    description: "Its budget no longer counts into the monthly cap.",
    arguments: [],
    flags: [
      { name: "org", value: "text", description: "Slug of the organization", required: true },
      { name: "campaign", value: "text", description: "Slug of the campaign", required: true },
      {
        name: "as",
        value: "text",
        description: "E-mail of the person who does it, an owner or admin of the organization",
        required: true
      },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["ads", "remove"],
    where: "operator",
    summary: "Take an ad away, with its keywords",
    description: "On a campaign that is in the ad platform it goes there too, right after.",
    arguments: [],
    flags: [
      { name: "org", value: "text", description: "Slug of the organization", required: true },
      {
        name: "ad",
        value: "integer",
        description: "Number of the ad: the ad_id that its creation returned, or as drafts show tells it",
        required: true
      },
      {
        name: "as",
        value: "text",
        description: "E-mail of the person who does it, an owner or admin of the organization",
        required: true
      },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["sync"],
    where: "operator",
    summary:
      "Bring an organization's ad accounts up to date now, or everybody's, on DATABASE_URL or the database in .adwarden/, and accept what others changed there",
    description: "",
    arguments: [{ name: "org", description: "Slug of the organization", required: false, many: false }],
    flags: [
      {
        name: "all",
        value: null,
        description: "Instead of one organization: every one, with all that it has linked"
      },
      {
        name: "account",
        value: "text",
        description: "Only this ad account; without it, all that the organization has linked"
      },
      {
        name: "accept",
        value: "text",
        description:
          "Slug of a campaign on which others made changes in the ad platform: take them over, so that it can be launched again",
        repeated: true
      },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["mail", "list"],
    where: "operator",
    summary: "List the mail that was sent or waits",
    description: "",
    arguments: [],
    flags: [
      { name: "most", value: "integer", description: "How many, the newest first", default: 50 },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  },
  {
    words: ["mail", "show"],
    where: "operator",
    summary: "Show a mail",
    description:
      "One that waits is written as it would leave now, with a link that works; of one that left the link is not kept.",
    arguments: [],
    flags: [
      { name: "id", value: "integer", description: "Number of the mail, as list shows it", required: true },
      {
        name: "json",
        value: null,
        description: "The answer as JSON, alone on standard output; errors as JSON on standard error"
      }
    ],
    examples: []
  }
]
