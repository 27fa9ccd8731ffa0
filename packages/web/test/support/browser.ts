/** A browser as far as our pages need one: it keeps its cookie and sends the forms that it was shown. */
export const makeBrowser = (origin: string, headers: Record<string, string> = {}) => {
  let cookie = ""

  const send = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${origin}${path}`, {
      redirect: "manual",
      ...init,
      headers: {
        ...headers,
        ...(cookie === "" ? {} : { cookie }),
        ...(init.headers as Record<string, string>)
      }
    })
    const [set] = response.headers.getSetCookie()
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
    /** Opens the page, fills its form and sends it back to where it came from, or to where it says. */
    submit: async (path: string, fields: Record<string, string>, action = path) => {
      const page = await send(path)
      const body = new URLSearchParams({ form_token: tokenIn(page.text), ...fields })
      return send(action, { method: "POST", body })
    },
    cookie: () => cookie,
    setCookie: (value: string) => {
      cookie = value
    }
  }
}
