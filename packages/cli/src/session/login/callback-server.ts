import { once } from "node:events"
import type { ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { callbackHeaders, callbackPage } from "./callback-page.ts"

/** The parameters of the redirect, and how to respond to the browser. */
export interface Callback {
  readonly parameters: URLSearchParams
  readonly respond: (title: string, text: string) => Promise<void>
}

export interface CallbackServer {
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
