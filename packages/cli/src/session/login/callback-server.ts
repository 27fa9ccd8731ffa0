import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { callbackHeaders, callbackPage } from "./callback-page.ts"

/** What came back in the browser, and how it is told there what became of it. */
export interface Callback {
  readonly parameters: URLSearchParams
  readonly respond: (title: string, text: string) => Promise<void>
}

export interface CallbackServer {
  readonly redirectUri: string
  readonly callback: Promise<Callback>
  readonly close: () => void
}

/** The path is the same for every login: the port alone may differ from what was registered (RFC 8252, 7.3). */
export const registeredRedirect = "http://127.0.0.1/callback"

const sendPage = (response: ServerResponse, status: number, title: string, text: string): Promise<void> =>
  new Promise((done) => {
    response.once("close", done)
    response.writeHead(status, callbackHeaders).end(callbackPage(title, text))
  })

/**
 * Waits on this machine alone, on a port of the system's choice, for the browser to bring the answer. What does not
 * carry this login's own mark is turned away and waited past: any page in the browser could send something here.
 */
export const waitForCallback = async (state: string): Promise<CallbackServer> => {
  let resolveCallback: (callback: Callback) => void
  const answered = new Promise<Callback>((resolve) => {
    resolveCallback = resolve
  })
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1")
    if (request.method !== "GET" || url.pathname !== "/callback") {
      return void sendPage(response, 404, "Nothing here", "This address waits for a sign-in to Adwarden.")
    }
    if (url.searchParams.get("state") !== state) {
      return void sendPage(
        response,
        400,
        "Not this sign-in",
        "This answer belongs to another sign-in. Start over in the terminal."
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
    callback: answered,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
