import { randomBytes } from "node:crypto"
import { createInterface } from "node:readline"
import {
  type Callback,
  openBrowser,
  type Screen,
  safeLine,
  thisTerminal,
  waitForCallback
} from "@adwarden/cli"
import {
  type AccountChoice,
  Administration,
  type ConnectedLogin,
  challengeOf,
  type LinkedAccount
} from "@adwarden/core"
import { Effect, Option, Redacted, type Scope } from "effect"
import { map, optional, switchFlag, textArgument, textFlag } from "../../command-line.ts"
import { type RunEndpoint, withOperatorServices } from "../../operator.ts"
import { Stop, usageStop } from "../../stop.ts"
import { ownerFlag } from "../administer.ts"
import { type CommandOutput, outputCommand } from "../command-output.ts"
import { org, tableOf } from "../operator-commands.ts"

const timeoutMillis = 10 * 60_000

/** A consent that this command asks for. It keeps the state and the verifier in memory. */
interface OpenConsent {
  readonly state: string
  readonly verifier: Redacted.Redacted
  readonly redirectUri: string
  /** Shows the address, opens it in a browser if there is one, and waits for the answer. */
  readonly ask: (address: string, browser: boolean) => Effect.Effect<Callback, Stop>
}

/** The answer in an address that a person copied from their browser, whose own machine has no server at that port. */
const pastedAnswer = (text: string, state: string): Callback | Stop => {
  const parameters = URL.parse(text.trim())?.searchParams
  return parameters?.get("state") === state
    ? { parameters, respond: () => Promise.resolve() }
    : usageStop("This is not the address that Google redirected to. Copy all of it from the address bar.")
}

/** Resolves with the first line of standard input. If the input ends without one, only the browser can answer. */
const pastedLine = (): { readonly line: Promise<string>; readonly close: () => void } => {
  const lines = createInterface({ input: process.stdin })
  const line = new Promise<string>((resolve) => {
    lines.on("line", (text) => text.trim() !== "" && resolve(text))
  })
  return { line, close: () => lines.close() }
}

const waitForAnswer = async (state: string, callback: Promise<Callback>): Promise<Callback | Stop> => {
  const pasted = pastedLine()
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<Stop>((resolve) => {
    const stop = new Stop({ message: "Nobody consented within ten minutes.", exitReason: "declined" })
    timer = setTimeout(() => resolve(stop), timeoutMillis)
  })
  try {
    const fromTerminal = pasted.line.then((line) => pastedAnswer(line, state))
    return await Promise.race([callback, fromTerminal, timedOut])
  } finally {
    clearTimeout(timer)
    pasted.close()
  }
}

/** Listens on a loopback address for the answer to a new consent. */
const openConsent: Effect.Effect<OpenConsent, never, Scope.Scope> = Effect.gen(function* () {
  const state = randomBytes(24).toString("base64url")
  const server = yield* Effect.acquireRelease(
    Effect.promise(() => waitForCallback(state)),
    ({ close }) => Effect.sync(close)
  )
  return {
    state,
    verifier: Redacted.make(randomBytes(32).toString("base64url")),
    redirectUri: server.redirectUri,
    ask: (address, browser) =>
      Effect.gen(function* () {
        const { err } = thisTerminal()
        err.line(`Open this address and grant access to Google Ads:\n\n${address}\n`)
        err.line(
          "Waiting for the answer. With a browser on another machine, the last page does not load: copy its address from the address bar and paste it here."
        )
        if (browser) yield* Effect.promise(() => openBrowser(address, process.env))
        const answer = yield* Effect.promise(() => waitForAnswer(state, server.callback))
        return answer instanceof Stop ? yield* answer : answer
      })
  }
})

const account = textArgument(
  "account",
  "Number of the account to link; optional if the login reaches only one"
).pipe(
  map((text) => text.replaceAll("-", "")),
  optional
)
const login = textFlag(
  "login",
  "Email of the Google account that grants access; Google then suggests it"
).pipe(optional)
const noBrowser = switchFlag("no-browser", "Only print the address, and open no browser")

interface Given {
  readonly org: string
  readonly as: string | null
}

