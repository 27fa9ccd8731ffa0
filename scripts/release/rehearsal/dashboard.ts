/* The dashboard as a browser without scripts sees it. */

const expectPage = async (response: Response, what: string): Promise<string> => {
  const text = await response.text()
  const isPage = response.status === 200 && response.headers.get("content-type")?.startsWith("text/html")
  if (!isPage) throw new Error(`${what}: status ${response.status}\n${text.slice(0, 500)}`)
  return text
}

/** Fetches every style sheet, script and picture of a page. Returns how many there are. */
const loadAssets = async (origin: string, page: string): Promise<number> => {
  const addresses = [...page.matchAll(/<(?:link|script|img)\b[^>]*?(?:href|src)="([^"]+)"/g)].map(
    ([, address]) => new URL(address!, origin)
  )
  const own = addresses.filter((address) => address.origin === origin)
  for (const address of own) {
    const { status } = await fetch(address)
    if (status !== 200) throw new Error(`${address}: status ${status}`)
  }
  return own.length
}

/** Chooses a password at the link of a new person, signs in and opens the dashboard. */
export const openDashboard = async (origin: string, link: string, email: string) => {
  let cookie = ""
  const send = async (address: URL, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(address, { redirect: "manual", ...init, headers: { cookie, origin } })
    for (const set of response.headers.getSetCookie()) cookie = set.split(";")[0]!
    const location = response.headers.get("location")
    return location === null ? response : send(new URL(location, origin))
  }
  const submit = async (address: URL, fields: Readonly<Record<string, string>>) => {
    const page = await expectPage(await send(address), address.pathname)
    const hidden = [...page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
    const body = new URLSearchParams(hidden.map(([, name, value]): [string, string] => [name!, value!]))
    if (!body.has("form_token")) throw new Error(`${address.pathname} has no form`)
    for (const [name, value] of Object.entries(fields)) body.set(name, value)
    return send(new URL(address.pathname, origin), { method: "POST", body })
  }
  const password = crypto.randomUUID()
  const path = new URL(link)
  await submit(new URL(path.pathname + path.search, origin), { password })
  const page = await expectPage(
    await submit(new URL("/sign-in", origin), { email, password }),
    "the dashboard"
  )
  if (!page.includes("Contoso")) throw new Error(`The dashboard does not name the organization:\n${page}`)
  return { title: /<title>([^<]*)/.exec(page)?.[1] ?? "", assets: await loadAssets(origin, page) }
}
