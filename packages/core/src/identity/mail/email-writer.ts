import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type LinkTarget, MailedLinks } from "../../access/index.ts"
import { type RenderedEmail, renderEmail } from "../../outbound/mail/message.ts"
import { Settings } from "../../settings.ts"
import type { EmailDraft } from "./email-draft.ts"

/** Creates the links that grant access to their holder, and writes emails with them. */
export const makeEmailWriter = Effect.gen(function* () {
  const links = yield* MailedLinks
  const { appUrl } = yield* Settings

  const linkTo = (path: string, target: LinkTarget): Effect.Effect<string, SqlError> =>
    Effect.map(links.mint(target), (token) => `${appUrl}${path}?token=${token}`)

  const write = (draft: EmailDraft): Effect.Effect<RenderedEmail, SqlError> => {
    const { button } = draft
    if (button === null) return Effect.succeed(renderEmail({ ...draft, button: null }))
    const address =
      button.link === null ? Effect.succeed(`${appUrl}${button.path}`) : linkTo(button.path, button.link)
    return Effect.map(address, (url) => renderEmail({ ...draft, button: { label: button.label, url } }))
  }

  return { linkTo, write }
})
