import { usageRefusal } from "../refusal.ts"
import type { Environment } from "./private-file.ts"

export const surfaces = ["rest", "mcp"] as const
/** The surface of a login. Tokens are bound to one surface and rejected by the other. */
export type Surface = (typeof surfaces)[number]

const surfacePaths: Readonly<Record<Surface, string>> = { rest: "/v1", mcp: "/mcp" }

const loopback: ReadonlyArray<string> = ["localhost", "127.0.0.1", "[::1]"]

/** Returns whether requests to the URL are encrypted or stay on this machine. */
export const isProtected = ({ hostname, protocol }: URL): boolean =>
  protocol === "https:" || loopback.includes(hostname)

/** Returns the service's URL from a URL with or without the path of a surface. */
export const serviceAddress = (text: string): string => {
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null
  // Credentials do not belong in a URL, because it is shown and logged.
  if (url === null || url.username !== "" || url.password !== "") {
    throw usageRefusal(
      "Adwarden's URL must look like https://ads.example.com. Set it with --url or ADWARDEN_URL."
    )
  }
  const path = url.pathname.replace(/\/+$/, "")
  const surfacePath = Object.values(surfacePaths).find((one) => path.endsWith(one)) ?? ""
  return `${url.origin}${path.slice(0, path.length - surfacePath.length)}`
}

/** The resource that tokens for a surface are bound to, which is also its URL. */
export const resourceOf = (address: string, surface: Surface): string => `${address}${surfacePaths[surface]}`

const readVariable = (env: Environment, name: string): string | null => env[name]?.trim() || null

/** The URL from the flag or the environment; null if neither is set. */
export const namedAddress = (env: Environment, url: string | undefined): string | null => {
  const text = url ?? readVariable(env, "ADWARDEN_URL")
  return text === null ? null : serviceAddress(text)
}

/** The default URL: this machine, with the port of the service's own settings. */
export const defaultAddress = (env: Environment): string =>
  serviceAddress(readVariable(env, "PUBLIC_URL") ?? `http://localhost:${readVariable(env, "PORT") ?? "4280"}`)
