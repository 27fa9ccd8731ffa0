const plainText = (text: string): string =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")

/** The hidden fields of a page's form that is sent to an address, and that executes `operation`; null if there is none. */
export const formFields = (
  text: string,
  action: string,
  operation?: string
): Record<string, string> | null => {
  for (const start of text.matchAll(new RegExp(`action="${action}"`, "g"))) {
    const form = text.slice(start.index, text.indexOf("</form>", start.index))
    const fields = Object.fromEntries(
      [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
        ([, name, value]) => [name!, plainText(value!)] as const
      )
    )
    if (operation === undefined || fields["operation"] === operation) return fields
  }
  return null
}
