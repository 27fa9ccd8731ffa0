import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Redacted } from "effect"
import type { LanguageModelSettings } from "../../src/settings.ts"

interface ModelRequest {
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: {
    readonly tools: ReadonlyArray<{ readonly name: string }>
    readonly system: ReadonlyArray<{ readonly text: string }>
    readonly messages: ReadonlyArray<{
      readonly role: string
      readonly content: ReadonlyArray<{ readonly text: string }>
    }>
  }
}

type ModelResponse =
  | { readonly pages: unknown }
  | { readonly text: unknown }
  | { readonly status: number }
  | { readonly raw: string }
  | "silence"

const message = (name: string, input: unknown) => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "stand-in",
  content: [{ type: "tool_use", id: "toolu_1", name, input }],
  stop_reason: "tool_use",
  stop_sequence: null,
  container: null,
  context_management: null,
  usage: {
    input_tokens: 1,
    output_tokens: 1,
    cache_creation: null,
    cache_creation_input_tokens: null,
    cache_read_input_tokens: null,
    server_tool_use: null,
    service_tier: null
  }
})

const completion = (content: unknown) => ({
  choices: [{ message: { role: "assistant", content: JSON.stringify(content) } }]
})

/** Starts a language model API on loopback with the given responses. It records its requests. */
export const fakeModel = async (answer: (request: ModelRequest) => ModelResponse) => {
  const modelRequests: Array<ModelRequest> = []
  const server = createServer((request, response) => {
    let text = ""
    request.on("data", (chunk) => (text += chunk))
    request.on("end", () => {
      const modelRequest = { headers: request.headers, body: JSON.parse(text) } as ModelRequest
      modelRequests.push(modelRequest)
      const responseBody = answer(modelRequest)
      if (responseBody === "silence") return
      if ("status" in responseBody)
        response.writeHead(responseBody.status, { "content-type": "application/json" }).end("{}")
      else
        response
          .writeHead(200, { "content-type": "application/json" })
          .end(
            "raw" in responseBody
              ? responseBody.raw
              : JSON.stringify(
                  request.url === "/chat/completions"
                    ? completion(responseBody)
                    : message(modelRequest.body.tools[0]!.name, responseBody)
                )
          )
    })
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as AddressInfo
  const languageModel: LanguageModelSettings = {
    api: "anthropic",
    key: Redacted.make("not-a-secret"),
    model: "stand-in",
    url: `http://127.0.0.1:${port}`,
    timeoutSeconds: 30
  }
  return {
    requests: modelRequests,
    languageModel,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      })
  }
}
