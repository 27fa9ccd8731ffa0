import ipaddr from "ipaddr.js"

/*
 * The addresses of the public internet. All others are private: this machine, its network, its cloud, or
 * another notation of one of these. This is an allow list, so an unknown range is rejected.
 */

/** Global unicast, the only assigned part of IPv6 (RFC 4291). */
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/** In Azure's networks the machine's own agent responds at this address, which looks public. */
const metadataInPublicSpace: ReadonlySet<string> = new Set(["168.63.129.16"])

/** Whether a request can go to an address. An invalid address counts as private. */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== "unicast") return false
  return parsed instanceof ipaddr.IPv6
    ? parsed.match(globalUnicast)
    : !metadataInPublicSpace.has(parsed.toString())
}

/**
 * Names reserved for private networks, whatever they resolve to (RFC 6761, 6762, 8375, 9476 and convention).
 */
const privateNames = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home\.arpa|onion|invalid)$/

/** Whether a name can be public: it has a dot and no reserved suffix. */
export const isPublicName = (name: string): boolean => name.includes(".") && !privateNames.test(name)
