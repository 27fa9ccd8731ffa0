import type { FlagInfo } from "../../tree/command-info.ts"
import type { LocalCommand } from "../../tree/local-command.ts"

export const profileFlag: FlagInfo = {
  name: "profile",
  value: "name",
  description: "The profile; ADWARDEN_PROFILE, the one that profiles use chose, or default without it"
}
export const addressFlag: FlagInfo = {
  name: "url",
  value: "address",
  description: "Address of Adwarden; ADWARDEN_URL, the profile's own or http://localhost:4280 without it"
}
const json: FlagInfo = {
  name: "json",
  value: null,
  description: "The answer as JSON, alone on standard output"
}
const profileArgument = { name: "profile", description: "Name of the profile", required: true, many: false }

const login: LocalCommand = {
  words: ["login"],
  summary: "Sign in by the browser",
  description:
    "Opens your browser, where you choose what commands may do in your name. Where there is none, you open the address anywhere and paste the code that it shows. The login is kept in a file that only you can read, and renews itself while it is used.",
  arguments: [],
  flags: [
    addressFlag,
    profileFlag,
    { name: "no-browser", value: null, description: "Open no browser here: paste a code instead" },
    {
      name: "mcp",
      value: null,
      description:
        "Sign in for adwarden mcp, which has a consent of its own: an agent need not be allowed all that you are"
    },
    {
      name: "scopes",
      value: "scopes",
      description:
        "What to ask for, in quotes with spaces between; without it you are offered all and uncheck"
    },
    json
  ],
  examples: [
    "adwarden login --url https://ads.example.com",
    "adwarden login --profile client --no-browser",
    'adwarden login --mcp --scopes "organizations:read campaigns:read performance:read"'
  ],
  run: async (given, terminal) => (await import("./login.ts")).runLogin(given, terminal)
}

const logout: LocalCommand = {
  words: ["logout"],
  summary: "Sign out, here and at the service",
  description: "Ends the profile's logins: its tokens are refused from the next request on.",
  arguments: [],
  flags: [profileFlag, json],
  examples: ["adwarden logout"],
  run: async (given, terminal) => (await import("./logout.ts")).runLogout(given, terminal)
}

const whoami: LocalCommand = {
  words: ["whoami"],
  summary: "Tell as whom and where commands work",
  description:
    "Who is signed in or which key speaks, where, with which scopes, in which organizations, and until when.",
  arguments: [],
  flags: [profileFlag, addressFlag, json],
  examples: ["adwarden whoami", "adwarden whoami --json"],
  run: async (given, terminal) => (await import("./whoami.ts")).runWhoami(given, terminal)
}

const list: LocalCommand = {
  words: ["profiles", "list"],
  summary: "List the places where you are signed in",
  description: "",
  arguments: [],
  flags: [json],
  examples: ["adwarden profiles list"],
  run: async (given, terminal) => (await import("./profiles.ts")).runProfilesList(given, terminal)
}

const use: LocalCommand = {
  words: ["profiles", "use"],
  summary: "Choose the profile that commands work with",
  description: "Holds until another is chosen; --profile and ADWARDEN_PROFILE win over it.",
  arguments: [profileArgument],
  flags: [json],
  examples: ["adwarden profiles use client"],
  run: async (given, terminal) => (await import("./profiles.ts")).runProfilesUse(given, terminal)
}

const remove: LocalCommand = {
  words: ["profiles", "remove"],
  summary: "Sign a profile out and forget it",
  description: "",
  arguments: [profileArgument],
  flags: [json],
  examples: ["adwarden profiles remove client"],
  run: async (given, terminal) => (await import("./profiles.ts")).runProfilesRemove(given, terminal)
}

/** The commands about who one is; each loads what it does when it is run. */
export const sessionCommands: ReadonlyArray<LocalCommand> = [login, logout, whoami, list, use, remove]
