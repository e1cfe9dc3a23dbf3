import type { FastifyRequest } from 'fastify'
import { PHOTO_USES } from '#features/records/photo-consents/rules.ts'
import type { PhotosAnswer } from '#features/records/photo-consents/server/answering.ts'
import type { FormBody } from '#platform/server/http/forms.ts'

/** The answer in an owner's form; undefined: it has none. */
export function readPhotosAnswer(request: FastifyRequest, how: 'link' | 'portal'): PhotosAnswer | undefined {
  const { says, use } = (request.body ?? {}) as FormBody
  const ticked = [use].flat()
  if (says === 'yes') return { says, uses: PHOTO_USES.filter((one) => ticked.includes(one)), how }
  return says === 'no' || says === 'stop' ? { says } : undefined
}
