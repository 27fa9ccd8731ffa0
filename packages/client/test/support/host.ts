import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { restApp } from "@adwarden/rest"
import { getRequestListener } from "@hono/node-server"
import { afterFile } from "../../../core/test/support/after-file.ts"
import { runCore } from "../../../core/test/support/run-core.ts"
import { Adwarden, type WithApiKey } from "../../src/index.ts"

export type Listener = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

const listen = (server: Server): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`)
    )
  })

/** Starts a real HTTP server with this listener, and closes it after the file's last test. */
export const startHost = async (listener: Listener): Promise<string> => {
  const server = createServer((request, response) => void listener(request, response))
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  return listen(server)
}

/** A fault between the client and the service. Each one applies to one request. */
export type RequestFault = (
  request: IncomingMessage,
  response: ServerResponse,
  serve: () => Promise<void>
) => void | Promise<void>

interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage["headers"]
}

interface Service {
  readonly app: { readonly fetch: Parameters<typeof getRequestListener>[0] }
  readonly keys: Awaited<ReturnType<typeof runCore>>["keys"]
}

/** The REST host over real HTTP, with injectable faults. */
export const serveRest = async ({ app, keys }: Service) => {
  const serve = getRequestListener(app.fetch)
  const faults: Array<RequestFault> = []
  const seen: Array<SeenRequest> = []
  const baseUrl = await startHost(async (request, response) => {
    seen.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers })
    const fault = faults.shift()
    if (fault === undefined) await serve(request, response)
    else await fault(request, response, async () => void (await serve(request, response)))
  })
  const clientOf = (
    organization: string,
    role: "owner" | "admin" | "member",
    options: Partial<WithApiKey> = {}
  ) => new Adwarden({ baseUrl, apiKey: keys[organization]![role]!, ...options })
  return {
    baseUrl,
    clientOf,
    seen,
    troubles: faults,
    injectFaults: (...next: ReadonlyArray<RequestFault>) => void faults.push(...next)
  }
}

/** The REST host on its own demo world, without an ad platform. */
export const runRest = async (changes: Parameters<typeof runCore>[0] = {}) => {
  const demo = await runCore(changes)
  return { ...demo, ...(await serveRest({ app: await demo.run(restApp), keys: demo.keys })) }
}

/** Executes the request and drops the response. */
export const loseResponse: RequestFault = async (_, response, serve) => {
  response.end = ((...args: ReadonlyArray<unknown>) => {
    void args
    response.destroy()
    return response
  }) as typeof response.end
  response.write = (() => true) as typeof response.write
  await serve()
}

/** Closes the connection before the request is read. */
export const closeConnection: RequestFault = (request) => void request.socket.destroy()

/** Never responds. */
export const neverRespond: RequestFault = () => undefined

/** Responds in the service's place. */
export const respondWith =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): RequestFault =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers })
    response.end(typeof body === "string" ? body : JSON.stringify(body))
  }

export const errorBody = (code: string, extra: object = {}) => ({
  error: {
    code,
    message: `It is ${code}.`,
    doc_url: `https://adwarden.example/docs/errors#${code}`,
    ...extra
  }
})
