/**
 * For pnpm when it packs and publishes (`npm_config_pnpmfile`): a package contains the code of the packages in
 * `adwarden.bundled` (scripts/release/bundle-inside.ts), so an installation needs neither them nor their peers.
 */
const withoutBundled = ({ adwarden, dependencies, ...manifest }) => {
  if (adwarden === undefined) return { ...manifest, dependencies }
  const left = Object.entries(dependencies).filter(([name]) => !adwarden.bundled.includes(name))
  return { ...manifest, dependencies: Object.fromEntries(left) }
}

module.exports = { hooks: { beforePacking: withoutBundled } }
