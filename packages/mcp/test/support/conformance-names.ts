import type { Interpret } from "./bearer-proxy.ts"

interface SuiteMessage {
  readonly method?: string
  readonly params?: {
    readonly name?: string
    readonly ref?: { readonly name?: string }
    readonly argument?: { readonly value: string }
    readonly arguments?: Readonly<Record<string, string>>
  }
}

/**
 * The conformance suite calls the tools and prompts of its own example server. This maps them to ours, for which the
 * same checks apply: a plain result, an error, progress, a prompt with and without arguments.
 */
export const useOurToolNames = (runningTask: number): Interpret => {
  const tools: Readonly<Record<string, object>> = {
    test_simple_text: { name: "svc_list_organizations", arguments: {} },
    test_error_handling: { name: "svc_get_campaign", arguments: { slug: "nothing-here" } },
    test_tool_with_progress: {
      name: "svc_get_task_status",
      arguments: { id: runningTask, wait_seconds: 3 }
    }
  }
  const prompt = "test_prompt_with_arguments"
  return (message) => {
    const parsed: SuiteMessage = message === "" ? {} : JSON.parse(message)
    const { arguments: given, name, ref } = parsed.params ?? {}
    const as = (params: object) => JSON.stringify({ ...parsed, params: { ...parsed.params, ...params } })
    if (parsed.method === "tools/call" && name !== undefined && Object.hasOwn(tools, name)) {
      return { message: as(tools[name]!) }
    }
    if (parsed.method === "prompts/get" && name === "test_simple_prompt") {
      return { message: as({ name: "weekly_review" }) }
    }
    if (parsed.method === "prompts/get" && name === prompt && given !== undefined) {
      // Our arguments are slugs, which have no capitals.
      const values = Object.values(given)
      const [from, to] = values.map((value) => value.toLowerCase())
      return {
        message: as({ name: "budget_move", arguments: { from, to, amount: "5" } }),
        transformResponse: (response) =>
          values.reduce((text, one) => text.replaceAll(one.toLowerCase(), one), response)
      }
    }
    if (parsed.method === "completion/complete" && ref?.name === prompt) {
      const { value } = parsed.params!.argument!
      return {
        message: as({ ref: { ...ref, name: "budget_move" }, argument: { name: "from", value } })
      }
    }
    return { message }
  }
}
