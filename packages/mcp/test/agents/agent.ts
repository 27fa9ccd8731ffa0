import type { Client } from "@modelcontextprotocol/client"
import { connectClient } from "../support/revisions.ts"

type Args = Readonly<Record<string, unknown>>
// biome-ignore lint/suspicious/noExplicitAny: an agent reads JSON without types
export type Answer = any

/**
 * An agent that follows a script. It knows the tools and what their results say, and nothing else: a name that neither
 * told it is a mistake of the script.
 */
export interface Agent {
  /** Calls a tool, and reads what it gives. */
  readonly use: (tool: string, args?: Args) => Promise<Answer>
  /** Previews a change, and makes it if nothing blocks it. */
  readonly change: (tool: string, args: Args) => Promise<Answer>
  /** Follows a task to its end. It counts as one call, because how often it asks depends on the machine. */
  readonly follow: (task: unknown) => Promise<Answer>
  readonly calls: () => number
  /** The size of all text that a model has read. */
  readonly bytes: () => number
}

interface Way {
  readonly url: string
  readonly key: string
}

const textOf = (result: Awaited<ReturnType<Client["callTool"]>>): string =>
  result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n")

/** With `onLink` its client shows links, and goes on when the person is done with the page. */
export const startAgent = async (
  way: Way,
  onLink: ((url: string) => Promise<unknown>) | null = null
): Promise<Agent> => {
  const client = await connectClient(
    "modern",
    way,
    onLink === null ? {} : { capabilities: { elicitation: { url: {} } } }
  )
  if (onLink !== null) {
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      await onLink((params as { readonly url: string }).url)
      return { action: "accept" }
    })
  }
  // From now on the client checks each result with the tool's output schema.
  const { tools } = await client.listTools()
  const known = new Map(tools.map(({ inputSchema, name }) => [name, inputSchema.properties ?? {}]))
  let [calls, bytes] = [0, 0]

  const ask = async (tool: string, args: Args) => {
    const parameters = known.get(tool)
    if (parameters === undefined) throw new Error(`No tool ${tool} is listed`)
    const unknown = Object.keys(args).filter((name) => !Object.hasOwn(parameters, name))
    if (unknown.length > 0) throw new Error(`${tool} lists no ${unknown.join(", ")}`)
    const result = await client.callTool({ name: tool, arguments: args })
    const text = textOf(result)
    if (result.isError === true) throw new Error(`${tool} ${JSON.stringify(args)}: ${text}`)
    return { text, answer: result.structuredContent as Answer }
  }
  const read = ({ answer, text }: Awaited<ReturnType<typeof ask>>): Answer => {
    calls += 1
    bytes += Buffer.byteLength(text)
    return answer
  }
  const use: Agent["use"] = async (tool, args = {}) => read(await ask(tool, args))

  return {
    use,
    change: async (tool, args) => {
      const { blocked_reason, preview_hash } = await use(tool, args)
      if (blocked_reason !== undefined) throw new Error(`${tool} is blocked: ${blocked_reason}`)
      return use(tool, { ...args, dry_run: false, preview_hash })
    },
    follow: async (task_tracking_id) => {
      for (;;) {
        const told = await ask("svc_get_task_status", { task_tracking_id, wait_seconds: 20 })
        if (["completed", "failed"].includes(told.answer.status)) return read(told)
      }
    },
    calls: () => calls,
    bytes: () => bytes
  }
}
