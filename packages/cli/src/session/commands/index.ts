import type { FlagInfo } from "../../tree/command-info.ts"
import type { LocalCommand } from "../../tree/local-command.ts"

export const profileFlag: FlagInfo = {
  name: "profile",
  value: "name",
  description: "The profile; default: ADWARDEN_PROFILE, the profile selected with profiles use, or default"
}
export const addressFlag: FlagInfo = {
  name: "url",
  value: "address",
  description: "URL of Adwarden; default: ADWARDEN_URL, the profile's own, or http://localhost:4280"
}
const json: FlagInfo = {
  name: "json",
  value: null,
  description: "The output as JSON, alone on standard output"
}
const profileArgument = { name: "profile", description: "Name of the profile", required: true, many: false }

const login: LocalCommand = {
  words: ["login"],
  summary: "Sign in with a browser",
  description:
    "Opens your browser, where you choose the permissions of commands. Without a browser, you open the URL on any machine and paste the code that it shows. The login is stored in a file that only you can read, and is renewed automatically while it is used.",
  arguments: [],
  flags: [
    addressFlag,
    profileFlag,
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
  description: "Ends the profile's logins. Its tokens are rejected from the next request on.",
  arguments: [],
  flags: [profileFlag, json],
  examples: ["adwarden logout"],
  run: async (given, terminal) => (await import("./logout.ts")).runLogout(given, terminal)
}

const whoami: LocalCommand = {
  words: ["whoami"],
  summary: "Show the current identity and service",
  description: "Shows the person or API key, the service, the scopes, the organizations and the expiry.",
  arguments: [],
  flags: [profileFlag, addressFlag, json],
  examples: ["adwarden whoami", "adwarden whoami --json"],
  run: async (given, terminal) => (await import("./whoami.ts")).runWhoami(given, terminal)
}

const list: LocalCommand = {
  words: ["profiles", "list"],
  summary: "List your profiles and logins",
  description: "",
  arguments: [],
  flags: [json],
  examples: ["adwarden profiles list"],
  run: async (given, terminal) => (await import("./profiles.ts")).runProfilesList(given, terminal)
}

const use: LocalCommand = {
  words: ["profiles", "use"],
  summary: "Select the profile for commands, and its organization",
  description: "Applies until you select another one. --profile and ADWARDEN_PROFILE override it.",
  arguments: [profileArgument],
  flags: [
    {
      name: "org",
      value: "slug",
      description: "The organization of the profile's commands without --org; none: no default"
    },
    json
  ],
  examples: ["adwarden profiles use client", "adwarden profiles use default --org northwind"],
  run: async (given, terminal) => (await import("./profiles.ts")).runProfilesUse(given, terminal)
}

const remove: LocalCommand = {
  words: ["profiles", "remove"],
  summary: "Sign out of a profile and delete it",
  description: "",
  arguments: [profileArgument],
  flags: [json],
  examples: ["adwarden profiles remove client"],
  run: async (given, terminal) => (await import("./profiles.ts")).runProfilesRemove(given, terminal)
}

/** The session commands. Each loads its code when it runs. */
export const sessionCommands: ReadonlyArray<LocalCommand> = [login, logout, whoami, list, use, remove]
