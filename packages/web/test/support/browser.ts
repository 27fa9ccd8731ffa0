/** A minimal browser: it stores its cookie and submits the forms of our pages. */
export const makeBrowser = (origin: string, headers: Record<string, string> = {}) => {
  let cookie = ""
  /** What the browser keeps beside its session, such as the days that pages show. */
  let kept = ""

  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${origin}${path}`, {
      redirect: "manual",
      ...init,
      headers: {
        ...headers,
        ...(cookie === "" && kept === "" ? {} : { cookie: [cookie, kept].filter(Boolean).join("; ") }),
        ...(init.headers as Record<string, string>)
      }
    })
    const sets = response.headers.getSetCookie()
    const isKept = (text: string) => text.includes("adwarden-range=")
    const set = sets.find((text) => !isKept(text))
    kept = sets.find(isKept)?.split(";")[0] ?? kept
    if (set !== undefined) cookie = set.includes("Max-Age=0") ? "" : set.split(";")[0]!
    return {
      response,
      status: response.status,
      text: await response.text(),
      to: response.headers.get("location")
    }
  }

  const tokenIn = (text: string): string => /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? ""

  return {
    get: (path: string) => send(path),
    send,
    tokenIn,
    /** Opens the page, fills in its form and submits it to the same path, or to `action`. */
    submit: async (path: string, fields: Record<string, string>, action = path) => {
      // A page without a form: the token comes from another of our pages.
      const token = tokenIn((await send(path)).text) || tokenIn((await send("/sign-in?again=1")).text)
      const body = new URLSearchParams({ form_token: token, ...fields })
      return send(action, { method: "POST", body })
    },
    cookie: () => cookie,
    setCookie: (value: string) => {
      cookie = value
    }
  }
}

interface Service {
  readonly origin: string
  readonly passwordOf: (email: string) => string
}
type Browser = ReturnType<typeof makeBrowser>

/** A new browser in which a person of the demo world signs in. */
export const signIn = async ({ origin, passwordOf }: Service, email: string): Promise<Browser> => {
  const browser = makeBrowser(origin)
  const { status } = await browser.submit("/sign-in", { email, password: passwordOf(email) })
  if (status !== 303) throw new Error(`${email} could not sign in: ${status}`)
  return browser
}

/**
 * Returns a function that gives each person one browser for all tests of a file: checking a password takes as long as
 * several pages. Tests of sessions use `signIn`.
 */
export const signInOnce = (service: Service) => {
  const browsers = new Map<string, Promise<Browser>>()
  return (email: string): Promise<Browser> => {
    const browser = browsers.get(email) ?? signIn(service, email)
    browsers.set(email, browser)
    return browser
  }
}
