/**
 * Ends a `prepack` that npm runs. npm ignores the entry points in `publishConfig`, so its package would point to
 * sources that it does not contain.
 */
export const refuseNpm = (): void => {
  if (!(process.env["npm_config_user_agent"] ?? "").startsWith("npm/")) return
  console.error(
    "npm would pack entry points that the package does not contain. Use pnpm pack or npm run release."
  )
  process.exit(1)
}
