import { once } from "node:events"
import type { ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { Environment } from "../private-file.ts"

/** The program that opens URLs on this machine; null without a screen. */
const openerOf = (env: Environment, platform: NodeJS.Platform): ReadonlyArray<string> | null => {
  if (env["BROWSER"]) return [env["BROWSER"]]
  if (platform === "darwin") return ["open"]
  // `start` would pass the URL to a shell, for which & ends a command.
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"]
  const isRemote = env["SSH_CONNECTION"] !== undefined
  const hasScreen = Boolean(env["DISPLAY"] || env["WAYLAND_DISPLAY"] || env["WSL_DISTRO_NAME"])
  return hasScreen && !isRemote ? ["xdg-open"] : null
}

/** Opens a URL in the browser, and returns whether there is one. */
export const openBrowser = async (
  url: string,
  env: Environment,
  platform: NodeJS.Platform = process.platform
): Promise<boolean> => {
  const [command, ...openerArgs] = openerOf(env, platform) ?? []
  if (command === undefined) return false
  // Every operator's command loads this module, and few open a browser.
  const { spawn } = await import("node:child_process")
  return new Promise((resolve) => {
    const child = spawn(command, [...openerArgs, url], { stdio: "ignore", detached: true })
    child.once("error", () => resolve(false))
    child.once("spawn", () => {
      child.unref()
      resolve(true)
    })
  })
}

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const style = `:root{color-scheme:light dark}body{max-width:33rem;margin:15vh auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}
h1{font-size:1.5rem;line-height:1.25}p{opacity:.8}`

/** The page that the browser shows after the redirect. */
const callbackPage = (title: string, text: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)} · Adwarden</title><style>${style}</style>
<main><h1>${escaped(title)}</h1><p>${escaped(text)}</p></main></html>
`

const callbackHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  // No other request follows, and the process that serves it has to end.
  connection: "close"
} as const

/** The parameters of the redirect, and how to respond to the browser. */
export interface Callback {
  readonly parameters: URLSearchParams
  readonly respond: (title: string, text: string) => Promise<void>
}

interface CallbackServer {
  readonly redirectUri: string
  readonly callback: Promise<Callback>
  readonly close: () => void
}

/** The path is the same for every login. Only the port can differ from the registered URI (RFC 8252, 7.3). */
export const registeredRedirect = "http://127.0.0.1/callback"

const sendPage = (response: ServerResponse, status: number, title: string, text: string): Promise<void> =>
  new Promise((done) => {
    response.once("close", done)
    response.writeHead(status, callbackHeaders).end(callbackPage(title, text))
  })

/**
 * Listens on loopback, on a free port, for the browser's redirect. A request without this login's state is rejected and
 * ignored, because any page in the browser could send one.
 */
export const waitForCallback = async (state: string): Promise<CallbackServer> => {
  const { createServer } = await import("node:http")
  let resolveCallback: (callback: Callback) => void
  const callback = new Promise<Callback>((resolve) => {
    resolveCallback = resolve
  })
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1")
    if (request.method !== "GET" || url.pathname !== "/callback") {
      return void sendPage(response, 404, "Page not found", "This address waits for an answer to Adwarden.")
    }
    if (url.searchParams.get("state") !== state) {
      return void sendPage(
        response,
        400,
        "Another request",
        "This response belongs to another request. Start over in the terminal."
      )
    }
    resolveCallback({
      parameters: url.searchParams,
      respond: (title, text) => sendPage(response, 200, title, text)
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    redirectUri: registeredRedirect.replace("127.0.0.1", `127.0.0.1:${port}`),
    callback,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
