import type { gapEndpoints, NewSlotOffers, SlotOffer } from '#features/day/gaps/contract.ts'
import { call } from '#platform/web/api.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { syncNow } from '#platform/web/sync/sync.ts'

/** An offer as this device holds it. */
export type KnownOffer = Kept<SlotOffer>

/** Offers a slot: only the server can, for the first yes has it. @throws ApiError, Unreachable */
export async function offerSlot(body: NewSlotOffers) {
  const made = await call<typeof gapEndpoints.offer>('POST /api/slot-offers', { body })
  void syncNow()
  return made
}

/** Withdraws a slot from all clients it was offered to together with this one. @throws ApiError, Unreachable */
export async function withdrawOffers(id: string): Promise<void> {
  await call<typeof gapEndpoints.withdraw>('POST /api/slot-offers/:id/withdraw', { params: { id } })
  void syncNow()
}
