import ipaddr from "ipaddr.js"

/**
 * Whose rate a request counts against that nobody is known for. Whoever has an IPv6 address has at least the
 * 2^64 of its network, so that is what counts as one; an IPv4 address written as IPv6 is that IPv4 address.
 */
export const addressSubject = (ip: string | null): string => {
  if (ip === null || !ipaddr.isValid(ip)) return "ip:unknown"
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return `ip:${address.toString()}`
  const network = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `ip:${network.join(":")}::/64`
}
