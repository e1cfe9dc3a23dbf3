import { photoConsentEndpoints } from '#features/records/photo-consents/contract.ts'
import {
  askPhotoConsent,
  changePhotoConsent,
  photoConsentsPage,
  recordPhotoConsent,
  toPhotoConsent,
} from '#features/records/photo-consents/server/service.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { App } from '#platform/server/http/http.ts'
import { linkNext } from '#platform/server/http/paging.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

export function photoConsentRoutes(app: App) {
  serveMember(app, photoConsentEndpoints.list, async ({ tx, query, request, reply }) => {
    const { limit } = query
    const [clientId, after] = [optionalId(query.clientId, 'client_not_found'), optionalId(query.after, 'bad_request')]
    const consents = await photoConsentsPage(tx, { clientId, limit, after })
    linkNext(request, reply, consents, limit, (last) => last.id)
    return consents
  })
  serveMember(app, photoConsentEndpoints.record, async ({ tx, actor, body }) =>
    toPhotoConsent(await recordPhotoConsent(tx, actor, body.id ? idOf(body.id, 'bad_request') : uuidv7(), body)),
  )
  serveMember(app, photoConsentEndpoints.update, async ({ tx, actor, params, body }) =>
    toPhotoConsent(await changePhotoConsent(tx, actor, idOf(params.id, 'photo_consent_not_found'), body)),
  )
  serveMember(app, photoConsentEndpoints.ask, ({ tx, actor, body }) => askPhotoConsent(tx, actor, body))
}
