import { createHash, randomBytes } from "node:crypto"
import { join } from "node:path"
import { launch } from "../../packages/web/test/support/installed-chromium.ts"

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
