import { type KeyRow, keyReads, type PageData, Settings } from "@adwarden/core"
import { type Output, pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { makeAdministrationForm } from "../../kit/administration-form.ts"
import type { ShownPage } from "../../kit/dashboard-page.ts"
import { type Html, html } from "../../kit/html.ts"
import { idIn } from "../../kit/local-path.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { formsByAction } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { linkToFile } from "../../kit/table-file.ts"
import { buttonForm, card, email, empty, linkButton } from "../../parts/index.ts"
import {
  createdKeyCard,
  type KeyOrganization,
  keysFile,
  keyTable,
  type NewSecret,
  newKeyCard,
  newKeyOf,
  revokeKeyDialog
} from "../account/index.ts"
import { settingsPage } from "./section.ts"

interface KeysData {
  readonly organization: Output<"organizations.get">
  readonly keys: ReadonlyArray<KeyRow>
}

/** The organization as the form of a new key needs it. */
export const keyOrganization = (organization: KeysData["organization"]): KeyOrganization => ({
  ...organization,
  role: organization.role ?? "member",
  policy: organization.approval_policy ?? "off"
})

/** Suspends or restores the access of all keys and apps. */
const accessCard = (
  { organization: { slug } }: KeysData,
  suspended: boolean,
  request: BrowserRequest
): Html =>
  card({
    id: "access",
    title: suspended ? "Keys and apps are suspended" : "Access of keys and apps",
    kind: "narrow",
    body: html`<p>${suspended ? "Every call of a key or connected app in this organization is refused. Keys, apps and their settings are kept." : "Suspending refuses every call of a key or connected app in this organization, at once. It can be lifted at any time."}</p>
<div class="row">${buttonForm(request, { action: suspended ? "lift" : "suspend" }, html`<button class="${suspended ? "" : "quiet bad"}">${suspended ? "Lift the suspension" : "Suspend all keys and apps"}</button>`)}${linkButton(pagePaths.stop(slug), "Emergency stop")}</div>`
  })

const revokeDialog = ({ keys, organization: { slug } }: KeysData, request: BrowserRequest): Html | null => {
  const key = keys.find(({ id }) => String(id) === request.query.get("revoke"))
  return key === undefined || key.status === "revoked"
    ? null
    : revokeKeyDialog(key, request, {
        of: key.creator,
        values: { id: key.id },
        path: pagePaths.settings(slug, "keys")
      })
}

const messages = {
  revoked: "The key was revoked. It no longer works.",
  suspend: "All API keys and connected apps are suspended.",
  lift: "API keys and connected apps have access again."
}

const contentOf = (
  { data, frame }: PageData<KeysData>,
  request: BrowserRequest,
  shown: ShownPage<NewSecret>,
  appUrl: string
): Html => {
  const { problems, result: created, sent } = shown
  const path = pagePaths.settings(data.organization.slug, "keys")
  return html`${created === null ? null : createdKeyCard(created, { appUrl, back: path })}
${revokeDialog(data, request)}
${card({
  id: "keys",
  title: "All keys of the organization",
  actions: html`${data.keys.length === 0 ? null : linkToFile(path)}${linkButton("#new", "New key", "quiet tiny")}`,
  padded: false,
  body:
    data.keys.length === 0
      ? empty({
          icon: "key",
          title: "No keys yet",
          text: "Keys of all members appear here, with what they can do and when they were last used.",
          action: linkButton("#new", "Create a key")
        })
      : keyTable("keys", data.keys, {
          opens: () => true,
          path: pagePaths.settings(data.organization.slug, "keys"),
          organizationOf: () => data.organization.slug,
          picked: created?.id ?? null,
          second: ({ creator }) => email(creator)
        })
})}
${newKeyCard({ organization: keyOrganization(data.organization), path, problems, sent }, request)}
${accessCard(data, frame.organization!.accessSuspended, request)}`
}

/** /o/{org}/settings/keys: every key, for owners. */
export const organizationKeys = (router: PageRouter) =>
  Effect.map(
    Effect.all([makeAdministrationForm, keyReads, Settings]),
    ([administrationForm, reads, { appUrl }]) =>
      settingsPage(router, {
        section: "keys",
        name: "pages.organization_keys",
        read: ({ clearance, read }) =>
          Effect.all({ organization: read("organizations.get"), keys: reads.all(clearance) }),
        file: ({ data: { keys, organization } }) =>
          keysFile(`${organization.slug}-api-keys`, keys, { creator: ({ creator }) => creator }),
        messages,
        fields: ["name", "valid_days"],
        forms: formsByAction("keys.change", {
          create: administrationForm("keys.create", {
            values: newKeyOf,
            // A new secret is shown by this response and never again.
            done: (created) => ({ show: created })
          }),
          suspend: administrationForm("organizations.suspend_access", { done: "suspend" }),
          lift: administrationForm("organizations.lift_suspension", { done: "lift" }),
          revoke: administrationForm("keys.revoke", {
            values: (_, sent) => ({ key: { id: idIn(sent.get("id")) } }),
            done: "revoked"
          })
        }),
        render: (page, request, shown) => ({
          body: contentOf(page, request, shown, appUrl),
          showsSecret: shown.result !== null
        })
      })
  )
