import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type LinkFor, MailedLinks } from "../../access/index.ts"
import { type WrittenMail, writeMail } from "../../outbound/mail/message.ts"
import { Settings } from "../../settings.ts"
import type { Draft } from "./letters.ts"

/** Makes the addresses that open something for whoever has them, and writes letters with them. */
export const makeWrite = Effect.gen(function* () {
  const links = yield* MailedLinks
  const { appUrl } = yield* Settings

  const linkTo = (path: string, opens: LinkFor): Effect.Effect<string, SqlError> =>
    Effect.map(links.mint(opens), (token) => `${appUrl}${path}?token=${token}`)

  const write = (draft: Draft): Effect.Effect<WrittenMail, SqlError> => {
    const { button } = draft
    if (button === null) return Effect.succeed(writeMail({ ...draft, button: null }))
    const address =
      button.opens === null ? Effect.succeed(`${appUrl}${button.path}`) : linkTo(button.path, button.opens)
    return Effect.map(address, (url) => writeMail({ ...draft, button: { label: button.label, url } }))
  }

  return { linkTo, write }
})
