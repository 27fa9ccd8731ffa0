import ipaddr from "ipaddr.js"

/*
 * Which addresses are somebody's on the open internet. Everything else is inside somewhere: this machine, its network,
 * its cloud, or a way of writing one of these as another kind of address. So this says what may be reached, and a
 * range that nobody thought of is refused.
 */

/** Global unicast, the only part of IPv6 that is handed out to anybody (RFC 4291). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/** In Azure's networks the machine's own agent answers here, at an address that looks like anybody's. */
const metadataInPublicSpace: ReadonlySet<string> = new Set(["168.63.129.16"])

/** Whether a request of ours may go to an address. One that is not an address at all is no better than a private one. */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== "unicast") return false
  return parsed instanceof ipaddr.IPv6
    ? parsed.match(globalUnicast)
    : !metadataInPublicSpace.has(parsed.toString())
}

/** Names that lead inside by their meaning, whatever they are resolved to (RFC 6761, 6762, 8375, 9476 and habit). */
const privateNames = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home\.arpa|onion|invalid)$/

/** Whether a name could be somebody's on the open internet: it has a dot, and an end that is not kept for the inside. */
export const isPublicName = (name: string): boolean => name.includes(".") && !privateNames.test(name)
