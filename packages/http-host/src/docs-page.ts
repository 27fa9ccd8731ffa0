import { html, raw } from "hono/html"

const style = `
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 46rem; margin: 3rem auto; padding: 0 1rem; color: #1d2433 }
  h1 { font-size: 1.7rem } h2 { font-size: 1.1rem; margin: 2.2rem 0 .3rem; font-family: ui-monospace, monospace }
  h2:target { background: #fff3c4 } p { margin: .2rem 0 } .status { color: #5b6475; font-weight: 400 }
  code { background: #f1f3f7; padding: .1rem .3rem; border-radius: .2rem }
  @media (prefers-color-scheme: dark) { body { background: #14171f; color: #e4e7ee } code { background: #262b38 }
    h2:target { background: #4a3c00 } .status { color: #9aa3b5 } }`

type Html = ReturnType<typeof html>

/** A page for people, in the one look that all of them have. */
export const docsPage = (title: string, body: Html): string =>
  String(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title} · Adwarden</title>
          <style>${raw(style)}</style>
        </head>
        <body>
          <h1>${title}</h1>
          ${body}
        </body>
      </html>`
  )
