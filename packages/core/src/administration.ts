import { Context, Effect, Layer } from "effect"
import { Callers } from "./access/callers.ts"
import {
  authorizationServer,
  Invitations,
  Keys,
  MailedLinks,
  Members,
  People,
  Sessions
} from "./access/index.ts"
import { OrganizationAccess, type RecordOwners } from "./access/organization-access.ts"
import { queueAdministration } from "./approvals/index.ts"
import { queuedWriteOwner } from "./approvals/queued-write.ts"
import { AuditSealer } from "./audit/sealer.ts"
import { AuditTrail } from "./audit/trail.ts"
import { budgetCommitmentsLayer } from "./campaigns/campaign.ts"
import { campaignDirectoryLayer } from "./campaigns/directory.ts"
import { registries } from "./changes/registries.ts"
import { Events } from "./events/events.ts"
import { keyAdministration } from "./identity/keys.ts"
import { Mailer } from "./identity/mail/mailer.ts"
import {
  memberAdministration,
  ownAccountAdministration,
  passwordAdministration
} from "./identity/people/index.ts"
import { sharedLinkAdministration } from "./identity/shared-links.ts"
import { webhookAdministration } from "./identity/webhook/administration.ts"
import { reportEmailAdministration } from "./insight/documents/recipients.ts"
import { recommendationOwner } from "./insight/recommendations/rows.ts"
import { layersInOrder } from "./layers-in-order.ts"
import { actionOwner } from "./log/action-log.ts"
import { accountAdministration, connectAdministration } from "./organizations/accounts/index.ts"
import { deletionAdministration } from "./organizations/delete.ts"
import { organizationAdministration } from "./organizations/manage.ts"
import { securityAdministration } from "./organizations/rules.ts"
import { teamAdministration } from "./organizations/teams.ts"
import { fetching } from "./outbound/index.ts"
import { MailTransport } from "./outbound/mail.ts"
import { Authenticator } from "./pipeline/authenticator.ts"
import { RequestLog } from "./pipeline/finish-request.ts"
import { Pipeline } from "./pipeline/pipeline.ts"
import { AdAccounts } from "./platform/ad-accounts.ts"
import { PlatformLogins } from "./platform/logins.ts"
import { Queue } from "./tasks/queue.ts"
import { taskOwner } from "./tasks/task-rows.ts"

/** People, credentials and memberships. */
const access = [
  Keys.layer,
  People.layer,
  Sessions.layer,
  Members.layer,
  Invitations.layer,
  MailedLinks.layer
] as const

/** The statements by which a request that names only a record finds its organization. */
const recordOwners: RecordOwners = {
  action: actionOwner,
  queued_write: queuedWriteOwner,
  recommendation: recommendationOwner,
  task: taskOwner
}

/** Every action that people administer with and that needs no campaigns, by its name. */
const administration = Effect.gen(function* () {
  return {
    ...(yield* organizationAdministration),
    ...securityAdministration,
    ...deletionAdministration,
    ...(yield* memberAdministration),
    ...(yield* teamAdministration),
    ...(yield* keyAdministration),
    ...(yield* accountAdministration),
    ...(yield* connectAdministration),
    ...(yield* ownAccountAdministration),
    ...(yield* passwordAdministration),
    ...(yield* webhookAdministration),
    ...reportEmailAdministration,
    ...(yield* sharedLinkAdministration),
    ...(yield* queueAdministration)
  }
})

/**
 * What people administer, as functions that return the endpoint for one request. The contract declares each action.
 *
 * @example
 * const administration = yield* Administration
 * administration["people.invite"]("northwind", { email: "pia@example.com", role: "admin" })
 */
export class Administration extends Context.Tag("@adwarden/Administration")<
  Administration,
  Effect.Effect.Success<typeof administration>
>() {
  static readonly layer = Layer.effect(Administration, administration)
}

/**
 * The pipeline and what requests about people, keys, organizations, ad accounts and the approval queue need; no campaigns. An operator's
 * command builds this part alone, in a fraction of the time of the whole. Requires Settings and a Database.
 */
export const administrationLayer = layersInOrder(
  AuditTrail.layer,
  ...access,
  AuditSealer.layer,
  Queue.layer,
  Events.layer,
  AdAccounts.layer,
  PlatformLogins.layer,
  fetching,
  ...registries,
  budgetCommitmentsLayer,
  campaignDirectoryLayer,
  Mailer.layer,
  MailTransport.layer,
  ...authorizationServer,
  Callers.layer,
  Authenticator.layer,
  OrganizationAccess.layer(recordOwners),
  RequestLog.layer,
  Pipeline.layer,
  Administration.layer
)
