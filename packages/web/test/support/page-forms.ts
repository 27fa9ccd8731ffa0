const plainText = (text: string): string =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")

/** The hidden fields of the first form of a page that is sent to an address; null if the page has none. */
export const formFields = (text: string, action: string): Record<string, string> | null => {
  const start = text.indexOf(`action="${action}"`)
  if (start < 0) return null
  const form = text.slice(start, text.indexOf("</form>", start))
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
    ([, name, value]) => [name!, plainText(value!)] as const
  )
  return Object.fromEntries(fields)
}
