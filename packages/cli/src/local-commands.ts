import type { CommandInfo, FlagInfo } from "./command-info.ts"
import type { ParsedArguments } from "./parse.ts"
import type { Terminal } from "./terminal/terminal.ts"

/** A command that the CLI runs itself, without the service's code. It returns its exit code. */
interface LocalCommand extends Omit<CommandInfo, "where"> {
  readonly run: (given: ParsedArguments, terminal: Terminal) => Promise<number>
}

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
  run: async (given, terminal) => (await import("./session/commands/login.ts")).runLogin(given, terminal)
}

const logout: LocalCommand = {
  words: ["logout"],
  summary: "Sign out, here and at the service",
  description: "Ends the profile's logins. Its tokens are rejected from the next request on.",
  arguments: [],
  flags: [profileFlag, json],
  examples: ["adwarden logout"],
  run: async (given, terminal) => (await import("./session/commands/logout.ts")).runLogout(given, terminal)
}

const whoami: LocalCommand = {
  words: ["whoami"],
  summary: "Show the current identity and service",
  description: "Shows the person or API key, the service, the scopes, the organizations and the expiry.",
  arguments: [],
  flags: [profileFlag, addressFlag, json],
  examples: ["adwarden whoami", "adwarden whoami --json"],
  run: async (given, terminal) => (await import("./session/commands/whoami.ts")).runWhoami(given, terminal)
}

const list: LocalCommand = {
  words: ["profiles", "list"],
  summary: "List your profiles and logins",
  description: "",
  arguments: [],
  flags: [json],
  examples: ["adwarden profiles list"],
  run: async (given, terminal) =>
    (await import("./session/commands/profiles.ts")).runProfilesList(given, terminal)
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
  run: async (given, terminal) =>
    (await import("./session/commands/profiles.ts")).runProfilesUse(given, terminal)
}

const remove: LocalCommand = {
  words: ["profiles", "remove"],
  summary: "Sign out of a profile and delete it",
  description: "",
  arguments: [profileArgument],
  flags: [json],
  examples: ["adwarden profiles remove client"],
  run: async (given, terminal) =>
    (await import("./session/commands/profiles.ts")).runProfilesRemove(given, terminal)
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const

/** `adwarden api`: any request, with the identity and exit codes of the other commands. */
const api: LocalCommand = {
  words: ["api"],
  summary: "Send any request to the REST API and print the response",
  description:
    "Fields are the query of a GET or DELETE, and otherwise a JSON body. The request is sent as it is, without a question: a change is executed only with dry_run=false, as the API requires.",
  arguments: [
    { name: "method", description: "The HTTP method", required: true, many: false, words: [...methods] },
    {
      name: "path",
      description: "The path below /v1, such as organizations/{org}/campaigns; {org} is the organization",
      required: true,
      many: false
    }
  ],
  flags: [
    {
      name: "raw-field",
      short: "f",
      value: "name=text",
      description: "A field with a text",
      repeated: true
    },
    {
      name: "field",
      short: "F",
      value: "name=json",
      description: "A field with a number, true, false, null or other JSON; anything else is a text",
      repeated: true
    },
    { name: "input", value: "file", description: "The body from a file; - reads standard input" },
    {
      name: "header",
      short: "H",
      value: "name:value",
      description: "A header of the request",
      repeated: true
    },
    { name: "all", value: null, description: "Every page of a list instead of one" },
    {
      name: "org",
      value: "slug",
      description:
        "The organization for {org}; default: ADWARDEN_ORG, the profile's, an API key's own, or the only one"
    },
    profileFlag,
    addressFlag,
    { name: "json", value: null, description: "Errors as JSON too; the response always is" }
  ],
  examples: [
    "adwarden api GET organizations/{org}/campaigns --all",
    "adwarden api PATCH organizations/{org}/campaigns/boiler-repair -F budget=110 -F dry_run=true"
  ],
  run: async (given, terminal) => (await import("./raw-api.ts")).runRawApi(given, terminal)
}

const completion: LocalCommand = {
  words: ["completion"],
  summary: "Set up Tab completion of commands, flags and values",
  description:
    "Prints a script for your shell. The script queries this command, so it needs no update later.",
  arguments: [
    { name: "shell", description: "Yours", required: true, many: false, words: ["bash", "zsh", "fish"] }
  ],
  flags: [],
  examples: [
    "echo 'source <(adwarden completion bash)' >> ~/.bashrc",
    "echo 'source <(adwarden completion zsh)' >> ~/.zshrc",
    "adwarden completion fish > ~/.config/fish/completions/adwarden.fish"
  ],
  run: async (given, terminal) => {
    const { printScript } = await import("./completion/scripts.ts")
    return printScript(given, terminal)
  }
}

const mcp: LocalCommand = {
  words: ["mcp"],
  summary: "Serve MCP over standard input and output",
  description:
    "For desktop clients that start a program: forwards everything to the service, on behalf of the person who ran adwarden login --mcp, or with ADWARDEN_API_KEY.",
  arguments: [],
  flags: [addressFlag, profileFlag],
  examples: ["adwarden login --mcp", "adwarden mcp", "adwarden mcp --url https://ads.example.com"],
  run: async (given) => {
    const { runStdio } = await import("./mcp-bridge/index.ts")
    const { mcpDestination } = await import("./session/mcp-destination.ts")
    await runStdio(mcpDestination({ url: given.text("url"), profile: given.text("profile") }))
    return 0
  }
}

/** Commands that need nothing of the service. Each loads its code when it runs. */
export const localCommands: ReadonlyArray<LocalCommand> = [
  login,
  logout,
  whoami,
  list,
  use,
  remove,
  api,
  mcp,
  completion
]
