/** The content of an email: short paragraphs and at most one button. */
export interface EmailContent {
  readonly subject: string
  readonly paragraphs: ReadonlyArray<string>
  /** The only button and its label. */
  readonly button: { readonly label: string; readonly url: string } | null
  /** Below the button. */
  readonly closing: ReadonlyArray<string>
}

export interface RenderedEmail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Names come from people: this removes line breaks from headers and limits their length. */
const oneLine = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replaceAll(/\p{Cf}/gu, "")
    .trim()
    .slice(0, 200)

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character]!)

const signature = "Adwarden"

const htmlPage = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>` +
  `<body style="font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:0 auto;padding:1.5rem">${body}</body></html>`

const buttonStyle =
  "display:inline-block;padding:.6rem 1.2rem;border-radius:.4rem;background:#1f4fd1;color:#ffffff;text-decoration:none;font-weight:600"

/** Renders the email as plain text and as equivalent simple HTML that loads nothing. */
export const renderEmail = ({ button, closing, paragraphs, subject }: EmailContent): RenderedEmail => {
  const before = paragraphs.map(oneLine)
  const after = closing.map(oneLine)
  const link = button === null ? [] : [`${button.label}:\n${button.url}`]
  const buttonHtml =
    button === null
      ? ""
      : `<p><a href="${escaped(button.url)}" style="${buttonStyle}">${escaped(button.label)}</a></p>` +
        `<p style="font-size:.9em">Or open this address: ${escaped(button.url)}</p>`
  const paragraphsHtml = (texts: ReadonlyArray<string>) =>
    texts.map((text) => `<p>${escaped(text)}</p>`).join("")
  return {
    subject: oneLine(subject),
    text: `${[...before, ...link, ...after, `-- \n${signature}`].join("\n\n")}\n`,
    html: htmlPage(`${paragraphsHtml(before)}${buttonHtml}${paragraphsHtml(after)}<p>${signature}</p>`)
  }
}
