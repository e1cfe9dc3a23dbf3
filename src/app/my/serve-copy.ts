import { COPY, COPY_LIST, NO_COPY, NO_SIGNAL } from '#app/my/copy-names.ts'
import { copyOf } from '#app/my/copy-of.ts'
import { copyTag } from '#app/my/copy-tag.ts'
import { myPage, openPage, type Paint } from '#app/my/painting.ts'
import { keepOnPhone } from '#features/records/guests/server/keeping.ts'
import { AppError } from '#lib/errors.ts'
import type { App } from '#platform/server/http/http.ts'
import { privateHeaders } from '#platform/server/pages/link-page.ts'

/** What a phone may keep to read without a signal, fetched by its service worker at every contact; and the page for what it doesn't. */
export function serveMyCopy(page: { app: App; paint: Paint }) {
  const { app, paint } = page
  myPage(page, COPY_LIST, async ({ request, reply, session }) => {
    const list = await keepOnPhone(() => copyOf(app, session))
    const whose = copyTag(request)
    if (!whose || whose === NO_COPY) throw new AppError('not_found')
    return reply.headers({ ...privateHeaders(), [COPY]: whose }).send(list)
  })
  openPage(page, NO_SIGNAL, async ({ reply }) => paint(reply, { page: 'no-signal' }))
}
