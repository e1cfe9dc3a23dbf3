import type { NewPhotoConsent, PhotoConsent, PhotoUse, photoConsentEndpoints } from '#features/records/photo-consents/contract.ts'
import { WORDING_VERSION } from '#features/records/photo-consents/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { memoLast } from '#lib/memo-last.ts'
import { call } from '#platform/web/api.ts'
import { record } from '#platform/web/sync/outbox.ts'
import type { Kept } from '#platform/web/sync/rows.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { useRows } from '#platform/web/use-rows.ts'

/** A consent as this device holds it. */
export type KnownPhotoConsent = Kept<PhotoConsent>

/** What a client was asked about photos, and agreed to, newest first; undefined while it loads. */
export function usePhotoConsents(clientId: string): readonly KnownPhotoConsent[] | undefined {
  const rows = useRows<PhotoConsent>('photo_consents', { clientId })
  return rows && newestFirst(rows)
}

const newestFirst = memoLast((rows: readonly KnownPhotoConsent[]) => rows.toSorted((a, b) => (a.id < b.id ? 1 : -1)))

type Said = Pick<NewPhotoConsent, 'clientId' | 'uses' | 'how'> & { horseId: string | null }

/** Records what an owner said or wrote, also offline; false when that failed. */
export const recordPhotoConsent = async (said: Said): Promise<boolean> =>
  (await record([
    {
      action: 'CREATE',
      entity: 'photo_consents',
      data: { ...said, wordingVersion: WORDING_VERSION, givenAt: currentTime().toISOString() },
      alsoShow: { askedAt: null, refusedAt: null, withdrawnAt: null, withdrawnBy: null, memberId: null },
    },
  ])) !== false

/** Withdraws a consent, for good, also offline; false when it is gone from this device. */
export const withdrawPhotoConsent = async (id: string): Promise<boolean> =>
  (await record([
    {
      action: 'UPDATE',
      entity: 'photo_consents',
      id,
      data: { withdrawnAt: currentTime().toISOString() },
      alsoShow: { withdrawnBy: 'practice' },
    },
  ])) !== false

/** Has the server ask an owner by a message. @throws ApiError, Unreachable */
export async function askPhotoConsent(ask: { clientId: string; horseId: string | null; uses: PhotoUse[]; method: 'sms' | 'email' }) {
  const { state } = await call<typeof photoConsentEndpoints.ask>('POST /api/photo-consents/ask', { body: ask })
  await syncNow()
  return state
}
