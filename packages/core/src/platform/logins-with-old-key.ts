import { runSql } from "../storage/index.ts"

interface LoginWithOldKey {
  readonly id: number
  readonly organizationId: number
  readonly sealedToken: Uint8Array
}

/** Reads logins after `after` whose token does not start with the prefix of the current key. */
export const loginsWithOldKey = (currentPrefix: Uint8Array, after: number, limit: number) =>
  runSql<LoginWithOldKey>`
    select id, organization_id as "organizationId", refresh_token as "sealedToken" from ad_platform_logins
    where id > ${after} and refresh_token is not null and substring(refresh_token from 1 for 5) <> ${currentPrefix}
    order by id limit ${limit}`

/** Replaces a sealed token, unless the login was connected again or removed meanwhile. */
export const replaceLoginToken = (
  { id, organizationId, sealedToken }: LoginWithOldKey,
  replacement: Uint8Array
) =>
  runSql`update ad_platform_logins set refresh_token = ${replacement}
    where organization_id = ${organizationId} and id = ${id} and refresh_token = ${sealedToken}`
