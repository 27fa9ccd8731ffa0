/** Where to send messages and as whom, or what has to be set right first, in a sentence for the person who set it. */
export type Destination =
  | { readonly url: string; readonly credential: Credential; readonly warning: string | null }
  | { readonly problem: string }

/**
 * What speaks for the person. It is asked before every message, so that one which runs out (a signed-in person's token)
 * can be renewed in between.
 */
export type Credential = () => Promise<string>

type Environment = Readonly<Record<string, string | undefined>>

const setting = (env: Environment, name: string): string | null => env[name]?.trim() || null

const loopback: ReadonlyArray<string> = ["localhost", "127.0.0.1", "[::1]"]

/** The address of the MCP server, however much of it was given. */
const endpointOf = (address: string): URL | null => {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return null
  const { origin, password, pathname, username } = new URL(address)
  // What opens something belongs into the environment alone: an address is shown and logged.
  if (username !== "" || password !== "") return null
  const path = pathname.replace(/\/+$/, "")
  return new URL(`${origin}${path.endsWith("/mcp") ? path : `${path}/mcp`}`)
}

/** A key goes into a header as it is: whatever else is in it was pasted by mistake. */
const isOneWord = (text: string): boolean => /^[\x21-\x7e]+$/.test(text)

export const destinationOf = (given: { readonly url: string | null }, env: Environment): Destination => {
  const address =
    given.url ??
    setting(env, "ADWARDEN_URL") ??
    setting(env, "PUBLIC_URL") ??
    `http://localhost:${setting(env, "PORT") ?? "4280"}`
  const url = endpointOf(address)
  if (url === null) {
    return {
      problem: `The address of Adwarden must be one such as https://ads.example.com. Set it with --url or ADWARDEN_URL.`
    }
  }
  const key = setting(env, "ADWARDEN_API_KEY")
  if (key === null) {
    return {
      problem:
        "No API key: set ADWARDEN_API_KEY in the configuration of this server. Keys are made in the dashboard (Account, API Keys) or with adwarden keys create."
    }
  }
  if (!isOneWord(key)) return { problem: "ADWARDEN_API_KEY must hold one API key and nothing else." }
  const plain = url.protocol === "http:" && !loopback.includes(url.hostname)
  return {
    url: url.href,
    credential: () => Promise.resolve(key),
    warning: plain ? `The key goes to ${url.host} unencrypted. Use https where you can.` : null
  }
}

/** The arguments of the command, where they are no more than it takes without anybody's help. */
export const readArguments = (args: ReadonlyArray<string>): { readonly url: string | null } | null => {
  const [first, second, ...more] = args
  if (first === undefined) return { url: null }
  if (first === "--url" && second !== undefined && more.length === 0) return { url: second }
  if (first.startsWith("--url=") && second === undefined) return { url: first.slice("--url=".length) }
  return null
}
