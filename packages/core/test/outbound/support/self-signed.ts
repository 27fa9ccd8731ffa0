import { createSign, generateKeyPairSync } from "node:crypto"

/*
 * A self-signed certificate, generated at run time: a key in the repository would look like a secret. The DER
 * is assembled here, because Node can read but not write certificates.
 */

const der = (tag: number, ...parts: ReadonlyArray<Uint8Array>): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: ReadonlyArray<Uint8Array>): Buffer => der(0x30, ...parts)
const utcTime = (text: string): Buffer => der(0x17, Buffer.from(text))
const ecdsaWithSha256 = sequence(der(0x06, Buffer.from("2a8648ce3d040302", "hex")))
const commonName = Buffer.from("550403", "hex")

export const selfSigned = (name: string): { readonly key: string; readonly cert: string } => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const subject = sequence(der(0x31, sequence(der(0x06, commonName), der(0x0c, Buffer.from(name)))))
  const toSign = sequence(
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    subject,
    sequence(utcTime("200101000000Z"), utcTime("491231235959Z")),
    subject,
    publicKey.export({ type: "spki", format: "der" })
  )
  const signature = createSign("sha256").update(toSign).sign(privateKey)
  const certificate = sequence(toSign, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString("base64")}\n-----END CERTIFICATE-----\n`
  }
}
