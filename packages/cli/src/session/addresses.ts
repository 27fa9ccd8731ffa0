import { usageRefusal } from "../refusal.ts"
import type { Environment } from "./private-file.ts"

export const surfaces = ["rest", "mcp"] as const
/** What a login is for: tokens are bound to one of them, and refused by the other. */
export type Surface = (typeof surfaces)[number]

const surfacePaths: Readonly<Record<Surface, string>> = { rest: "/v1", mcp: "/mcp" }

const loopback: ReadonlyArray<string> = ["localhost", "127.0.0.1", "[::1]"]

/** Whether what is sent there cannot be read on its way. */
export const isProtected = ({ hostname, protocol }: URL): boolean =>
  protocol === "https:" || loopback.includes(hostname)

/** The address of the service, however much of it was given: with or without the path of one of its surfaces. */
export const serviceAddress = (text: string): string => {
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null
  // What opens something does not belong into an address: that is shown and logged.
  if (url === null || url.username !== "" || url.password !== "") {
    throw usageRefusal(
      "The address of Adwarden must be one such as https://ads.example.com. Set it with --url or ADWARDEN_URL."
    )
  }
  const path = url.pathname.replace(/\/+$/, "")
  const surfacePath = Object.values(surfacePaths).find((one) => path.endsWith(one)) ?? ""
  return `${url.origin}${path.slice(0, path.length - surfacePath.length)}`
}

/** What tokens for a surface are bound to, which is also where it is. */
export const resourceOf = (address: string, surface: Surface): string => `${address}${surfacePaths[surface]}`

const readVariable = (env: Environment, name: string): string | null => env[name]?.trim() || null

/** The address that somebody named: with the command, or for all commands. Null where nobody did. */
export const namedAddress = (env: Environment, url: string | undefined): string | null => {
  const text = url ?? readVariable(env, "ADWARDEN_URL")
  return text === null ? null : serviceAddress(text)
}

/** Where it is if nobody says so: on this machine, as the service's own settings have it. */
export const defaultAddress = (env: Environment): string =>
  serviceAddress(readVariable(env, "PUBLIC_URL") ?? `http://localhost:${readVariable(env, "PORT") ?? "4280"}`)
