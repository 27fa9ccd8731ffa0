import { type Chapter, cutsIn, testsIn } from "../guard.ts"

const redeem = cutsIn("packages/core/src/access/oauth/redeem-code.ts")
const secrets = cutsIn("packages/core/src/access/oauth/secrets.ts")
const codes = testsIn("packages/core/test/oauth/codes.test.ts")
const races = testsIn("packages/core/test/oauth/races.test.ts")

const wrong = "is not redeemed with %s, and stays good"

export const codeGuards: Chapter = {
  title: "Codes",
  guards: [
    {
      name: "code-replay",
      attack: "A code that was redeemed is shown again",
      held: "what was given out for it is revoked",
      cuts: [redeem(`yield* endSession(row.session_id, "code_replayed")`, "")],
      witnesses: [codes("that is shown a second time kills what was given out for it")]
    },
    {
      name: "code-race",
      attack: "Twenty redeem one code at once",
      held: "one statement claims the code and gives out the tokens",
      cuts: [redeem("and k.redeemed_at is null and", "and")],
      witnesses: [races("redeem one code: one gets tokens, and they are dead, because the code was shown again")]
    },
    {
      name: "code-client",
      attack: "A client redeems the code of another",
      held: "the client is part of what claims a code",
      cuts: [redeem("and c.client_id = $11 and", "and $11::text is not null and")],
      witnesses: [codes(wrong, "the code of another client")]
    },
    {
      name: "code-verifier",
      attack: "A code without the right verifier",
      held: "the challenge is part of what claims a code",
      cuts: [redeem("and k.code_challenge = $8 and", "and ($8::text is null or true) and")],
      witnesses: [codes(wrong, "another verifier")]
    }
  ]
}
