import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { callbackHeaders, callbackPage } from "./callback-page.ts"

/** What came back in the browser, and how it is told there what became of it. */
export interface Callback {
  readonly parameters: URLSearchParams
  readonly tell: (title: string, text: string) => Promise<void>
}

export interface CallbackServer {
  readonly redirectUri: string
  readonly answered: Promise<Callback>
  readonly close: () => void
}

/** The path is the same for every login: the port alone may differ from what was registered (RFC 8252, 7.3). */
export const registeredRedirect = "http://127.0.0.1/callback"

const show = (response: ServerResponse, status: number, title: string, text: string): Promise<void> =>
  new Promise((done) => {
    response.once("close", done)
    response.writeHead(status, callbackHeaders).end(callbackPage(title, text))
  })

/**
 * Waits on this machine alone, on a port of the system's choice, for the browser to bring the answer. What does not
 * carry this login's own mark is turned away and waited past: any page in the browser could send something here.
 */
export const waitForCallback = async (state: string): Promise<CallbackServer> => {
  let answer: (callback: Callback) => void
  const answered = new Promise<Callback>((resolve) => {
    answer = resolve
  })
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1")
    if (request.method !== "GET" || url.pathname !== "/callback") {
      return void show(response, 404, "Nothing here", "This address waits for a sign-in to Adwarden.")
    }
    if (url.searchParams.get("state") !== state) {
      return void show(
        response,
        400,
        "Not this sign-in",
        "This answer belongs to another sign-in. Start over in the terminal."
      )
    }
    answer({ parameters: url.searchParams, tell: (title, text) => show(response, 200, title, text) })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    redirectUri: registeredRedirect.replace("127.0.0.1", `127.0.0.1:${port}`),
    answered,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
