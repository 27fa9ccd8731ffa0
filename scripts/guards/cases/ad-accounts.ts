import { type GuardGroup, patchesIn, testsIn } from "../guard.ts"

const consents = patchesIn("packages/core/src/platform/consents.ts")
const consent = patchesIn("packages/core/src/organizations/accounts/consent.ts")
const connect = patchesIn("packages/core/src/organizations/accounts/connect.ts")

const connecting = testsIn("packages/web/test/dashboard/connect.test.ts")

export const adAccountGuards: GuardGroup = {
  title: "Connecting ad accounts",
  guards: [
    {
      name: "connect-foreign-session",
      attack: "A link makes a person's browser bring back the consent of an attacker's own Google account",
      defence:
        "a state works only in the session that asked; behind that, the verifier is derived from the session",
      patches: [
        consents("and session_hash = ${hashSecret(session)} and expires_at", "and expires_at"),
        consent('createHmac("sha256", session)', 'createHmac("sha256", "anyone")')
      ],
      provingTests: [
        connecting("explains a refusal, a missing permission and a foreign answer, and stores nothing")
      ]
    },
    {
      name: "connect-other-organization",
      attack: "A consent that was begun in one organization is finished in another",
      defence: "a state works only in the organization that asked",
      patches: [
        consents(
          "where organization_id = ${organization} and state_hash",
          "where ${organization}::bigint > 0 and state_hash"
        )
      ],
      provingTests: [connecting("a consent that was begun in one organization is finished in no other")]
    },
    {
      name: "connect-replay",
      attack: "An answer of Google is sent twice",
      defence: "taking a state deletes it",
      patches: [
        consents(
          "delete from ad_platform_consents\n      where",
          "update ad_platform_consents set expires_at = expires_at\n      where"
        )
      ],
      provingTests: [connecting("asks for offline access with state and PKCE, then links the chosen account")]
    },
    {
      name: "connect-role",
      attack: "An admin connects a Google account of their own to the organization",
      defence: "the endpoint that begins a consent admits owners only",
      patches: [
        connect(
          'admits: "members",\n      organization,\n      role: "owner",',
          'admits: "members",\n      organization,\n      role: null,'
        )
      ],
      provingTests: [connecting("only owners connect, and the page of others says who can")]
    }
  ]
}
