import { createHmac, timingSafeEqual } from 'node:crypto'

/** The practice of a cursor and the key that signs it. */
export type Signing = { epoch: string; cursor_key: string }

/** Sent with a cursor and returned with it: proof that this practice's server issued the cursor. */
export const proofOf = ({ epoch, cursor_key }: Signing, cursor: number): string =>
  createHmac('sha256', cursor_key).update(`${epoch} ${cursor}`).digest('base64url')

/** Whether a cursor was issued here, by its proof. */
export function isHandedOut(signing: Signing, cursor: number, proof: string | undefined): boolean {
  const [right, said] = [Buffer.from(proofOf(signing, cursor)), Buffer.from(proof ?? '')]
  return right.length === said.length && timingSafeEqual(right, said)
}