/** Waits for the answer of the consent page, and stores the login that it grants. */
const storeLogin = (run: RunEndpoint, { as, org }: Given, consent: OpenConsent, answer: URLSearchParams) =>
  Effect.gen(function* () {
    const [code, error] = [answer.get("code"), answer.get("error")]
    if (code === null) {
      return yield* new Stop({
        message:
          error === "access_denied"
            ? "Access was declined at Google. Nothing has changed."
            : `Google answered without a code (${safeLine(error ?? "no reason")}). Start again.`,
        exitReason: "declined"
      })
    }
    const { redirectUri, verifier } = consent
    return yield* run(
      as,
      Effect.map(Administration, (administration) =>
        administration["accounts.connect_by_command"](org, {
          code: Redacted.make(code),
          verifier,
          redirect_uri: redirectUri
        })
      )
    )
  })

const titles = ["*ACCOUNT", "NAME", "CURRENCY", "THROUGH", "CAN BE LINKED"]
const row = ({
  currency,
  id,
  isTest,
  linked,
  name,
  problem,
  through
}: AccountChoice): ReadonlyArray<string> => [
  id,
  `${name}${isTest ? " (test account)" : ""}`,
  currency,
  through ?? "",
  linked ? "linked" : problem === null ? "yes" : `no: ${problem}`
]

const outputOf = (
  org: string,
  { email, id, isNew }: ConnectedLogin,
  accounts: ReadonlyArray<AccountChoice>,
  linked: LinkedAccount | null
): CommandOutput => {
  const name = email ?? "the login"
  const text = (out: Screen) =>
    [
      `Connected ${name}${isNew ? "" : " again"}.${linked === null ? "" : ` Linked ${linked.id} (${linked.name}, ${linked.currency}) to ${org}.`}`,
      tableOf(titles, accounts.map(row))(out)
    ].join("\n")
  const open = accounts.some((one) => one.problem === null && !one.linked && one.id !== linked?.id)
  return {
    data: { login: { id, email }, accounts, linked },
    text,
    notes: [
      ...(linked === null && open
        ? [
            `Link one: adwarden accounts link ACCOUNT --org ${org}${email === null ? "" : ` --login ${email}`}`
          ]
        : []),
      ...(linked === null
        ? []
        : [`The worker syncs it in its next round. To sync it now: adwarden sync --org ${org}`])
    ]
  }
}

/** The account to link: the named one, or the only one that can be linked. */
const accountToLink = (
  given: Option.Option<string>,
  { accounts }: ConnectedLogin,
  choices: ReadonlyArray<AccountChoice>
): string | null => {
  if (Option.isSome(given)) return given.value
  const [only, ...others] = choices.filter(({ problem }) => problem === null)
  return accounts.length === 0 && only !== undefined && others.length === 0 ? only.id : null
}

export const connect = outputCommand(
  "connect",
  { account, login, noBrowser, org, as: ownerFlag },
  "Connect a Google login by its owner's consent in a browser, and link its account. Needs GOOGLE_ADS_DESKTOP_CLIENT_ID. A known login is connected again.",
  ({ account, as, login, noBrowser, org }) =>
    withOperatorServices((run) =>
      Effect.gen(function* () {
        const consent = yield* openConsent
        const { redirectUri, state, verifier } = consent
        const address = yield* run(
          as,
          Effect.map(Administration, (administration) =>
            administration["accounts.consent_by_command"](org, {
              redirect_uri: redirectUri,
              state,
              challenge: challengeOf(verifier),
              ...(Option.isSome(login) ? { login: login.value } : {})
            })
          )
        )
        const { parameters, respond } = yield* consent.ask(address, !noBrowser)
        const connected = yield* Effect.tapBoth(storeLogin(run, { as, org }, consent, parameters), {
          onFailure: ({ message }) => Effect.promise(() => respond("Not connected", message)),
          onSuccess: () =>
            Effect.promise(() =>
              respond("Connected", "You can close this page and continue in the terminal.")
            )
        })
        const { choices } = yield* run(
          as,
          Effect.map(Administration, (administration) =>
            administration["accounts.choices"](org, { login: connected.id })
          )
        )
        const chosen = accountToLink(account, connected, choices)
        const linked =
          chosen === null
            ? null
            : yield* run(
                as,
                Effect.map(Administration, (administration) =>
                  administration["accounts.link"](org, { account: chosen, login_id: connected.id })
                )
              )
        return outputOf(org, connected, choices, linked)
      }).pipe(Effect.scoped)
    )
)
