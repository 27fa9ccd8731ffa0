import { Effect } from "effect"
import { purgeByOrganization, runSql } from "../storage/index.ts"
import { hashSecret, secretKind } from "./secrets.ts"

const tokens = secretKind("svc_sh_")

/** A report, by its type, or a strategy. */
export interface SharedDocument {
  readonly type: string
  readonly document: string
}

/** A link that still opens its document. */
export interface SharedLink {
  readonly id: number
  readonly created_at: string
  readonly expires_at: string
  /** The email address of who created it; null for a deleted account. */
  readonly created_by: string | null
}

/** Creates a link to one document. Returns its token, of which only a hash is stored. */
export const mintSharedLink = (
  organization: number,
  { document, type }: SharedDocument,
  { by, days }: { readonly by: number; readonly days: number }
) => {
  const token = tokens.make()
  return Effect.as(
    runSql`insert into shared_links (organization_id, token_hash, document_type, document_id, created_by, expires_at)
      values (${organization}, ${hashSecret(token)}, ${type}, ${document}, ${by},
        now() + ${days}::integer * interval '1 day')`,
    token
  )
}

/** Finds what a link shows; null if it was revoked or has expired. */
export const findShared = (token: string) =>
  tokens.is(token)
    ? Effect.map(
        runSql<SharedDocument & { readonly organization: number }>`
          select organization_id as organization, document_type as type, document_id as document from shared_links
          where token_hash = ${hashSecret(token)} and revoked_at is null and expires_at > now()`,
        ([row]) => row ?? null
      )
    : Effect.succeed(null)

/** Reads the links of a document that still open it, newest first. */
export const readSharedLinks = (organization: number, { document, type }: SharedDocument) =>
  runSql<SharedLink>`
    select l.id, l.created_at, l.expires_at, u.email as created_by
    from shared_links l left join users u on u.id = l.created_by
    where l.organization_id = ${organization} and l.document_type = ${type} and l.document_id = ${document}
      and l.revoked_at is null and l.expires_at > now()
    order by l.id desc limit 100`

/** Revokes a link. Returns whether it was live. */
export const revokeSharedLink = (organization: number, id: number) =>
  Effect.map(
    runSql<{ id: number }>`update shared_links set revoked_at = now()
      where organization_id = ${organization} and id = ${id} and revoked_at is null and expires_at > now()
      returning id`,
    ([row]) => row !== undefined
  )

/** Deletes links that have opened nothing for long. The audit trail keeps who created them and when they were opened. */
export const purgeSharedLinks = purgeByOrganization("id", {
  shared_links: "least(expires_at, revoked_at) < now() - interval '90 days'"
})
