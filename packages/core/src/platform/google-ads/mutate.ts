import { Effect, Schema } from "effect"
import type { WriteFailure } from "../errors.ts"
import type { AdAccount, Ref } from "../model.ts"
import { type GoogleAdsClient, loginContextOf } from "./client.ts"
import { list } from "./search.ts"

export type Body = Readonly<Record<string, unknown>>
type Operation =
  | { readonly create: Body }
  | { readonly update: Body; readonly updateMask: string }
  | { readonly remove: Ref }

const CollectionResponse = Schema.Struct({ results: list(Schema.Struct({ resourceName: Schema.String })) })
const MutateResponse = Schema.Struct({
  mutateOperationResponses: list(
    Schema.Record({ key: Schema.String, value: Schema.Struct({ resourceName: Schema.String }) })
  )
})

/**
 * Sends operations of one resource type, all or none. Returns the resource names of the created or changed
 * items.
 */
export const mutate = (
  client: GoogleAdsClient,
  account: AdAccount,
  collection: string,
  operations: ReadonlyArray<Operation>
): Effect.Effect<ReadonlyArray<Ref>, WriteFailure> =>
  operations.length === 0
    ? Effect.succeed([])
    : client
        .write(loginContextOf(account), {
          path: `customers/${account.customerId}/${collection}:mutate`,
          body: { operations },
          responseSchema: CollectionResponse
        })
        .pipe(Effect.map(({ results }) => results.map(({ resourceName }) => resourceName)))

/** One operation of any kind, as `googleAds:mutate` wraps it. */
export type WrappedOperation = { readonly [kind: `${string}Operation`]: Operation }

const request = (
  account: AdAccount,
  mutateOperations: ReadonlyArray<WrappedOperation>,
  validateOnly: boolean
) => ({
  path: `customers/${account.customerId}/googleAds:mutate`,
  body: { mutateOperations, ...(validateOnly ? { validateOnly } : {}) },
  responseSchema: MutateResponse
})

/** Sends operations of any type, all or none. */
export const mutateTogether = (
  client: GoogleAdsClient,
  account: AdAccount,
  operations: ReadonlyArray<WrappedOperation>
): Effect.Effect<ReadonlyArray<Ref>, WriteFailure> =>
  client
    .write(loginContextOf(account), request(account, operations, false))
    .pipe(
      Effect.map(({ mutateOperationResponses }) =>
        mutateOperationResponses.map((response) => Object.values(response)[0]?.resourceName ?? "")
      )
    )

/** Validates the operations without applying them, so it may be retried like a read. */
export const validateTogether = (
  client: GoogleAdsClient,
  account: AdAccount,
  operations: ReadonlyArray<WrappedOperation>
) => Effect.asVoid(client.read(loginContextOf(account), request(account, operations, true)))
