import type { FastifyReply } from 'fastify'
import type { PhotosPage } from '#features/records/photo-consents/photos-page.ts'
import { PHOTOS_PATH } from '#features/records/photo-consents/rules.ts'
import { answerPhotos, openPhotos, type PostsUnder } from '#features/records/photo-consents/server/answering.ts'
import { readPhotosAnswer } from '#features/records/photo-consents/server/read-photos-answer.ts'
import type { App } from '#platform/server/http/http.ts'
import type { BuiltPage } from '#platform/server/pages/built-page.ts'
import { READING, refusalOf, sendByLink, tokenOf, writing } from '#platform/server/pages/link-page.ts'

type Render = (shown: { page: PhotosPage; fault?: string | undefined } | undefined) => string

/** The question whether photos of an owner's horses may be used. Only a press answers it, because programs open links to look at them. */
export async function servePhotos(app: App, { files, load }: BuiltPage, postsUnder: PostsUnder) {
  const { render } = await load<{ render: Render }>()
  const places = { db: app.db, origin: app.setup.origin, postsUnder }
  const painted = async (reply: FastifyReply, token: string, fault?: string) => {
    const page = await openPhotos(places, token)
    const body = render(page && { page, fault })
    return sendByLink(reply, page ? (fault ? 422 : 200) : 404, { title: 'Photos in public', files, body })
  }

  app.get(`${PHOTOS_PATH}:token`, READING, (request, reply) => painted(reply, tokenOf(request)))
  app.post(`${PHOTOS_PATH}:token`, writing(20), async (request, reply) => {
    const token = tokenOf(request)
    const answer = readPhotosAnswer(request, 'link')
    const fault = answer && (await refusalOf(() => answerPhotos(places, token, answer)))
    return fault ? painted(reply, token, fault) : reply.redirect(PHOTOS_PATH + encodeURIComponent(token), 303)
  })
}
