import type { SettingsShape } from "@adwarden/core"

const loopback: ReadonlyArray<string> = ["localhost", "127.0.0.1", "[::1]"]

const hostPattern = /^(\[[0-9a-f:.]+\]|[^:/?#@\\]+)(?::\d+)?$/i

const hostnameIn = (host: string): string | undefined => hostPattern.exec(host)?.[1]?.toLowerCase()

const urlOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)

/**
 * Protects against DNS rebinding. A web page that points its own domain at a service on loopback or in a private
 * network would act with its visitor's access. Such a request has a foreign Host or Origin header. Programs send no
 * Origin.
 */
export const makeHostAndOriginCheck = (settings: Pick<SettingsShape, "publicUrl" | "mcpUrl" | "appUrl">) => {
  const ownUrls = [settings.publicUrl, settings.mcpUrl, settings.appUrl].map((url) => new URL(url))
  const local = ownUrls.some((url) => loopback.includes(url.hostname))
  const hosts = new Set([...ownUrls.map((url) => url.hostname), ...(local ? loopback : [])])
  const origins = new Set(ownUrls.map((url) => url.origin))

  /** On loopback any port is allowed, because local tools serve their pages there. */
  const knownOrigin = (origin: string): boolean => {
    if (origins.has(origin)) return true
    const name = urlOf(origin)?.hostname
    return local && name !== undefined && loopback.includes(name)
  }

  /** Returns the header that is foreign, or null. */
  return (request: Request): "Host" | "Origin" | null => {
    const host = request.headers.get("host") ?? urlOf(request.url)?.host ?? ""
    if (!hosts.has(hostnameIn(host) ?? "")) return "Host"
    const origin = request.headers.get("origin")
    return origin === null || knownOrigin(origin) ? null : "Origin"
  }
}
