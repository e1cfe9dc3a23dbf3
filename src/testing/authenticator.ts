import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Options = { challenge: string; rp?: { id?: string }; rpId?: string }
const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }

/** A phone with one passkey of a site: it signs as a browser's does. `verifies`: it has checked a face, a finger or its code. */
export function makeAuthenticator(origin: string, { verifies = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  const seen = FLAGS.present | (verifies ? FLAGS.verified : 0)
  const client = (type: string, challenge: string) => Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const authData = (rpId: string, flags: number, rest = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count, rest])
  }
  const common = { id: text(id), rawId: text(id), type: 'public-key' as const, clientExtensionResults: {} }
  return {
    id: common.id,
    /** Goes back to an earlier count, as a copy does. */
    rewind: () => {
      counter = 0
    },
    create({ challenge, rp }: Options) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, cosePublicKey(publicKey.export({ format: 'jwk' }))])
      const attestationObject = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData(rp?.id ?? '', seen | FLAGS.attested, attested))],
        ]) as never,
      )
      const response = { clientDataJSON: text(client('webauthn.create', challenge)), attestationObject: text(attestationObject) }
      return { ...common, response: { ...response, transports: ['internal'] } }
    },
    get({ challenge, rpId = '' }: Options) {
      const [data, said] = [authData(rpId, seen), client('webauthn.get', challenge)]
      const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(said).digest()]), privateKey)
      return { ...common, response: { clientDataJSON: text(said), authenticatorData: text(data), signature: text(signature) } }
    },
  }
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** A public key of curve P-256 for ES256, as COSE has it. */
function cosePublicKey({ x = '', y = '' }: { x?: string; y?: string }): Buffer {
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ])
  return Buffer.from(isoCBOR.encode(key as never))
}
