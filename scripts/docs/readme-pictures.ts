import { spawnSync } from "node:child_process"
import { createHash, randomBytes } from "node:crypto"
import { join } from "node:path"
import { launch } from "../../packages/web/test/support/installed-chromium.ts"
import { root } from "../root.ts"

/** Renders a terminal session as a picture: the commands and their output. */

interface TerminalExchange {
  readonly typed: string
  readonly printed: string
}

const charWidth = 8.4
const lineHeight = 20
const margin = 20
const columns = 114

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const line = (text: string, kind: string, index: number): string =>
  `<text class="${kind}" x="${margin}" y="${margin + 36 + index * lineHeight}" xml:space="preserve">${escaped(text)}</text>`

const wrapped = (text: string): ReadonlyArray<string> =>
  text.split("\n").flatMap((one) => one.match(new RegExp(`.{1,${columns}}`, "g")) ?? [""])

/** Returns the style class of an output line by its prefix, like the command's own colours. */
const outputClass = (text: string): string =>
  /^\s*✓/.test(text) ? "done" : /^\s*✗/.test(text) ? "error" : "output"

export const terminalPicture = (title: string, exchanges: ReadonlyArray<TerminalExchange>): string => {
  const lines = exchanges.flatMap(({ printed, typed }, n) => [
    ...(n === 0 ? [] : [["", "output"] as const]),
    ...wrapped(typed).map((text) =>
      text.startsWith("#") ? ([text, "note"] as const) : ([`$ ${text}`, "typed"] as const)
    ),
    ...wrapped(printed).map((text) => [text, outputClass(text)] as const)
  ])
  const width = Math.round(columns * charWidth + 2 * margin + 20)
  const height = lines.length * lineHeight + 2 * margin + 36
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>
text { font: 14px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre }
.frame { fill: #0f131b; stroke: #323c4d } .bar { fill: #181e29 } .dot { fill: #545f73 }
.typed { fill: #ffffff; font-weight: 600 } .output { fill: #c9d1e0 } .note, .title { fill: #8b97ad }
.done { fill: #84dba9 } .error { fill: #ff9a8f }
</style>
<rect class="frame" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10" />
<path class="bar" d="M1 32V11A10 10 0 0 1 11 1H${width - 11}A10 10 0 0 1 ${width - 1} 11V32Z" />
${[22, 42, 62].map((x) => `<circle class="dot" cx="${x}" cy="17" r="6" />`).join("")}
<text class="title" x="84" y="22">${escaped(title)}</text>
${lines.map(([text, kind], index) => line(text, kind, index)).join("\n")}
</svg>
`
}

/** Runs the first change of the README with the real command: preview, rejection, execution, undo. */
export const firstChange = (origin: string, key: string): ReadonlyArray<TerminalExchange> => {
  const env = {
    PATH: process.env["PATH"] ?? "",
    ADWARDEN_URL: origin,
    ADWARDEN_API_KEY: key,
    COLUMNS: "96",
    NO_COLOR: "1"
  }
  const run = (note: string, typed: string): TerminalExchange => {
    const args = [join(root, "packages/server/adwarden.mjs"), ...typed.split(" ")]
    const { stderr, stdout } = spawnSync(process.execPath, args, { env, encoding: "utf8" })
    return { typed: `# ${note}\nadwarden ${typed}`, printed: `${stdout}${stderr}`.trim() }
  }
  const change = "campaigns update boiler-repair --budget"
  const preview = run("Preview: nothing changes", `${change} 110`)
  const refusal = run("Too much: rejected, with the accepted range", `${change} 200`)
  const done = run("Execute", `${change} 110 --execute`)
  const action = /act_\w+/.exec(done.printed)?.[0] ?? ""
  return [preview, refusal, done, run("Undo", `actions undo ${action} --execute`)]
}

interface Demo {
  readonly origin: string
  readonly people: ReadonlyArray<{ readonly email: string; readonly password: string }>
  readonly keys: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** Asks for a change through a key, which is held for approval, and returns the address of its page. */
const holdChange = async ({ keys, origin }: Demo): Promise<string> => {
  const headers = {
    Authorization: `Bearer ${keys["fabrikam"]!["admin"]}`,
    "Content-Type": "application/json"
  }
  const comment = "The budget ran out before 18:00 on most days of the last two weeks."
  const response = await fetch(`${origin}/v1/organizations/_/campaigns/boiler-repair`, {
    method: "PATCH",
    headers,
    body: JSON.stringify({ budget: 115, dry_run: false, comment })
  })
  const { error } = (await response.json()) as {
    readonly error: { readonly queued_recommendation_id: string }
  }
  return `${origin}/o/fabrikam/optimizations/${error.queued_recommendation_id}`
}

/** Returns the authorization URL to which a client sends its user. */
const authorizeUrl = async (origin: string): Promise<string> => {
  const redirect_uri = "http://localhost:7777/callback"
  const registered = await fetch(`${origin}/oauth/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ client_name: "Weekly review", redirect_uris: [redirect_uri] })
  })
  const { client_id } = (await registered.json()) as { readonly client_id: string }
  const verifier = randomBytes(32).toString("base64url")
  const query = new URLSearchParams({
    response_type: "code",
    client_id,
    redirect_uri,
    state: "xyz",
    resource: `${origin}/v1`,
    scope: "organizations:read campaigns:read performance:read campaigns:write",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256"
  })
  return `${origin}/oauth/authorize?${query}`
}

/** Takes screenshots of the consent page, the API reference and the dashboard. */
export const takeScreenshots = async (executablePath: string, demo: Demo, folder: string): Promise<void> => {
  const { origin, people } = demo
  const browser = await launch(executablePath)
  try {
    const page = await browser.newPage({ viewport: { width: 640, height: 400 }, colorScheme: "light" })
    await page.goto(await authorizeUrl(origin))
    await page.getByLabel("Email").fill(people[0]!.email)
    await page.getByLabel("Password").fill(people[0]!.password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.getByRole("heading", { name: "Weekly review" }).waitFor()
    const { height, width } = (await page.locator("html").boundingBox())!
    // The window fits the whole page, so the buttons are below the list and do not overlap it.
    await page.setViewportSize({ width, height: Math.ceil(height) })
    await page.screenshot({ path: join(folder, "consent.png") })
    // Both pictures have the same size, because the README shows them side by side.
    await page.goto(`${origin}/docs/api#campaigns.update`)
    await page.screenshot({ path: join(folder, "reference.png") })
    for (const [name, height, address] of [
      ["overview", 720, `${origin}/o/northwind?days=28`],
      ["approval", 720, await holdChange(demo)],
      ["campaign", 860, `${origin}/o/northwind/campaigns/boiler-repair?change=budget&budget=110`]
    ] as const) {
      await page.setViewportSize({ width: 1120, height })
      await page.goto(address)
      await page.screenshot({ path: join(folder, `${name}.png`) })
    }
  } finally {
    await browser.close()
  }
}
