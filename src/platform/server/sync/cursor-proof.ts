import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a practice's cursors are of, and what signs them. */
export type Signing = { epoch: string; cursor_key: string }

/** Goes out with a cursor and comes back with it: that this practice's server handed it out. */
export const proofOf = ({ epoch, cursor_key }: Signing, cursor: number): string =>
  createHmac('sha256', cursor_key).update(`${epoch} ${cursor}`).digest('base64url')

/** Whether a cursor was handed out here, by its proof. */
export function isHandedOut(signing: Signing, cursor: number, proof: string | undefined): boolean {
  const [right, said] = [Buffer.from(proofOf(signing, cursor)), Buffer.from(proof ?? '')]
  return right.length === said.length && timingSafeEqual(right, said)
}
