/**
 * Names as the ad platform gives them, made from an organization's place in the world and a running number, so
 * that they are the same each time.
 */
export const platformNames = (customerId: string) => {
  const base = Number(customerId.slice(0, 3)) * 1_000_000
  let last = 0
  const next = (): string => String(base + ++last)
  const named = (collection: string, id: string) => `customers/${customerId}/${collection}/${id}`
  return { next, named }
}
export type PlatformNames = ReturnType<typeof platformNames>
