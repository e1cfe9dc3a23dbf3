import type { FastifyReply } from 'fastify'
import { sendPdf } from '#app/my/send-pdf.ts'
import { openShare, openSharePhoto } from '#app/share/open-share.ts'
import { sharePdf } from '#app/share/share-pdf.ts'
import type { ShareView } from '#app/share/share-view.ts'
import { logoOf } from '#features/core/letterhead/server/logo-of.ts'
import { THUMBNAIL_WIDTHS } from '#features/evidence/files/rules.ts'
import { answerOwnerPicture } from '#features/evidence/files/server/answer-owner-file.ts'
import { PICTURE, type PictureName, picturesForOwner } from '#features/evidence/files/server/pictures-for-owner.ts'
import { SHARE_PATH } from '#features/records/guests/share-rules.ts'
import type { App } from '#platform/server/http/http.ts'
import type { BuiltPage } from '#platform/server/pages/built-page.ts'
import { sendPrivate, tokenOf } from '#platform/server/pages/link-page.ts'

const byLink = (perMinute: number) => ({
  schema: { hide: true },
  config: { audience: 'link' as const, rateLimit: { max: perMinute, timeWindow: 60_000 } },
})

const SIZES: Readonly<Record<string, PictureName>> = { small: `${THUMBNAIL_WIDTHS[2]}.jpg`, large: PICTURE }

/**
 * A horse as an owner shows it to an outsider: its page, the same as a paper, and the chosen photos. A link that opens nothing has one
 * page, whether it ended, never was or is another's. Its address is its key, so it goes to no one else: not to a search engine, not with a link.
 */
export async function serveShare(app: App, { files, load }: BuiltPage) {
  const { render } = await load<{ render: (view: ShareView | undefined) => string }>()
  const painted = (reply: FastifyReply, view: ShareView | undefined) =>
    sendPrivate(reply, view ? 200 : 404, { title: view?.horse.name ?? 'A horse’s record', files, body: render(view) }, 'no-referrer')
  app.get(`${SHARE_PATH}:token`, byLink(60), async (request, reply) => painted(reply, (await openShare(app, tokenOf(request)))?.view))
  // Made again for each request, so that it is never more than the page.
  app.get(`${SHARE_PATH}:token/record.pdf`, byLink(20), async (request, reply) => {
    const opened = await openShare(app, tokenOf(request))
    if (!opened) return painted(reply, undefined)
    const { practiceId, view } = opened
    const pdf = await sharePdf(view, await photosOf(app, practiceId, view), await app.db.withPractice(practiceId, logoOf))
    reply.header('x-robots-tag', 'noindex')
    return sendPdf(reply, `${view.horse.name}, ${view.practiceName}`, pdf)
  })
  app.get(`${SHARE_PATH}:token/files/:id/:size`, byLink(240), async (request, reply) => {
    const { id, size } = request.params as { id: string; size: string }
    const name = Object.hasOwn(SIZES, size) ? SIZES[size] : undefined
    const practiceId = name && (await openSharePhoto(app, tokenOf(request), id, size as 'small' | 'large'))
    const picture = practiceId && (await picturesForOwner({ db: app.db, files: app.setup.files }, practiceId, [id], name)).get(id)
    if (!picture) return painted(reply, undefined)
    reply.header('x-robots-tag', 'noindex')
    return answerOwnerPicture(picture, { request, reply })
  })
}

/** The photos of the page, by id; one whose picture is not made yet is left out. */
async function photosOf(app: App, practiceId: string, { record }: ShareView): Promise<ReadonlyMap<string, Buffer>> {
  const photos = new Map<string, Buffer>()
  const ids = record.photos.map(({ id }) => id)
  for (const [id, picture] of await picturesForOwner({ db: app.db, files: app.setup.files }, practiceId, ids, SIZES.small))
    photos.set(id, Buffer.concat(await picture.content().toArray()))
  return photos
}
