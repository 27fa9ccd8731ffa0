import type { Exchange } from "./terminal-picture.ts"

/** An answer in short: what the README speaks of, one field a line. */
const inShort = (answer: Readonly<Record<string, unknown>>): string => {
  const { doc_url: _, ...fields } = (answer["error"] ?? answer) as Record<string, unknown>
  const hidden = new Set(["warnings", "preview_hash", "needs_approval", "campaign", "sync"])
  return Object.entries(fields)
    .filter(([name]) => !hidden.has(name))
    .map(([name, value]) => `  ${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("\n")
}

/** The first change of the README, made for real: preview, a refusal, execution, undo. */
export const firstChange = async (baseUrl: string, key: string): Promise<ReadonlyArray<Exchange>> => {
  const exchanges: Array<Exchange> = []
  const call = async (note: string, method: string, path: string, body: object | null) => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        ...(body === null ? {} : { "Content-Type": "application/json" })
      },
      ...(body === null ? {} : { body: JSON.stringify(body) })
    })
    const value = (await answer.json()) as Record<string, unknown>
    const data = body === null ? "" : ` -d '${JSON.stringify(body)}'`
    exchanges.push({ typed: `# ${note}\ncurl -X ${method} …${path}${data}`, printed: inShort(value) })
    return value
  }
  const campaign = "/organizations/_/campaigns/boiler-repair"
  await call("Preview: nothing changes", "PATCH", campaign, { budget: 110 })
  await call("Too much: refused, with what would be accepted", "PATCH", campaign, {
    budget: 400,
    dry_run: false
  })
  const { action_id } = await call("Execute", "PATCH", campaign, { budget: 110, dry_run: false })
  await call("Undo", "POST", `/actions/${action_id}/undo`, null)
  return exchanges
}
