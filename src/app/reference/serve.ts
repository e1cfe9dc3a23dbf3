import { type OpenApi, type Reference, referenceOf } from '#app/reference/reference-of.ts'
import type { App } from '#platform/server/http/http.ts'
import { type KeptText, keepText, sendKept } from '#platform/server/http/shrink.ts'
import type { BuiltPage } from '#platform/server/pages/built-page.ts'
import { documentOf, HTML } from '#platform/server/pages/document.ts'

/** Where the reference of the API is. */
export const REFERENCE_PATH = '/api-reference'

/** The reference of the API: for everyone, made of the same description as openapi.json, and the same until the next start. */
export async function serveReference(app: App, { files, load }: BuiltPage) {
  const { render } = await load<{ render: (reference: Reference, isTestVersion: boolean) => string }>()
  const { mode, origin } = app.setup
  let page: KeptText | undefined
  app.get(REFERENCE_PATH, { schema: { hide: true } }, (request, reply) => {
    // When it is first read: then every route is there.
    page ??= keepText(
      documentOf({
        title: 'API reference',
        about: '<meta name="description" content="What programs can read and write by an API key of a practice." />',
        files,
        body: render(referenceOf(app.swagger() as unknown as OpenApi, origin), mode === 'test'),
      }),
    )
    return sendKept(request, reply.type(HTML).headers({ 'cache-control': 'no-cache' }), page)
  })
}
