import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Installed, install } from "./installation.ts"
import { run } from "./processes.ts"

type Env = Readonly<Record<string, string>>

const clientProgram = `
import { Adwarden } from "@adwarden/client"

const client = new Adwarden()
const organization = await client.organizations.get()
// @ts-expect-error The types know that a name is text: an untyped client fails here.
const wrong: number = organization.name
console.log(organization.slug, typeof wrong, (await client.campaigns.list().all()).length)
`

/** Compiles a program against the installed client with the oldest and the newest compiler, and runs it. */
export const useClient = async (
  folder: string,
  env: Env,
  version: string,
  compilers: ReadonlyArray<string>
): Promise<Installed> => {
  const installed = await install(folder, env, `@adwarden/client@${version}`)
  writeFileSync(join(folder, "program.ts"), clientProgram)
  const flags = ["--strict", "--target", "es2022", "--lib", "es2022,dom", "--module", "nodenext"]
  for (const compiler of compilers) {
    await run(process.execPath, [compiler, ...flags, "program.ts"], { cwd: folder, env })
  }
  const { stdout } = await run(process.execPath, ["program.js"], { cwd: folder, env })
  if (stdout.trim() !== "contoso string 0") throw new Error(`The client answered ${stdout}`)
  return installed
}

const mcpProgram = `
import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"

const { ADWARDEN_API_KEY, ADWARDEN_URL, COMMAND } = process.env
const headers = { Authorization: "Bearer " + ADWARDEN_API_KEY }
const transports = [
  new StreamableHTTPClientTransport(new URL(ADWARDEN_URL + "/mcp"), { requestInit: { headers } }),
  new StdioClientTransport({ command: COMMAND, args: ["mcp"], env: process.env })
]
const counts = []
for (const transport of transports) {
  const client = new Client({ name: "rehearsal", version: "1.0.0" })
  await client.connect(transport)
  const { tools } = await client.listTools()
  const { content, isError } = await client.callTool({ name: "svc_list_campaigns", arguments: {} })
  if (isError || content.length === 0) throw new Error(JSON.stringify(content))
  counts.push(tools.length)
  await client.close()
}
console.log(counts.join(" "))
`

/** Lists the tools and calls one, over HTTP and over stdio. Returns how many tools there are. */
export const useMcp = async (folder: string, env: Env, command: string): Promise<number> => {
  writeFileSync(join(folder, "mcp.mjs"), mcpProgram)
  const { stdout } = await run(process.execPath, ["mcp.mjs"], {
    cwd: folder,
    env: { ...env, COMMAND: command }
  })
  const [overHttp, overStdio] = stdout.trim().split(" ").map(Number)
  if (!(overHttp! > 0) || overHttp !== overStdio) throw new Error(`MCP has ${stdout.trim()} tools`)
  return overHttp!
}
